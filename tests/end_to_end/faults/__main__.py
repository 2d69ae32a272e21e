"""Prints what comes of every kind of REST call with every fault: `python -m tests.end_to_end.faults [NAME ...]`."""

import asyncio
import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.end_to_end.faults.cells import row
from tests.end_to_end.faults.table import SCENES, name


async def main(wanted: list[str]) -> None:
    """Print the parts of the table whose names begin as wanted, or all."""
    logging.lastResort = None  # the table is all that is asked for
    found = [scene for scene in SCENES if not wanted or name(scene).startswith(tuple(wanted))]
    for number, scene in enumerate(found):
        with TemporaryDirectory() as folder:
            print(*["\n"] * bool(number), await row(scene, Path(folder) / "comuni.sqlite3"), sep="", flush=True)


asyncio.run(main(sys.argv[1:]))
