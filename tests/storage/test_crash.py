"""A process that dies at any moment leaves the last committed state."""

import signal
from pathlib import Path

import pytest

from storage import open_store
from tests.storage.helpers import run_python, saved_table

DIE = """
import asyncio, os, signal, sys, storage
path, moment, way = sys.argv[1], sys.argv[2], sys.argv[3]
def die():
    if way == "exit":
        os._exit(9)
    os.kill(os.getpid(), signal.SIGKILL)
async def main():
    store = await storage.open_store(path)
    async with store.write() as writer:
        await writer.append_log(1, 1, "action", 31, "now", "{}")
        await writer.save_snapshot(1, 2, 1, "x" * 10_000_000)
        await writer.add_outbox(1, "turn", "siena", 3, "now")
        if moment == "before COMMIT":
            die()
    die()
asyncio.run(main())
"""


@pytest.mark.parametrize("way", ["exit", "kill"])
@pytest.mark.parametrize(("moment", "rows"), [("before COMMIT", 1), ("after COMMIT", 2)])
async def test_a_crash_keeps_what_was_committed_and_nothing_else(path: Path, way: str, moment: str, rows: int) -> None:
    store = await open_store(path)
    await saved_table(store)
    await store.close()
    died = run_python(DIE, path, moment, way)
    assert died.returncode == (9 if way == "exit" else -signal.SIGKILL), died.stderr
    store = await open_store(path)  # the lock died with the process
    try:
        table = await store.table(1)
        assert table is not None
        assert table.version == rows
        assert len(await store.log(1)) == rows
        assert (await store.snapshot(1) is not None) == (rows == 2)
        assert len(await store.outbox(1)) == rows - 1
    finally:
        await store.close()
