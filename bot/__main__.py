"""The commands of the program: `python -m bot COMMAND`."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import discord
from pydantic import SecretStr, ValidationError

from bot.app import ComuniBot, build_bot, run, set_up_logging
from bot.local.options import add_options
from bot.replay_command import replay_command
from bot.settings import Settings
from bot.verify_command import verify_command
from cogs.hosting import NOT_TAKEN
from storage import StoreError

WRONG_USE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; argparse exits with 2 for wrong usage."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.run
    return command(options)


def _run(_options: argparse.Namespace) -> int:
    try:
        settings = Settings()
    except ValidationError as error:
        names = ", ".join(f"COMUNI_{'_'.join(map(str, wrong['loc']))}".upper() for wrong in error.errors())
        return _refuse(f"These settings are wrong: {names}. See .env.example.")
    if not settings.token.get_secret_value():
        return _refuse("No token: put COMUNI_TOKEN=... into the file .env, as .env.example shows.")
    set_up_logging(settings)
    try:
        asyncio.run(run(settings))
    except discord.LoginFailure:
        return _refuse("Discord does not accept the token COMUNI_TOKEN; copy it anew from the developer portal.")
    except StoreError as error:
        return _refuse(str(error))
    except NOT_TAKEN as error:
        return _refuse(f"Discord cannot be reached, or refuses: {error}")
    return 0


def _play(options: argparse.Namespace) -> int:
    if find_spec("simcord") is None:
        return _refuse("Local play needs the extra `play`: `make play` installs it.")
    from bot.local import play  # noqa: PLC0415 - simcord is there with the extra `play` only

    return play.run(options, _local_bot)


def _local_bot(database: Path) -> ComuniBot:
    return build_bot(Settings(token=SecretStr("simulated"), database=database, _env_file=None))


def _replay(options: argparse.Namespace) -> int:
    return replay_command(options.files, every=options.every)


def _verify(options: argparse.Namespace) -> int:
    return verify_command(options.files)


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
    replay = commands.add_parser("replay", help="check records, one a line, by the rules")
    replay.add_argument("files", nargs="*", type=Path, help="JSON Lines; standard input without any")
    replay.add_argument("--every", action="store_true", help="answer with the position after every action")
    replay.set_defaults(run=_replay)
    verify = commands.add_parser("verify", help="check finished games and their deals with nothing but their records")
    verify.add_argument("files", nargs="*", type=Path, help="as /comuni record gives them; standard input without any")
    verify.set_defaults(run=_verify)
    return parser


if __name__ == "__main__":
    sys.exit(main())
