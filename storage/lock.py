"""One process a database: a lock of the operating system on a file beside it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import StoreInUse

if sys.platform == "win32":
    import msvcrt

    _HELD = PermissionError

    def _seize(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    _HELD = BlockingIOError

    def _seize(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold(database: Path) -> Iterator[None]:
    """Hold the database for this process until the block ends; StoreInUse when another holds it.

    The system frees the lock when the process dies. The file stays: to delete it would let two in.
    """
    with database.with_name(f"{database.name}.lock").open("ab") as file:
        try:
            _seize(file.fileno())
        except _HELD:
            raise StoreInUse(f"The database {database} is in use by another process; stop that one first.") from None
        yield
