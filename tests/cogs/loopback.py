"""A Discord on this machine for the real gateway code of discord.py: it greets, and answers heartbeats or nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import yarl
from aiohttp import WSMsgType, web

BEAT = 20  # ms between two heartbeats
USER = {"id": "1", "username": "comuni", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {"id": "1", "name": "comuni", "flags": 0, "description": "", "icon": None, "verify_key": "", "team": None}
IDENTIFY, RESUME, HEARTBEAT = 2, 6, 1


class Loopback:
    """Takes every connection; while it is `silent` it says nothing on any, but that a session goes on."""

    def __init__(self) -> None:
        self.silent = False
        self.address = ""
        self.resumed = asyncio.Event()

    async def me(self, _request: web.Request) -> web.Response:
        """Who the bot is."""
        return _json(USER)

    async def application(self, _request: web.Request) -> web.Response:
        """What it belongs to."""
        return _json({**APPLICATION, "owner": USER, "bot_public": True, "bot_require_code_grant": False})

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """One connection."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await _say(socket, 10, {"heartbeat_interval": BEAT})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._answer(socket, message.json()["op"])
        return socket

    async def _answer(self, socket: web.WebSocketResponse, op: int) -> None:
        if op == IDENTIFY:
            ready = {"v": 10, "user": USER, "guilds": [], "session_id": "loopback", "application": APPLICATION}
            await _say(socket, 0, {**ready, "resume_gateway_url": f"ws://{self.address}/gateway"}, "READY")
        elif op == RESUME:
            self.resumed.set()
            await _say(socket, 0, {}, "RESUMED")
        elif op == HEARTBEAT and not self.silent:
            await _say(socket, 11, None)


def _json(data: Any) -> web.Response:
    """Without a charset, as Discord's: discord.py takes nothing else for JSON."""
    return web.Response(body=json.dumps(data).encode(), content_type="application/json")


async def _say(socket: web.WebSocketResponse, op: int, data: Any, event: str | None = None) -> None:
    await socket.send_json({"op": op, "d": data, "s": 1 if event else None, "t": event})


@asynccontextmanager
async def loopback() -> AsyncIterator[Loopback]:
    """A Discord that runs, at an address of this machine that is free."""
    discord, app = Loopback(), web.Application()
    app.router.add_get("/api/users/@me", discord.me)
    app.router.add_get("/api/oauth2/applications/@me", discord.application)
    app.router.add_get("/gateway", discord.gateway)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0]
        discord.address = f"{host}:{port}"
        yield discord
    finally:
        await runner.cleanup()


def gateway_of(discord: Loopback) -> yarl.URL:
    """Where its gateway is."""
    return yarl.URL(f"ws://{discord.address}/gateway")
