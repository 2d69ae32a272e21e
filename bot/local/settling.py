"""Puts right, when imported, what simcord takes for a bot that is busy and is not, and what its client leaves out.

A module of those that know simcord's internals; see ``bot.local.world``.
"""

import asyncio
from types import SimpleNamespace
from typing import Any

from simcord import _dpy_internals, _settlement

_WAITS_FOR_WORK = {wait.__code__ for wait in (asyncio.Event.wait, asyncio.Queue.get, asyncio.Condition.wait)}
_simcord_park_reason = _settlement._park_reason  # noqa: SLF001 - wrapped below


def _waits_for_work(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for another to give it work, also through Python 3.11's two-task ``wait_for``."""
    coroutine: Any = task.get_coro()
    while hasattr(getattr(coroutine, "cr_await", None), "cr_frame"):
        coroutine = coroutine.cr_await
    code, frame = getattr(coroutine, "cr_code", None), getattr(coroutine, "cr_frame", None)
    if code is asyncio.wait_for.__code__ and frame is not None:
        inner = frame.f_locals.get("fut")
        return isinstance(inner, asyncio.Task) and not inner.done() and _waits_for_work(inner)
    return code in _WAITS_FOR_WORK


def _park_reason(self: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None) -> str | None:
    reason = _simcord_park_reason(self, task, deadline, seen)
    waiter = getattr(task, "_fut_waiter", None)
    if reason is None and waiter is not None and not waiter.done() and _waits_for_work(task):
        return "waits for work"
    return reason


# A sender that waits for its next message is idle; simcord takes it for a bot that never comes to rest.
_settlement._park_reason = _park_reason  # noqa: SLF001 - bots cannot declare it without importing simcord


_simcord_is_sleep_waiter = _dpy_internals.is_sleep_waiter


def _is_sleep_waiter(waiter: Any, loop: Any, deadline: float) -> bool:
    """simcord looks closely at every timer of the world; hundreds are left of calls that are long answered."""
    timers = [timer for timer in loop._scheduled if timer._args and timer._args[0] is waiter]  # noqa: SLF001 - as simcord
    return bool(timers) and bool(_simcord_is_sleep_waiter(waiter, SimpleNamespace(_scheduled=timers), deadline))


_dpy_internals.is_sleep_waiter = _is_sleep_waiter


_simcord_initialize = _dpy_internals.initialize_http_session  # wrapped below


def _initialize_http_session(http: Any) -> None:
    """simcord's client never logs in, which is when discord.py makes what it keeps calls back with."""
    _simcord_initialize(http)
    http._global_over = asyncio.Event()  # noqa: SLF001 - as discord.py does in `static_login`
    http._global_over.set()  # noqa: SLF001 - likewise


_dpy_internals.initialize_http_session = _initialize_http_session
