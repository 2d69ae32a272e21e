"""One backup a day, of which the newest are kept."""

import asyncio
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from storage.backup import back_up
from storage.database import to_the_end
from storage.inspection import told_clearly


class DailyBackups:
    """Backups of one database in a folder, `<name>.<YYYY-MM-DD>.bak`; files of any other name are left alone."""

    def __init__(self, database: Path, folder: Path, keep: int) -> None:
        """`keep` is how many stay, at least 1. Two databases of one name need two folders."""
        self._database = database
        self._folder = folder
        self._keep = keep
        name = re.escape(database.name)
        self._ours = re.compile(rf"{name}\.(\d{{4}}-\d\d-\d\d)\.bak")
        self._parts = re.compile(rf"{name}\.\d{{4}}-\d\d-\d\d\.bak\..+\.part.*")

    async def make(self, today: date) -> bool:
        """Make the backup of a day, unless it is there: then False. The oldest go once the new one is on the disk.

        Whoever cancels it waits to its end. Raises StoreUnusable.
        """
        return await to_the_end(asyncio.get_running_loop().run_in_executor(None, self._make, today))

    def _make(self, today: date) -> bool:
        target = self._folder / f"{self._database.name}.{today.isoformat()}.bak"
        if target.exists():
            return False
        with told_clearly(f"The backups in {self._folder} cannot be kept up"):
            self._folder.mkdir(parents=True, exist_ok=True)
            back_up(self._database, target)
            for old in (*self._left_behind(), *self._too_old(today)):
                old.unlink()
        return True

    def _too_old(self, today: date) -> list[Path]:
        """Days to come are not counted: a clock that was wrong once must not cost the backups made since."""
        days = {day: file for file in self._files() if (day := self._day(file)) is not None and day <= today}
        return [days[day] for day in sorted(days, reverse=True)[self._keep :]]

    def _left_behind(self) -> list[Path]:
        """What is left of backups in whose middle the process died."""
        return [file for file in self._files() if self._parts.fullmatch(file.name)]

    def _files(self) -> Iterator[Path]:
        return (file for file in self._folder.iterdir() if file.is_file() and not file.is_symlink())

    def _day(self, file: Path) -> date | None:
        found = self._ours.fullmatch(file.name)
        if found is None:
            return None
        try:
            return date.fromisoformat(found[1])
        except ValueError:  # no day has that name, so the file is none of ours
            return None
