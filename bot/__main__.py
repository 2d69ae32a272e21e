"""The commands of the program: `python -m bot COMMAND`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.replay_command import replay_command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; argparse exits with 2 for wrong usage."""
    options = _parser().parse_args(arguments)
    return replay_command(options.files, every=options.every)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Comuni on Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="check records, one a line, by the rules")
    replay.add_argument("files", nargs="*", type=Path, help="JSON Lines; standard input without any")
    replay.add_argument("--every", action="store_true", help="answer with the position after every action")
    return parser


if __name__ == "__main__":
    sys.exit(main())
