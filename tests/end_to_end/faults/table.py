"""The table of results: kept here for the tests, and printed by `python -m tests.end_to_end.faults`."""

from pathlib import Path

from tests.end_to_end.faults import game_scenes, scenes
from tests.end_to_end.faults.scenes import Scene

KEPT = Path(__file__).with_name("results.txt")
SCENES: tuple[type[Scene], ...] = (
    scenes.Acknowledged,
    scenes.Pressed,
    game_scenes.PressedInPrivate,
    game_scenes.FormOpened,
    scenes.Offered,
    scenes.Unexpected,
    scenes.Answered,
    game_scenes.Filed,
    scenes.BoardPosted,
    game_scenes.DrawnPosted,
    scenes.BoardEdited,
    game_scenes.DrawnEdited,
    game_scenes.Retired,
    scenes.BoardRetired,
    game_scenes.Begun,
    game_scenes.Lettered,
    game_scenes.ChatOpened,
    game_scenes.Mentioned,
    game_scenes.LookedFor,
    game_scenes.PingRemoved,
    game_scenes.FormerTold,
    game_scenes.StartRead,
    scenes.Registered,
)


def name(scene: type[Scene]) -> str:
    """What a scene is called in the table."""
    return scene.title or scene.kind


def kept() -> dict[str, str]:
    """The parts of the kept table by their names."""
    parts = KEPT.read_text(encoding="utf-8").strip().split("\n\n")
    return {part.partition(": usually ")[0]: part for part in parts}
