"""People act, in the two plays of a plot, by each route that there is; ids in what they read made alike (law 4)."""

import re
from collections import defaultdict, deque
from collections.abc import Iterable
from random import Random

import discord

from bot.game.actions import Action
from bot.game.observation import Observation
from bot.stewards import Decision, Motive, Offers, Reason
from bot.ui.custom_ids import Kind
from bot.ui.panels.codes import encode
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House
from tests.end_to_end.routes import Order, Route, ordered, typed
from tests.end_to_end.tapping import controls

ID = re.compile(r"[0-9]{15,}")
FINGERPRINT = re.compile(r"[0-9a-f]{64}")
REASONS = (Reason(Motive.SAVE), Reason(Motive.SLIP))  # of stewards, in the one play and in the other


class Script:
    """What stewards do in one of the plays, by seat, in place of their own decisions; and why."""

    def __init__(self, actions: Iterable[Action], reason: Reason = REASONS[0]) -> None:
        self._reason = reason
        self._of: defaultdict[str | None, deque[Action]] = defaultdict(deque)
        for action in actions:
            self._of[action.seat].append(action)

    def __call__(self, observation: Observation, _offers: Offers, _random: Random) -> Decision:
        """The next action of the seat."""
        return Decision(self._of[observation.seat].popleft(), self._reason)


async def act(house: House, action: Action, route: Route) -> None:
    """Have the person of a seat act by hand, or order what is asked of them already."""
    if route is Route.ORDER:
        state = await house.state()
        at_once = ordered(action, state, state)
        assert at_once is not None
        await order(house, at_once)
        await cancel(house, at_once)
    else:
        await (act_by_tap if route is Route.TAP else act_by_command)(house, action)


async def act_by_tap(house: House, action: Action) -> None:
    """Have the driver of a seat press the control for an action on their panel."""
    person = (await driver_of(house, action.seat)).person
    opened = (await person.click(await house.board(), label="Act")).response
    assert opened is not None
    pressed = (await person.forge(opened, control_of(opened.message, Kind.DO, encode(action)))).response
    assert pressed is not None
    assert "your screen" in str(pressed.embeds[0].title) or pressed.components


async def act_by_command(house: House, action: Action) -> None:
    """Have the driver of a seat type an action."""
    driver = await driver_of(house, action.seat)
    command, options = typed(action)
    shown = driver.heard(await driver.person.slash(house.channel, command, **options))
    assert shown.is_screen, shown.text


async def order(house: House, given: Order) -> None:
    """Have the person of a seat type an order."""
    person = (await driver_of(house, given.seat)).person
    told = (await person.slash(house.channel, f"order {given.kind}", **given.options)).response
    assert told is not None
    assert told.embeds


async def cancel(house: House, given: Order) -> None:
    """Have them take back whatever they have ordered."""
    await (await driver_of(house, given.seat)).person.slash(house.channel, "order cancel", what="all")


async def take_back(house: House, action: Action) -> None:
    """Have the driver of a seat take back what they did."""
    told = (await (await driver_of(house, action.seat)).person.slash(house.channel, "comuni undo")).response
    assert told is not None
    assert told.content.startswith("↩️ Taken back: "), told.content


async def driver_of(house: House, seat: str) -> Driver:
    """Who drives a seat."""
    table = await house.table()
    return next(driver for driver in house.drivers if table.seat_of(driver.person.id) == seat)


def control_of(opened: discord.Message, kind: Kind, choice: str) -> str:
    """The custom id that a control of an open panel would have."""
    seat_controls = [str(control.custom_id).split(":") for control in controls(opened)]
    return ":".join((kind, *(seat_controls[0][1:4] if seat_controls else ("1", "lucca", "1")), choice))


def normal(text: str, known: set[str]) -> str:
    """Text without the ids that differ from run to run, and without the fingerprint, which is of the hidden decks."""
    return ID.sub(lambda found: found[0] if found[0] in known else "ID", FINGERPRINT.sub("FINGERPRINT", text))
