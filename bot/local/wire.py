"""A wire between the bot and the simulated Discord: discord.py's own HTTP client, over real sockets.

simcord calls its Discord in the place of a request, so neither discord.py's retries nor its rate limits ever run.
Within ``async with Wire(simulation)`` the bot keeps the client that discord.py made for it; a server on the loopback
hands each call to the simulated Discord, unless there is trouble on the way. For the bot time stays the simulation's.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from io import BytesIO
from types import SimpleNamespace, TracebackType
from typing import Any, Self

from aiohttp import BodyPartReader, web
from discord.http import HTTPClient, Ratelimit, Route
from discord.webhook.async_ import AsyncWebhookAdapter
from simcord import _dpy_internals, _runtime, _settlement
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.local.simulation import Simulation

PREFIX = "/api/v10"
IDLE = 0.01  # s: where an answer takes milliseconds, looking for it more often takes longer than all the rest
VIA = {"Via": "1.1 google"}  # discord.py takes a 429 without it for one of Cloudflare's
OPEN_BUCKET = {"X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "49", "X-RateLimit-Reset-After": "1.000"}
EMPTY_BUCKET = {"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0"}
ID = re.compile(r"\d{15,}")
CLIENTS = (HTTPClient.request.__code__, AsyncWebhookAdapter.request.__code__)

_held: set[tuple[str, str]] = set()  # the calls, by method and URL, that a server does not answer


@dataclass
class Trouble:
    """What happens to calls that fit: `taken` by Discord or not, then refused, cut off, kept waiting, or slowed down.

    `status` 0 and neither `cut` nor `kept`: only the bucket is empty for `bucket_seconds`.
    """

    method: str
    path: str
    times: int | None = 1
    status: int = 0
    code: int = 0
    retry_after: float | None = None
    everywhere: bool = False
    taken: bool = False
    cut: bool = False
    kept: bool = False
    bucket_seconds: float = 0.0
    met: int = 0

    def meets(self, method: str, path: str) -> bool:
        """Whether a call fits, which is counted."""
        if self.met == self.times or self.method not in (method, "*") or not fnmatch(path, self.path):
            return False
        self.met += 1
        return True

    @property
    def body(self) -> dict[str, Any]:
        """What Discord says to a call that it refuses."""
        waiting = {} if self.retry_after is None else {"retry_after": self.retry_after, "global": self.everywhere}
        return {"code": self.code, "message": "trouble", **waiting}


class Wire:
    """Open it before the simulation starts and close it after; `troubles` are met in turn, one a call."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._server = web.Server(self._answer, handler_cancellation=True)
        self._before: list[tuple[Any, str, Any]] = []
        self.troubles: list[Trouble] = []
        self.tries: list[tuple[str, str, object]] = []  # method, path, nonce

    async def __aenter__(self) -> Self:
        listening = await asyncio.get_running_loop().create_server(self._server, "127.0.0.1", 0)
        self._listening = listening
        host, port = listening.sockets[0].getsockname()
        self._base = f"http://{host}:{port}{PREFIX}"
        self._put(Route, "BASE", self._base)
        self._put(self._simulation.world, "idle", IDLE)
        self._put(_dpy_internals, "install_http", _keep_http)
        self._put(_runtime, "FakeWebhookAdapter", _real_adapter)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for place, name, value in reversed(self._before):
            setattr(place, name, value)
        self._listening.close()
        await self._server.shutdown(0)
        await self._listening.wait_closed()

    def heal(self) -> None:
        """From now on every call gets through."""
        self.troubles.clear()

    def _put(self, place: Any, name: str, value: Any) -> None:
        self._before.append((place, name, getattr(place, name)))
        setattr(place, name, value)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        method, path = request.method, request.path.removeprefix(PREFIX)
        body, files = await _read(request)
        self.tries.append((method, path, body.get("nonce") if isinstance(body, dict) else None))
        trouble = next((each for each in self.troubles if each.meets(method, path)), None)
        if trouble is None:
            return self._taken(request, body, files)
        if trouble.taken or trouble.bucket_seconds:
            answer = self._taken(request, body, files)
            if trouble.bucket_seconds:
                answer.headers.update(EMPTY_BUCKET, **{"X-RateLimit-Reset-After": str(trouble.bucket_seconds)})
                return answer
        if trouble.kept:
            await self._keep(method, path)
        if trouble.cut:
            assert request.transport is not None
            request.transport.abort()
        return _said(trouble.body, trouble.status or 502, VIA)

    async def _keep(self, method: str, path: str) -> None:
        call = (method, self._base + path)
        _held.add(call)
        try:
            await asyncio.Event().wait()
        finally:  # the bot has hung up
            _held.discard(call)

    def _taken(self, request: web.BaseRequest, body: Any, files: list[Any]) -> web.Response:
        method, path = request.method, request.path.removeprefix(PREFIX)
        headers = {**VIA, **OPEN_BUCKET, "X-RateLimit-Bucket": f"{method} {ID.sub('ID', path.partition('/aW')[0])}"}
        try:
            told = router.dispatch(
                self._simulation.world.backend,
                method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
            )
        except BackendError as error:
            return _said(error.to_json(), error.status, headers)
        return web.Response(status=204, headers=headers) if told is None else _said(told, 200, headers)


def _said(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    """Discord names no charset, and discord.py parses nothing where one is named."""
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers, content_type="application/json")


async def _read(request: web.BaseRequest) -> tuple[Any, list[Any]]:
    """The JSON body of a request, and its files as discord.py has them."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else None), []
    body, files = None, []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            files.append(SimpleNamespace(filename=part.filename, fp=BytesIO(await part.read()), description=None))
    for file, described in zip(files, (body or {}).get("attachments", ()), strict=False):
        file.description = described.get("description")
    return body, files


def _keep_http(client: Any, http: Any) -> None:
    """In the place of simcord's `install_http`: the bot keeps its own client."""


def _real_adapter(*_args: object, **_options: object) -> AsyncWebhookAdapter:
    return AsyncWebhookAdapter()  # type: ignore[no-untyped-call]  # discord.py's __init__ says no return type


def _frames(task: asyncio.Task[Any]) -> Iterator[Any]:
    """The frames of a task from the outermost to where it waits."""
    coroutine: Any = task.get_coro()
    while (frame := getattr(coroutine, "cr_frame", None)) is not None:
        yield frame
        coroutine = coroutine.cr_await


def _is_held(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for an answer that a server keeps back, or for its turn behind such a call."""
    for frame in _frames(task):
        if frame.f_code in CLIENTS and (frame.f_locals.get("method"), frame.f_locals.get("url")) in _held:
            return True
        if frame.f_code is Ratelimit.acquire.__code__:
            return True
    return False


_park_reason_before = _settlement._park_reason  # noqa: SLF001 - wrapped below


def _park_reason(self: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None) -> str | None:
    reason: str | None = _park_reason_before(self, task, deadline, seen)
    waiter = getattr(task, "_fut_waiter", None)
    if reason is None and waiter is not None and not waiter.done() and _is_held(task):
        return "waits for an answer that does not come"
    return reason


# Nothing but the passing of time ends such a wait; simcord takes it for a bot that never comes to rest.
_settlement._park_reason = _park_reason  # noqa: SLF001 - as in world.py
