"""The options of local play, apart from what plays: they are known where simcord is not installed."""

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--seats", type=int, default=3, choices=range(2, 6), help="how many people there are (3)")
    parser.add_argument("--port", type=int, default=8800, help="the port of the page (8800)")
    parser.add_argument("--fresh", action="store_true", help="begin anew, and keep the old game aside")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
