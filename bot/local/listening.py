"""Every call of the bot to the simulated Discord, told to whoever listens.

A module of those that know simcord's internals; see ``bot.local.world``.
"""

from collections.abc import Callable
from typing import Any

from simcord.http import router
from simcord.types import HttpLogEntry

_Handle = Callable[..., Any]


def listen(told: Callable[[HttpLogEntry, Any], None]) -> None:
    """From now on in this process tell of each call once Discord has handled it, and before the bot hears of it.

    What is told besides is the answer; None where there is none, or Discord refused.
    """
    handle: _Handle = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **rest: Any) -> Any:
        answer = None
        try:
            answer = handle(backend, method, path, **rest)
        finally:
            told(backend.http_requests[-1], answer)
        return answer

    router.dispatch = dispatch  # simcord's transports look it up for each call
