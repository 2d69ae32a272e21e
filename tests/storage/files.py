"""What the tests of backups do to files, and see of them."""

from pathlib import Path

from tests.storage.helpers import alter

NO_DATABASE = b"Dear diary, today I was not a database.\n" * 100


def write(path: Path, data: bytes) -> None:
    """Put this into a file, in place of all that is there."""
    path.write_bytes(data)


def spoil(path: Path) -> None:
    """An index of the database no longer fits its table, as on a disk that forgets."""
    alter(path, "CREATE TABLE a (word TEXT)")
    alter(path, "CREATE INDEX words ON a (word)")
    alter(path, "INSERT INTO a SELECT 'word ' || value FROM json_each('[1, 2, 3, 4]')")
    path.write_bytes(path.read_bytes().replace(b"word 3", b"word 9", 1))


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder; nothing where there is none. The locks beside databases always stay."""
    found = [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
    return {file.name: file.read_bytes() for file in found if file.suffix != ".lock"}


def is_private(path: Path) -> bool:
    """Whether only its owner may read it."""
    return path.stat().st_mode & 0o077 == 0
