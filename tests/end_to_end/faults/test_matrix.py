"""Every kind of REST call with every fault leaves the table whole, people told once, and the next action works."""

from pathlib import Path

import pytest

from tests.end_to_end.faults.cells import row
from tests.end_to_end.faults.scenes import Scene
from tests.end_to_end.faults.table import SCENES, kept, name


@pytest.mark.parametrize("scene", SCENES, ids=name)
async def test_each_fault_has_the_outcome_that_the_table_says(tmp_path: Path, scene: type[Scene]) -> None:
    assert await row(scene, tmp_path / "comuni.sqlite3") == kept()[name(scene)]


def test_the_table_has_nothing_else() -> None:
    assert list(kept()) == [name(scene) for scene in SCENES]
