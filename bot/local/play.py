"""Local play: the real bot in a simulated Discord, in the browser. ``python -m bot play``."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web
from discord.ext import commands

from bot.local.page import Page
from bot.local.saved import Folder, Unreadable
from bot.local.simulation import Simulation
from storage.errors import StoreError, StoreInUse
from storage.lock import hold

log = logging.getLogger(__name__)

MakeBotFor = Callable[[Path], commands.Bot]
PEOPLE = (("Alice", "en-US"), ("Bob", "en-US"), ("Chiara", "it"), ("Dario", "it"), ("Emi", "ja"))
CHANNEL = "piazza"
HOST = "127.0.0.1"
BEAT = 0.2  # s between two looks at the world
PATIENCE = 20.0  # s: a bot that is busy for longer than this has hung; a slow machine takes some for the first picture
GRACE = 1.0  # s: the same when the program was told to end
REFUSED = 2  # exit code


class PortTaken(Exception):
    """The page can't have its port."""


def run(options: argparse.Namespace, make_bot_for: MakeBotFor) -> int:
    """Play until Ctrl-C or SIGTERM. ``make_bot_for`` makes the bot for a database file. Returns the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    folder = Folder(Path("play"))
    folder.path.mkdir(exist_ok=True)
    try:
        with hold(folder.path / "play"), _listen(options.port) as listener:
            world = _world(folder, fresh=options.fresh)
            asyncio.run(_play(folder, world, listener, options, make_bot_for))
    except StoreInUse:  # who starts it is told
        return _refuse(f"Somebody plays in the folder {folder.path.resolve()} already.")
    except (PortTaken, StoreError) as refused:
        return _refuse(str(refused))
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return REFUSED


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise PortTaken(f"Port {port} is not free ({error.strerror}). Choose another one with --port.") from error


def _world(folder: Folder, *, fresh: bool) -> bytes | None:
    """The world to go on with. One that can't is kept aside together with its database."""
    try:
        if not fresh:
            return folder.load()
        reason = "You asked for a new game."
    except Unreadable as unreadable:
        reason = f"{unreadable} A new game begins."
    aside = folder.set_aside()
    if aside:
        print(f"{reason} The old one is kept in {aside}.")
    return None


async def _play(
    folder: Folder,
    world: bytes | None,
    listener: socket.socket,
    options: argparse.Namespace,
    make_bot_for: MakeBotFor,
) -> None:
    ended = _ended()
    simulation = Simulation(
        lambda: make_bot_for(folder.database), world=world, now=datetime.now(UTC), patience=PATIENCE
    )
    await simulation.start()
    hurrying = asyncio.create_task(_hurry(simulation, ended))
    try:
        _invite(simulation, options.seats)
        page = Page(simulation, simulation.channel(CHANNEL), listener.getsockname()[1])
        await page.open()
        runner = web.AppRunner(page.app(), access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.SockSite(runner, listener).start()
        _announce(page.address, browser=not options.no_browser)
        await _keep_time(page, folder, ended)
        await runner.cleanup()
    finally:
        hurrying.cancel()
        await simulation.close()
        folder.save(simulation.dump())


def _invite(simulation: Simulation, people: int) -> None:
    """A kept world has its people already, and may get more."""
    for name, locale in PEOPLE[len(simulation.people) : people]:
        simulation.person(name, locale=locale)


def _ended() -> asyncio.Event:
    """Set by Ctrl-C and SIGTERM."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(ended.set))
    return ended


def _announce(address: str, *, browser: bool) -> None:
    print(f"Play at {address}  (Ctrl-C ends it; the game is kept)", flush=True)
    desktop = sys.platform != "linux" or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    if browser and desktop:
        webbrowser.open(address)


async def _hurry(simulation: Simulation, ended: asyncio.Event) -> None:
    """Do not wait long for a bot that hangs when told to end."""
    await ended.wait()
    simulation.world.patience = GRACE


async def _keep_time(page: Page, folder: Folder, ended: asyncio.Event) -> None:
    """Let the world live, and save it whenever something happened; the disk is waited for beside it."""
    while not ended.is_set():
        with contextlib.suppress(TimeoutError):  # the usual case: it goes on for another beat
            await asyncio.wait_for(ended.wait(), BEAT)
        try:
            if await page.windows.beat():
                await asyncio.to_thread(folder.save, page.simulation.dump())
        except TimeoutError:
            log.warning("The bot has been busy for %s seconds", page.simulation.world.patience)
