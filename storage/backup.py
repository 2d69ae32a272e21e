"""Whole copies of a database, made with SQLite's backup API: others may write to it meanwhile."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkstemp

from storage.errors import StoreUnusable
from storage.inspection import damage, open_to_read, told_clearly


def back_up(database: Path, target: Path) -> None:
    """Copy a database, whether a process holds it or not, to a file that must not exist.

    The copy is one moment of it, checked; its name appears once it is whole and on the disk. Raises StoreUnusable.
    """
    if not target.parent.is_dir():
        raise StoreUnusable(f"There is no folder {target.parent}.")
    with told_clearly(f"The database {database} cannot be copied to {target}"), open_to_read(database) as source:
        copy(source, target)


def back_up_before(connection: sqlite3.Connection, folder: Path, stem: str, at: str | None) -> Path:
    """Copy the database to `<stem>.<at>.bak` in the folder and give its path; nothing is overwritten.

    Raises StoreUnusable, sqlite3.Error, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Windows allows no colons in a name.
    target = free_name(folder, stem if at is None else f"{stem}.{at.replace(':', '')}", ".bak")
    copy(connection, target)
    return target


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database to a name that must be free. Raises StoreUnusable, sqlite3.Error, OSError."""
    taken = StoreUnusable(f"{target} exists already, and is not overwritten.")
    if target.exists():
        raise taken
    with part_of(source, target) as part:
        try:
            name_anew(part, target)
        except FileExistsError:
            raise taken from None
        sync_folder(target.parent)


@contextmanager
def part_of(source: sqlite3.Connection, target: Path) -> Iterator[Path]:
    """A checked copy under another name, on the disk, in the folder of the target; it is gone after the block."""
    handle, name = mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")  # for its owner's eyes only
    os.close(handle)
    part = Path(name)
    try:
        _fill(source, part)
        _sync(part)
        yield part
    finally:
        part.unlink(missing_ok=True)


def name_anew(file: Path, name: Path) -> None:
    """Give a file a further name, which must be free: to rename it would overwrite what has just come there.

    Where the file system knows no second names it takes the place of the first. Raises FileExistsError.
    """
    try:
        name.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:
        if name.exists():
            raise FileExistsError(name) from None
        file.rename(name)


def free_name(folder: Path, stem: str, end: str) -> Path:
    """The first of `<stem><end>`, `<stem>.2<end>`, ... that no file has."""
    names = (folder / f"{stem}{f'.{n}' if n > 1 else ''}{end}" for n in count(1))
    return next(name for name in names if not name.exists())


def sync_folder(folder: Path) -> None:
    """Have the names in a folder outlive a loss of power, where the file system can be asked for that."""
    if os.name == "nt":  # which gives no handle to a folder
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # as those of other machines answer
            raise
    finally:
        os.close(handle)


def _fill(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as made:
        source.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # one file that needs no others beside it
        if found := damage(made):
            raise StoreUnusable(f"The database is damaged, so it was not copied: {found[0]}.")


def _sync(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
