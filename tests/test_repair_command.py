"""`python -m bot repair`, from the outside: it looks, says what it would do, and does it, telling nothing hidden."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.game.components import CARDS
from bot.game.state import Phase
from storage.migrate import migrate, shipped_migrations
from tests.operating import Refused, Run, runner, stand, usual_database
from tests.storage.helpers import content
from tests.tables.hosting import break_log, hosting_at, query, seeded, tamper
from tests.test_commands import one_sentence
from tests.test_database_commands import outside, start_bot, stop_bot

Said = Callable[..., list[str]]
LOG = "SELECT * FROM log ORDER BY table_id, number"
SEALED = 2  # seats of the table whose invasion is open


async def _play(path: Path) -> None:
    """A lobby, a table in its projects, and one in an invasion."""
    async with hosting_at(path) as hosting:
        await hosting.lobby(2, channel=9)
        table_id = await hosting.started(2, channel=10)
        for number in range(6):
            await hosting.step(table_id, seeded(number))
        table_id, rng = await hosting.started(3, channel=11), seeded(11)
        await hosting.play_until(table_id, Phase.INVASION, rng)
        while sum(city.sealed is not None for city in (await hosting.state(table_id)).cities) < SEALED:
            await hosting.step(table_id, rng)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which an operator stands, with a database in it."""
    return stand(tmp_path, monkeypatch, _play)


@pytest.fixture
def database(folder: Path) -> Path:
    return usual_database(folder)


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process; exit code, output and errors."""
    return runner(capsys)


@pytest.fixture
def said(run: Run) -> Said:
    """The lines that repair prints."""

    def once(*command: str) -> list[str]:
        code, output, errors = run("repair", *command)
        assert (code, errors) == (0, "")
        return output.splitlines()

    return once


@pytest.fixture
def refused(run: Run, database: Path) -> Refused:
    """The one sentence with which it is refused; the database is as it was."""

    def once(*command: str) -> str:
        before = content(database) if database.exists() else None
        code, output, errors = run("repair", *command)
        assert output == ""
        assert (content(database) if database.exists() else None) == before
        return one_sentence((code, errors))

    return once


def test_it_says_what_it_would_do_beside_a_running_bot_which_must_be_stopped_to_do_it(
    folder: Path, database: Path, said: Said, run: Run
) -> None:
    bot = start_bot(folder)
    before = query(database, LOG)
    looked = said("2")
    assert looked[0] == "Table 2 is running; the last row of its log is 6."
    assert [line.partition(":")[0] for line in looked[1:-1]] == [f"  row {number}" for number in range(1, 7)]
    assert looked[-1] == "To take it back to before a row: python -m bot repair 2 --before ROW"
    would = said("2", "--before", "4")
    assert would[0].startswith("Table 2 would stand where it stood before row 4: 3 actions are taken back. It is then")
    assert "Nothing is changed yet." in would[1]
    code, _, errors = outside(folder, "repair", "2", "--before", "4", "--yes")
    assert "in use by another process; stop that one first" in one_sentence((code, errors))
    assert query(database, LOG) == before
    stop_bot(bot)
    code, output, errors = outside(folder, "repair", "2", "--before", "4", "--yes")
    assert (code, errors) == (0, "")
    assert output.splitlines()[0] == would[0].replace("would stand", "stands")
    assert query(database, "SELECT kind, author FROM log WHERE table_id = 2 AND number = 7") == [("correction", None)]
    assert run("check")[0] == 0


def test_a_row_that_cannot_be_read_is_named_and_mended(database: Path, said: Said, run: Run, refused: Refused) -> None:
    break_log(database, 2, 3)
    assert run("check")[1] == "data/comuni.sqlite3: table 2: row 3 of its log is no game under these rules\n"
    assert said("2")[-2] == "  row 3: it is no game under these rules, nor is what follows"
    assert "before that row or an earlier one" in refused("2", "--before", "4", "--yes")
    assert "4 actions are taken back" in said("2", "--before", "3", "--yes")[0]
    assert run("check")[0] == 0
    assert said("2")[3:-1] == [
        *(f"  row {number}: cannot be read, and was taken back" for number in range(3, 7)),
        "  row 7: the operator took the game back to before row 3",
    ]


def test_nothing_hidden_is_printed(database: Path, said: Said) -> None:
    [(last,)] = query(database, "SELECT max(number) FROM log WHERE table_id = 3")
    printed = [*said("3"), *said("3", "--before", str(last)), *said("2")]
    printed += said("3", "--before", str(last - 1), "--yes")
    seals = [line for line in printed if "seal" in line]
    assert [line.partition(": ")[2] for line in seals] == ["a seal"] * SEALED
    assert "in the phase invasion, which asks all seats" in printed[-2]
    words = {word for line in printed for word in re.findall(r"\w+", line)}
    assert not words & set(CARDS)
    assert not words & {"coins", "soldiers", "believers", "artisans", "salt", "deck"}


def test_what_cannot_be_done_is_told_in_a_sentence(database: Path, refused: Refused) -> None:
    for command, words in (
        (["99"], "There is no table 99."),
        (["99", "--before", "1", "--yes"], "There is no table 99."),
        (["1"], "No game was begun at table 1."),
        (["2", "--before", "0", "--yes"], "there is no row 0 in it"),
        (["2", "--before", "7", "--yes"], "there is no row 7 in it"),
    ):
        assert words in refused(*command)
    tamper(database, "UPDATE game_table SET state = 'over' WHERE id = 2")
    assert "has ended" in refused("2", "--before", "2", "--yes")
    database.unlink()
    assert "There is no database" in refused("2", "--before", "2", "--yes")
    assert not database.exists()


def test_looking_brings_no_database_to_a_newer_schema(folder: Path, database: Path, refused: Refused) -> None:
    database.unlink()
    migrate(database, shipped_migrations()[:1], backup_dir=folder, at=None)
    assert "There is no table 2." in refused("2")
    assert query(database, "PRAGMA user_version") == [(1,)]
