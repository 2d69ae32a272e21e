"""The page of local play: who plays, the channel, and the private chat of the one you play as."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from simcord.builders import ChannelHandle

from bot.local.preview import OURS, Window, Windows
from bot.local.simulation import Person, Simulation

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True)
class Place:
    """A person at the page, with their two windows."""

    person: Person
    locale: str
    channel: Window
    dm: Window

    def as_json(self) -> dict[str, Any]:
        """What the page is told of the person."""
        return {
            "id": str(self.person.id),
            "name": self.person.name,
            "locale": self.locale,
            "channel": {"address": self.channel.address, "call": self.channel.newest_call},
            "dm": {"address": self.dm.address, "call": self.dm.newest_call},
        }


class Page:
    """Serves the page, and the windows that it frames, on one port of this machine."""

    def __init__(self, simulation: Simulation, channel: ChannelHandle, port: int) -> None:
        self.simulation = simulation
        self.channel = channel
        self.port = port
        self.windows = Windows(simulation, port)
        self.places: list[Place] = []
        self.run = secrets.token_hex(8)

    @property
    def address(self) -> str:
        """Where the page is; it listens on this machine alone."""
        return f"http://127.0.0.1:{self.port}/"

    async def open(self) -> None:
        """Open the windows of everyone in the world."""
        for person in self.simulation.people:
            channel = await self.windows.open(self.channel, person)
            dm = await self.windows.open(person.dm, person)
            self.places.append(Place(person, self.simulation.locale(person), channel, dm))

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application(middlewares=[self._from_here])
        app.router.add_get("/", self._shell)
        app.router.add_get("/table", self._table)
        app.router.add_static("/static", OURS)
        self.windows.add_routes(app)
        return app

    @web.middleware
    async def _from_here(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other names for this machine: a web page elsewhere could else reach us under one of its own."""
        if request.host not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            raise web.HTTPForbidden
        response = await handler(request)
        response.headers.setdefault("Cache-Control", "no-cache")  # else a browser mixes files of two versions
        return response

    async def _shell(self, _request: web.Request) -> web.FileResponse:
        return web.FileResponse(OURS / "index.html", headers=HEADERS)

    async def _table(self, _request: web.Request) -> web.Response:
        table = {
            "run": self.run,
            "world": str(self.simulation.home.id),
            "channel": self.channel.name,
            "untouched": not self.channel.history(),
            "people": [place.as_json() for place in self.places],
        }
        return web.json_response(table, headers=HEADERS)
