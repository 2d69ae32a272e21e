"""Why what a seat may want is not offered: the rules are asked about the best try at it."""

from collections.abc import Callable, Iterator, Mapping

from bot.game.actions import Acquire, Action, Bid, Defend, Finish, Force, Income, Move, Repair
from bot.game.errors import BidNotHigher, Refusal
from bot.game.state import Phase
from bot.ui.panels.asking import Asking
from bot.ui.panels.step_reasons import step_reasons
from bot.ui.refusals import refusal_text
from bot.ui.words import amounts, cards_count, half_coins, loot_points

MOST_LOOT = 2  # that a seat may remove in a turn (10.1)
PAIR = 2


def reasons(asking: Asking) -> list[str]:
    """A sentence for each thing that is not offered, with its rule; each sentence once."""
    return list(dict.fromkeys(REASONS[asking.observation.phase](asking)))


def _why(asking: Asking, action: Action) -> Iterator[str]:
    """Why an action is refused, in one sentence; nothing where it is legal."""
    if refused := asking.choices.refusal(action):
        yield refusal_text(refused, asking.people, asking.t)


def _projects(asking: Asking) -> Iterator[str]:
    for column in range(1, len(asking.observation.columns) + 1):
        if refused := asking.choices.refusal(_best_bid(asking, column)):
            yield _bid_text(asking, refused)
    kinds = asking.choices.kinds
    if Acquire not in kinds:
        yield from _why(asking, Acquire(seat=asking.seat))
    if Income not in kinds:
        yield from _why(asking, Income(seat=asking.seat))


def _best_bid(asking: Asking, column: int) -> Bid:
    """All coins, and all believers that make pairs."""
    believers = asking.held.believers // PAIR * PAIR
    return Bid(seat=asking.seat, column=column, coins=asking.held.coins, believers=believers)


def _bid_text(asking: Asking, refused: Refusal) -> str:
    t, data = asking.t, refused.data
    if not isinstance(refused, BidNotHigher):
        return refusal_text(refused, asking.people, t)
    return t(
        "Column {column}: {rival}'s bid is worth {standing}, and you have {tokens}; 2 believers count as 1 coin. "
        "(rule {rule})",
        column=data["column"],
        rival=asking.people.label(str(data["rival"])),
        standing=half_coins(_number(refused, "standing")),
        tokens=amounts(asking.held._replace(soldiers=0, artisans=0), t),
        rule=refused.rule,
    )


def _outbid(asking: Asking) -> Iterator[str]:
    for column in range(1, len(asking.observation.columns) + 1):
        yield from _why(asking, Move(seat=asking.seat, column=column))


def _construction(asking: Asking) -> Iterator[str]:
    t = asking.t
    yield from step_reasons(asking)
    if refused := asking.choices.refusal(Finish(seat=asking.seat)):
        excess = cards_count(_number(refused, "excess"), t)
        yield t("To finish you must discard {cards}; 2 may stay. (rule {rule})", cards=excess, rule=refused.rule)


def _invasion(asking: Asking) -> Iterator[str]:
    """One soldier more than there are; coins and believers that are left over from pairs."""
    held, seat, t = asking.held, asking.seat, asking.t
    yield from _why(asking, Defend(seat=seat, walls=Force(soldiers=held.soldiers + 1)))
    for force in (Force(coins=held.coins), Force(believers=held.believers)):
        if refused := asking.choices.refusal(Defend(seat=seat, walls=force)):
            tokens = amounts(force.tokens, t)
            yield t(
                "Of {tokens} one is left over: only pairs serve as soldiers. (rule {rule})",
                tokens=tokens,
                rule=refused.rule,
            )


def _repair(asking: Asking) -> Iterator[str]:
    t = asking.t
    for loot in range(1, MOST_LOOT + 2):
        for why in _why(asking, Repair(seat=asking.seat, loot=loot)):
            yield t("{what}: {why}", what=loot_points(loot, t), why=why)


def _number(refused: Refusal, name: str) -> int:
    value = refused.data[name]
    assert isinstance(value, int)
    return value


REASONS: Mapping[Phase, Callable[[Asking], Iterator[str]]] = {
    Phase.PROJECTS: _projects,
    Phase.OUTBID: _outbid,
    Phase.CONSTRUCTION: _construction,
    Phase.INVASION: _invasion,
    Phase.REPAIR: _repair,
}
