"""The folder of local play: the bot's database and, beside it, the simulated Discord that it speaks of."""

import hashlib
import os
from datetime import datetime
from pathlib import Path

import simcord

LOCK_SUFFIX = ".lock"


class Unreadable(Exception):
    """A world that can't go on; says why in words for the person who plays."""


class Folder:
    """The two belong together: the database names channels and messages of its world, and of no other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "comuni.sqlite3"
        self.world = path / "discord.world"

    def save(self, world: bytes) -> None:
        """Replace the saved world in one step: a crash leaves the old one or the new one."""
        new = self.world.with_suffix(".new")
        with new.open("wb") as file:
            file.write(_header(world) + world)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.world)

    def load(self) -> bytes | None:
        """The saved world, None in an empty folder; ``Unreadable`` where database and world can't go on together.

        The bytes are a pickle, which could run anything. It is read only from a file that this program wrote for
        itself on this machine, and that is still the way it wrote it.
        """
        if not self.world.exists():
            if self.database.exists():
                raise Unreadable("The saved Discord is missing.")
            return None
        header, _, world = self.world.read_bytes().partition(b"\n")
        if header + b"\n" == _header(world):
            return world
        if header.startswith(_magic()):
            raise Unreadable("The saved Discord is damaged.")
        raise Unreadable("The saved Discord is of another version of the program.")

    def set_aside(self) -> Path | None:
        """Move everything into a folder of its own, and return it; None where there was nothing."""
        kept = [file for file in self.path.iterdir() if file.is_file() and file.suffix != LOCK_SUFFIX]
        if not kept:
            return None
        aside = self.path / f"aside-{datetime.now().astimezone():%Y-%m-%d-%H%M%S-%f}"
        aside.mkdir()
        for file in kept:
            file.rename(aside / file.name)
        return aside


def _magic() -> bytes:
    return f"Comuni, simulated Discord, simcord {simcord.__version__}, sha256 ".encode()


def _header(world: bytes) -> bytes:
    return _magic() + hashlib.sha256(world).hexdigest().encode() + b"\n"
