"""The slash commands as a person types them: an example of a legal action, for the screen."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Income, Move, Repair, Wall, Withdraw

Options = Mapping[str, object]


def command_text(action: Action) -> str:
    """The action as a command with its options; those that may be left out and say nothing are left out."""
    given = " ".join(
        f"{name}:{value}" for name, value in _OPTIONS[type(action)](action).items() if value not in (None, "")
    )
    return f"`/act {action.type} {given}`" if given else f"`/act {action.type}`"


def _bid(action: Bid) -> Options:
    return {"column": action.column, "coins": action.coins, "believers": action.believers or None}


def _choice(names: tuple[str, ...]) -> Options:
    return dict(zip(("first", "second"), names, strict=False))


def _build(action: Build) -> Options:
    return {"card": action.card, "building": action.building or "new", "as": action.declared}


def _wall(action: Wall) -> Options:
    return {"card": action.card, "section": action.section or "new"}


def _defend(action: Defend) -> Options:
    league = {f"league_{kind}": count or None for kind, count in action.league}
    return league | {f"walls_{kind}": count or None for kind, count in action.walls}


_OPTIONS: Mapping[type[Action], Callable[[Any], Options]] = {
    Bid: _bid,
    Acquire: lambda action: _choice(action.bonus),
    Income: lambda action: _choice(action.choice),
    Withdraw: lambda _: {},
    Move: lambda action: {"column": action.column},
    Build: _build,
    Wall: _wall,
    Finish: lambda action: {"discard": " ".join(action.discard)},
    Repair: lambda action: {"loot": action.loot},
    Defend: _defend,
}
