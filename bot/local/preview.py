"""The pages of local play: for each person the channel and the private chat, live, all at one address.

simcord has a preview of one channel for one reader, made to look at what a test left. Here one is open for each
person and channel, served side by side, and drawn anew as the
world changes. With ``bot.local.world`` and ``bot.local.drawing`` this is the only module that knows simcord's
internals. Each reach into them says why.
"""

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from aiohttp import web
from simcord import preview as simcord_preview
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle
from simcord.preview import Preview, _server
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.local.drawing import Pictures, png_size
from bot.local.simulation import Person, Simulation
from bot.local.world import World

OURS = Path(__file__).with_name("static")
THEIRS = Path(simcord_preview.__file__).with_name("static")
A_DAY = 24 * 3600.0
CALLS = ("POST", "/api/pages", "_pages"), ("DELETE", "/api/pages/{context_id}", "_delete_page")
QUESTIONS = ("/api/state", "_state"), ("/api/commands", "_commands"), ("/api/action-result", "_action_result")

_server.web = web  # type: ignore[attr-defined]  # simcord imports it where it opens its own port, which we do not


class _Counter(PreviewServer):
    """Answers requests for one preview like simcord's server, but has no port of its own."""

    _SECURITY_HEADERS: ClassVar[dict[str, str]] = {
        name: value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        for name, value in PreviewServer._SECURITY_HEADERS.items()  # noqa: SLF001 - all but what bans our frames
        if name != "X-Frame-Options"
    }

    async def start(self) -> None:
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class Window(Preview):
    """One channel as one person sees it."""

    _PAGE_LEASE_SECONDS = A_DAY  # a page outlives a sleeping laptop
    _MAX_PAGES = 64

    env: World

    def __init__(self, windows: "Windows", channel: ChannelHandle, person: Person) -> None:
        super().__init__(
            windows.simulation.world,
            channel,
            (person.within(channel.id),),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale=windows.simulation.locale(person),
            timezone="UTC",
            presentation_time=None,
            assets=windows.pictures,
            port=windows.port,
        )
        self.windows = windows
        self._server = _Counter(self, windows.port)
        self._media_worker = Pictures()
        self._drawn: dict[str, int] = {}
        self._controls: dict[tuple[str, str], tuple[int, int]] = {}

    @property
    def address(self) -> str:
        """Where the window is, below the page's address."""
        return f"/frame#{self.capability}"

    @property
    def newest_call(self) -> str | None:
        """The newest message of the bot that is for this person above all: in private, or mentioning them."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            ours = message.author_id == self.env.backend.bot_user.id
            mine = message.is_ephemeral and message.visible_to(self.viewers[0].id)
            private = self.channel.guild is None or mine
            if ours and (private or self.viewers[0].id in message.ping_user_ids):
                return str(message.id)
        return None

    async def open(self) -> None:
        """Begin to show it."""
        self.env._preview = None  # noqa: SLF001 - simcord allows one preview at a time
        await self.__aenter__()

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        """Draw a page, and note with which drawing the controls of each message last changed."""
        super()._publish(page, reason=reason)
        self._drawn[page.id] = self.windows.changes
        self._measure(page)
        for message_id in page.snapshot["timeline"]:
            controls = hash(json.dumps(self.env.backend.get_message(page.channel_id, int(message_id)).components))
            if self._controls.get((page.id, message_id), (0, 0))[0] != controls:
                self._controls[page.id, message_id] = (controls, page.revision)

    def _measure(self, page: _Page) -> None:
        """Say how large pictures are. simcord does so once they were shown, and a page jumps when one comes."""
        for asset in page.assets.values():
            size = png_size(self._blobs[asset.digest].data) if asset.digest and not asset.validated else None
            if size:
                asset.width, asset.height = size
                asset.mediaKind, asset.validated = "image", True

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        """A page when the browser asks for it: drawn anew only where the world has changed since."""
        if self._drawn.get(page.id) != self.windows.changes:
            self._advance_presentation_time()
            self._publish(page, reason="refresh")
        return super()._page_payload(page)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """What a person did on a page, one at a time: simcord refuses what overlaps."""
        async with self.windows.lock:
            self.env._preview = self  # noqa: SLF001 - it asks the preview whether a message was written on a page
            page = self._get_page(context_id)
            if isinstance(body, Mapping) and self._as_seen(page, body):
                body = {**body, "published_revision": page.revision}
            return await super()._action(context_id, body)

    def _as_seen(self, page: _Page, body: Mapping[str, Any]) -> bool:
        """Whether what was pressed is still what the person saw.

        simcord wants the whole page to be the newest, and pages here change all the time; it finds a control by
        its place. So only the controls of that one message must not have changed.
        """
        changed = self._controls.get((page.id, str(body.get("target_id"))), (0, 0))[1]
        seen = body.get("published_revision")
        return body.get("kind") not in ("click", "select") or (isinstance(seen, int) and seen >= changed)


class Windows:
    """All windows into a running simulation, and the lock under which its world moves."""

    def __init__(self, simulation: Simulation, port: int) -> None:
        self.simulation = simulation
        self.port = port
        self.lock = asyncio.Lock()
        self.changes = 0
        self.pictures = self._give_the_bot_a_face()
        self._by_capability: dict[str, Window] = {}

    def _give_the_bot_a_face(self) -> dict[str, tuple[str, bytes]]:
        """Our icon as the bot's avatar: its address, file name and bytes."""
        bot = self.simulation.world.backend.bot_user
        bot.avatar = "comuni"
        return {f"{CDN_BASE}/avatars/{bot.id}/{bot.avatar}.png": ("comuni.png", (OURS / "icon.png").read_bytes())}

    async def open(self, channel: ChannelHandle, person: Person) -> Window:
        """Open a channel for a person."""
        window = Window(self, channel, person)
        await window.open()
        self._by_capability[window.capability] = window
        return window

    async def beat(self) -> bool:
        """Let simulated time catch up with real time; whether anything happened in the world since the last beat."""
        discord = self.simulation.world.backend
        async with self.lock:
            behind = datetime.now(UTC) - self.simulation.now()
            await self.simulation.advance(max(0.0, behind.total_seconds()))
            happened = bool(discord.transcript)
            if happened:
                self.changes += 1
            discord.forget()
        return happened

    def add_routes(self, app: web.Application) -> None:
        """simcord's own addresses, plus ``/frame``: its page with our style and script."""
        app.router.add_get("/frame", self._frame)
        for path in PreviewServer._STATIC_FILES:  # noqa: SLF001 - the pages ask for these
            if path != "/":
                app.router.add_get(path, self._file)
        for path, method in QUESTIONS:
            app.router.add_get(path, self._call(method))
        for verb, path, method in (*CALLS, ("POST", "/api/action", "_action")):
            app.router.add_route(verb, path, self._call(method))
        app.router.add_get("/api/assets/{asset_id}", self._call("_asset"))

    def _call(self, method: str) -> Any:
        """Pass a request on to the window whose capability it carries."""

        async def answer(request: web.Request) -> web.StreamResponse:
            window = self._by_capability.get(request.headers.get("X-Simcord-Capability", ""))
            if window is None:
                raise web.HTTPUnauthorized
            response: web.StreamResponse = await getattr(window._server, method)(request)  # noqa: SLF001 - its routes
            return response

        return answer

    async def _frame(self, _request: web.Request) -> web.Response:
        text = (THEIRS / "index.html").read_text(encoding="utf-8")
        scripts = "".join(f'<script src="/static/{name}.js"></script>' for name in ("follow", "frame"))
        ours = f'<link rel="stylesheet" href="/static/frame.css">{scripts}</head>'
        return web.Response(
            text=text.replace("</head>", ours),
            content_type="text/html",
            headers=_Counter._SECURITY_HEADERS,  # noqa: SLF001 - ours
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        server = next(iter(self._by_capability.values()))._server  # noqa: SLF001 - any of them has all files
        response: web.StreamResponse = await server._static(request)  # noqa: SLF001 - its route
        if request.path.startswith("/fonts/"):  # 30 MB, which simcord would send again with each page
            response.headers["Cache-Control"] = "public, max-age=86400"
            del response.headers["Pragma"]
        return response
