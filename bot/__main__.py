"""The commands of the program: `python -m bot COMMAND`."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import discord
from pydantic import SecretStr

from bot.app import ComuniBot, build_bot, run, set_up_logging
from bot.backup_command import backup_command, check_command, restore_command
from bot.local.options import add_options
from bot.repair_command import repair_command
from bot.replay_command import replay_command
from bot.settings import Settings, WrongSettings, read_settings
from bot.tables.correcting import CannotCorrect
from bot.verify_command import verify_command
from cogs.hosting import NOT_TAKEN
from storage import StoreError

AddParser = Callable[..., argparse.ArgumentParser]

WRONG_USE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; argparse exits with 2 for wrong usage."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.run
    try:
        return command(options)
    except (WrongSettings, StoreError, CannotCorrect) as error:
        return _refuse(str(error))


def _run(_options: argparse.Namespace) -> int:
    settings = read_settings()
    if not settings.token.get_secret_value():
        return _refuse("No token: put COMUNI_TOKEN=... into the file .env, as .env.example shows.")
    set_up_logging(settings)
    try:
        asyncio.run(run(settings))
    except discord.LoginFailure:  # its operator is told what to do
        return _refuse("Discord does not accept the token COMUNI_TOKEN; copy it anew from the developer portal.")
    except NOT_TAKEN as error:
        return _refuse(f"Discord cannot be reached, or refuses: {error}")
    return 0


def _play(options: argparse.Namespace) -> int:
    if find_spec("simcord") is None:
        return _refuse("Local play needs the extra `play`: `make play` installs it.")
    from bot.local import play  # noqa: PLC0415 - simcord is there with the extra `play` only

    return play.run(options, _local_bot)


def _local_bot(database: Path) -> ComuniBot:
    return build_bot(Settings(token=SecretStr("simulated"), database=database, backups=None, _env_file=None))


def _replay(options: argparse.Namespace) -> int:
    return replay_command(options.files, every=options.every)


def _verify(options: argparse.Namespace) -> int:
    return verify_command(options.files)


def _backup(options: argparse.Namespace) -> int:
    return backup_command(read_settings().database, options.target)


def _restore(options: argparse.Namespace) -> int:
    return restore_command(options.backup, read_settings().database)


def _check(options: argparse.Namespace) -> int:
    return check_command(options.file or read_settings().database)


def _repair(options: argparse.Namespace) -> int:
    return repair_command(read_settings().database, options.table, options.before, yes=options.yes)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return WRONG_USE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Comuni on Discord.")
    commands = parser.add_subparsers(required=True)
    run_bot = commands.add_parser("run", help="run the bot on Discord, with the token of .env")
    run_bot.set_defaults(run=_run)
    play = commands.add_parser("play", help="play in the browser, without Discord")
    add_options(play)
    play.set_defaults(run=_play)
    _add_record_commands(commands.add_parser)
    _add_database_commands(commands.add_parser)
    return parser


def _add_record_commands(add: AddParser) -> None:
    replay = add("replay", help="check records, one a line, by the rules")
    replay.add_argument("files", nargs="*", type=Path, help="JSON Lines; standard input without any")
    replay.add_argument("--every", action="store_true", help="answer with the position after every action")
    replay.set_defaults(run=_replay)
    verify = add("verify", help="check finished games and their deals with nothing but their records")
    verify.add_argument("files", nargs="*", type=Path, help="as /comuni record gives them; standard input without any")
    verify.set_defaults(run=_verify)


def _add_database_commands(add: AddParser) -> None:
    backup = add("backup", help="copy the database of COMUNI_DATABASE, while the bot runs too")
    backup.add_argument("target", type=Path, help="the file to make; none is overwritten")
    backup.set_defaults(run=_backup)
    restore = add("restore", help="put a backup in place of the database; the bot must not run")
    restore.add_argument("backup", type=Path, help="it stays as it is, and what it replaces is kept")
    restore.set_defaults(run=_restore)
    check = add("check", help="look for damage in a database or a backup, while the bot runs too")
    check.add_argument("file", nargs="?", type=Path, help="without one, the database of COMUNI_DATABASE")
    check.set_defaults(run=_check)
    repair = add("repair", help="take a game back that went wrong; its people are told")
    repair.add_argument("table", type=int, help="its number, as check and the footer of its board name it")
    repair.add_argument("--before", type=int, metavar="ROW", help="to where it stood before this row of its log")
    repair.add_argument("--yes", action="store_true", help="do it, and not only say what would be done")
    repair.set_defaults(run=_repair)


if __name__ == "__main__":
    sys.exit(main())
