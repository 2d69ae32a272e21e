"""`python -m bot backup`, `restore` and `check`, from the outside: beside a running bot, and on files of every kind."""

import signal
import sqlite3
import subprocess
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.__main__ import main
from storage.migrate import migrate, shipped_migrations
from tests.operating import Outcome, Refused, Run, runner, stand, usual_database
from tests.storage.files import NO_DATABASE, files, spoil
from tests.storage.helpers import alter, content
from tests.tables.hosting import break_log, hosting_at, query, seeded, tamper
from tests.test_commands import CONNECTED, LONG, one_sentence, process

FULL = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)); from bot.__main__ import main; "
RUNNING = {"COMUNI_TOKEN": "simulated", "COMUNI_SYNC_COMMANDS": "false"}
NEWEST = len(shipped_migrations())
SUMMARY = f"no problem found; schema version {NEWEST}; 3 tables, 2 of them running"


async def _play(path: Path) -> None:
    async with hosting_at(path) as hosting:
        await hosting.lobby(2, channel=9)
        for channel in (10, 11):
            table_id = await hosting.started(channel - 8, channel=channel)
            for _ in range(15):
                await hosting.step(table_id, seeded(channel))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which an operator stands; its database has a lobby and two running tables."""
    return stand(tmp_path, monkeypatch, _play)


@pytest.fixture
def database(folder: Path) -> Path:
    return usual_database(folder)


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process; exit code, output and errors."""
    return runner(capsys)


@pytest.fixture
def refused(run: Run, database: Path) -> Refused:
    """The one sentence with which a command is refused; the database is as it was."""

    def once(*command: str) -> str:
        before = database.read_bytes() if database.exists() else None
        code, output, errors = run(*command)
        assert output == ""
        assert (database.read_bytes() if database.exists() else None) == before
        return one_sentence((code, errors))

    return once


def outside(folder: Path, *command: str, **settings: str) -> Outcome:
    """The same in a process of its own; never a traceback."""
    started = process(folder, "-m", "bot", *command, **settings)
    output, errors = started.communicate(timeout=LONG)
    assert "Traceback" not in output + errors
    return started.returncode, output, errors


def start_bot(folder: Path, **settings: str) -> subprocess.Popen[str]:
    """The real bot, connected to a Discord that says nothing."""
    started = process(folder, "-c", CONNECTED, **RUNNING, **settings)
    assert started.stdout is not None
    assert started.stdout.readline() == "connected\n"
    return started


def stop_bot(started: subprocess.Popen[str]) -> str:
    """Ends it as an operator does; its log."""
    started.send_signal(signal.SIGTERM)
    _, errors = started.communicate(timeout=LONG)
    assert started.returncode == 0, errors
    return errors


def test_beside_a_running_bot_a_backup_is_made_and_checked_but_none_restored(folder: Path, database: Path) -> None:
    bot = start_bot(folder)
    assert outside(folder, "backup", "copy.bak")[0] == 0
    assert outside(folder, "check") == (0, f"data/comuni.sqlite3: {SUMMARY}\n", "")
    assert outside(folder, "check", "copy.bak") == (0, f"copy.bak: {SUMMARY}\n", "")
    code, _, errors = outside(folder, "restore", "copy.bak")
    assert "in use by another process; stop that one first" in one_sentence((code, errors))
    assert content(folder / "copy.bak") == content(database)
    stop_bot(bot)


def test_after_a_restore_the_bot_starts_on_what_the_backup_holds(folder: Path, database: Path) -> None:
    assert outside(folder, "backup", "copy.bak") == (0, "The database data/comuni.sqlite3 is copied to copy.bak.\n", "")
    tamper(database, "UPDATE game_table SET state = 'stopped'")
    code, output, errors = outside(folder, "restore", "copy.bak")
    assert (code, errors) == (0, "")
    first, second = output.splitlines()
    assert first == "The database data/comuni.sqlite3 is now what copy.bak holds."
    kept = Path(second.removeprefix("What it was before is kept in ").removesuffix("."))
    assert query(kept, "SELECT DISTINCT state FROM game_table") == [("stopped",)]
    stop_bot(start_bot(folder))
    assert outside(folder, "check") == (0, f"data/comuni.sqlite3: {SUMMARY}\n", "")


def test_a_running_bot_makes_the_backup_of_the_day_where_a_folder_is_set(folder: Path) -> None:
    for _ in range(2):
        bot = start_bot(folder, COMUNI_BACKUPS="kept")
        log = stop_bot(bot)
    (backup,) = (folder / "kept").iterdir()
    day = date.fromisoformat(backup.name.removeprefix("comuni.sqlite3.").removesuffix(".bak"))
    assert outside(folder, "check", f"kept/{backup.name}") == (0, f"kept/{backup.name}: {SUMMARY}\n", "")
    assert f"the backup of {day} is made" not in log, "the second bot of the day made it again"


@pytest.mark.parametrize("settings", [{}, {"COMUNI_BACKUPS": "kept", "COMUNI_BACKUP_KEEP": "0"}])
def test_without_a_folder_or_with_none_to_keep_it_makes_none_and_says_so(
    folder: Path, settings: dict[str, str]
) -> None:
    assert "no daily backups" in stop_bot(start_bot(folder, **settings))
    assert not (folder / "kept").exists()


def test_another_database_is_named_by_the_setting(
    folder: Path, run: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.rename(folder / "other.db")
    monkeypatch.setenv("COMUNI_DATABASE", "other.db")
    assert run("check") == (0, f"other.db: {SUMMARY}\n", "")
    assert run("backup", "copy.bak")[0] == 0
    assert run("restore", "copy.bak")[0] == 0
    assert not database.exists()


def test_each_problem_is_a_line(run: Run, database: Path) -> None:
    break_log(database, 2, 3)
    tamper(
        database, "DELETE FROM snapshot WHERE table_id = 3", "INSERT INTO outbox VALUES (99, 77, 'turn', NULL, 1, '')"
    )
    code, output, errors = run("check")
    assert (code, errors) == (1, "")
    assert output.splitlines() == [
        "data/comuni.sqlite3: row 99 of outbox refers to a row of game_table that does not exist",
        "data/comuni.sqlite3: table 2: row 3 of its log is no game under these rules",
        "data/comuni.sqlite3: table 3: it has no snapshot",
    ]


def test_damage_of_the_file_is_a_problem(run: Run, database: Path) -> None:
    spoil(database)
    code, output, errors = run("check")
    assert (code, errors) == (1, "")
    assert "index words" in output


def test_a_file_that_breaks_off_is_a_problem_or_no_database(folder: Path, run: Run, database: Path) -> None:
    whole = database.read_bytes()
    for length in (0, 10, 100, 4096, len(whole) // 2, len(whole) - 4096):
        database.write_bytes(whole[:length])
        code, output, errors = run("check")
        assert (code, bool(output), bool(errors)) in {(1, True, False), (2, False, True)}
        code, _, errors = run("backup", f"{length}.bak")
        one_sentence((code, errors))
    assert not list(folder.glob("*.bak*"))


def test_one_table_that_cannot_be_read_does_not_stop_a_restore_and_is_named(run: Run, database: Path) -> None:
    break_log(database, 2, 3)
    assert run("backup", "copy.bak")[0] == 0
    code, output, errors = run("restore", "copy.bak")
    assert (code, errors) == (0, "copy.bak: table 2: row 3 of its log is no game under these rules\n")
    assert output


def test_a_check_changes_nothing(folder: Path, run: Run, database: Path) -> None:
    assert run("backup", "copy.bak")[0] == 0
    before = files(folder)
    assert run("check", "copy.bak")[0] == 0
    assert files(folder) == before
    whole = database.read_bytes()
    assert run("check")[0] == 0
    assert database.read_bytes() == whole


def test_a_backup_of_an_older_release_is_checked_as_the_next_start_would_find_it(folder: Path, run: Run) -> None:
    migrate(folder / "old.bak", shipped_migrations()[:1], backup_dir=folder, at=None)
    code, output, _ = run("check", "old.bak")
    assert code == 0
    assert f"no problem found; schema version 1, which the next start brings to {NEWEST}; 0 tables" in output
    assert query(folder / "old.bak", "PRAGMA user_version") == [(1,)]


def test_what_cannot_be_done_is_told_in_a_sentence(folder: Path, database: Path, refused: Refused) -> None:
    (folder / "text").write_bytes(NO_DATABASE)
    alter(folder / "cookies", "CREATE TABLE cookies (crumb TEXT)")
    (folder / "there.bak").write_text("mine")
    for command, words in (
        (("backup", "there.bak"), "there.bak exists already, and is not overwritten."),
        (("backup", "."), ". exists already, and is not overwritten."),
        (("backup", "none/copy.bak"), "There is no folder none."),
        (("backup", "text/copy.bak"), "There is no folder text."),
        (("check", "none"), "There is no database none."),
        (("check", "."), "There is no database .."),
        (("check", "text"), "The database text cannot be read: file is not a database."),
        (("check", "cookies"), "The file cookies is no database of this program."),
        (("restore", "none"), "There is no database none."),
        (("restore", "text"), "The database text cannot be read: file is not a database."),
        (("restore", "cookies"), "The file cookies is no database of this program."),
        (("restore", "data/comuni.sqlite3"), "data/comuni.sqlite3 is the database itself."),
    ):
        assert refused(*command) == words


def test_without_a_database_there_is_nothing_to_back_up_or_to_check(
    folder: Path, database: Path, refused: Refused
) -> None:
    database.unlink()
    for command in (("backup", "copy.bak"), ("check",)):
        assert refused(*command) == "There is no database data/comuni.sqlite3."
    assert not (folder / "copy.bak").exists()


def test_a_file_of_a_newer_release_is_neither_checked_nor_restored(folder: Path, run: Run, refused: Refused) -> None:
    assert run("backup", "copy.bak")[0] == 0
    alter(folder / "copy.bak", "PRAGMA user_version = 999")
    for command in ("check", "restore"):
        assert "a newer release wrote it" in refused(command, "copy.bak")


def test_a_file_that_is_locked_is_told_in_a_sentence(
    refused: Refused, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.inspection.PATIENCE", 0)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for command in (("backup", "copy.bak"), ("check",)):
            assert refused(*command).endswith("database is locked.")


@pytest.mark.parametrize("command", [["backup", "new.bak"], ["restore", "copy.bak"], ["check"]])
def test_a_full_disk_is_told_in_a_sentence(folder: Path, run: Run, database: Path, command: list[str]) -> None:
    assert run("backup", "copy.bak")[0] == 0
    before = files(folder), content(database)
    full = process(folder, "-c", f"{FULL} sys.exit(main({command}))")
    output, errors = full.communicate(timeout=LONG)
    assert output == ""
    one_sentence((full.returncode, errors))
    assert (files(folder), content(database)) == before


def test_wrong_settings_are_named(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMUNI_BACKUP_KEEP", "many")
    for command in (("backup", "copy.bak"), ("restore", "copy.bak"), ("check",)):
        assert "COMUNI_BACKUP_KEEP" in refused(*command)


@pytest.mark.parametrize("wrong", [["backup"], ["restore"], ["backup", "a", "b"], ["check", "a", "b"]])
def test_wrong_usage_is_refused_by_the_parser(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(wrong)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err
