"""Why an order is refused at the door, in one sentence that says what to do; from what its seat may know (law 4)."""

from collections.abc import Iterator, Sequence

from bot.game import errors
from bot.game.actions import Acquire, Action, Defend, Income
from bot.game.components import COMMUNES
from bot.game.errors import Refusal
from bot.game.observation import Observation
from bot.game.phases import acquire
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.game.phases.spending import not_held, odd
from bot.game.resources import RESOURCES
from bot.game.rules import Choices
from bot.game.state import Defence, Phase
from bot.ui.orders.order import AcquireNext, ClaimNext, Order, RepairAlways, SealNext, WhenOutbid
from bot.ui.panels.asking import Looking
from bot.ui.refusals import refusal_text


def refused(order: Order, looking: Looking, choices: Choices | None) -> str | None:
    """Why an order is not taken; None where it is. `choices` are what the seat may do now, while it is asked.

    What the order answers at once must be legal now.
    """
    if choices is not None and (action := _at_once(order, looking)):
        return next(_said(choices.refusal(action), looking), None)
    return next(_reasons(order, looking), None)


def columns_held(observation: Observation) -> tuple[int, ...]:
    """The columns where the observing seat's envoys stand, counted from 1."""
    assert observation.seat is not None
    return acquire.held_among(observation.columns, observation.seat)


def bonus_of(columns: Sequence[int], observation: Observation) -> int:
    """How many resources of choice the columns give (5.9)."""
    return acquire.bonus_of(columns, len(observation.communes))


def _at_once(order: Order, looking: Looking) -> Action | None:
    """What an order for one turn or invasion does now, where that is what is asked; a seal that is in stays."""
    observation, seat = looking.observation, looking.seat
    match order:
        case AcquireNext(columns, bonus) if observation.phase is Phase.PROJECTS:
            return Acquire(seat=seat, bonus=bonus) if set(columns) <= set(columns_held(observation)) else None
        case ClaimNext(choice) if observation.phase is Phase.PROJECTS:
            return Income(seat=seat, choice=choice)
        case SealNext(league, walls) if observation.phase is Phase.INVASION and observation.defence is None:
            return Defend(seat=seat, league=league, walls=walls)
    return None


def _reasons(order: Order, looking: Looking) -> Iterator[str]:
    """What speaks against an order for a time to come."""
    match order:
        case WhenOutbid(columns):
            yield from _columns(columns, looking)
        case AcquireNext():
            yield from _acquire(order, looking)
        case ClaimNext(choice):
            owed = COMMUNES[looking.seat].choices
            yield from _said(_named("5.11", choice, owed, owed), looking)
        case SealNext():
            yield from _said(_defence(order, looking), looking)
        case RepairAlways(loot) if loot >= len(BELIEVERS_FOR):
            yield from _said(errors.WrongLootNumber(), looking)


def _columns(columns: Sequence[int], looking: Looking) -> Iterator[str]:
    t, most = looking.t, len(looking.observation.columns)
    if not all(1 <= number <= most for number in columns):
        yield t("Columns are numbers from 1 to {columns}, separated by spaces or commas, such as `2 1`.", columns=most)
    if len(set(columns)) < len(columns):
        yield t("A column is named twice; name each column once.")


def _acquire(order: AcquireNext, looking: Looking) -> Iterator[str]:
    observation, held = looking.observation, columns_held(looking.observation)
    if not held:
        yield refusal_text(errors.NoEnvoyPlaced(), looking.people, looking.t)
    yield from _columns(order.columns or (0,), looking)
    for number in order.columns:
        if number not in held:
            yield looking.t(
                "Column {column}: no envoy of yours stands there; name only columns where one does, or none for all.",
                column=number,
            )
    least, most = bonus_of(order.columns, observation), bonus_of(held, observation)
    yield from _said(_named("5.9", order.bonus, least, most), looking)


def _named(rule: str, names: Sequence[str], least: int, most: int) -> Refusal | None:
    """Why resources of choice cannot be the right ones; how many the reserve will hold nobody knows yet (3.6)."""
    if not least <= len(names) <= most:
        return errors.WrongChoiceCount(rule=rule, wanted=most, named=len(names))
    unknown = (place for place, name in enumerate(names, start=1) if name not in RESOURCES)
    return next((errors.UnknownResource(rule=rule, place=place) for place in unknown), None)


def _defence(order: SealNext, looking: Looking) -> Refusal | None:
    league, walls = order.league, order.walls
    return (
        odd("11.2", coins=league.coins, believers=league.believers)
        or odd("11.2", coins=walls.coins, believers=walls.believers)
        or not_held("11.2", looking.held, Defence(league, walls).tokens)
    )


def _said(refusal: Refusal | None, looking: Looking) -> Iterator[str]:
    if refusal is not None:
        yield refusal_text(refusal, looking.people, looking.t)
