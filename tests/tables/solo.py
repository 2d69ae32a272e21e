"""What the tests of stewards share: a person alone with them, and stewards that do what a test wants."""

from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.stewards import Character, Decision, Motive, Offers, Reason
from bot.tables.log import reason_body
from tests.game.characters import RANDOM
from tests.tables.hosting import CHANNEL, HOST, Hosting, typed


async def lobby(
    hosting: Hosting, stewards: int, people: int = 1, *, room: int = 5, character: Character = Character.STEWARD
) -> int:
    """A table in lobby with people and stewards."""
    table_id = await hosting.lobby(people, room=room)
    await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, stewards, character)
    return table_id


async def begun(hosting: Hosting, stewards: int = 2, *, channel: int = CHANNEL) -> int:
    """A running table of Ada and stewards; what is owed stays owed."""
    table_id = await hosting.lobby(1, channel=channel)
    await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, stewards, Character.STEWARD)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    return table_id


async def own_seat(hosting: Hosting, table_id: int) -> Seat:
    """Ada's."""
    seat = (await hosting.table(table_id)).seat_of(HOST.user_id)
    assert seat is not None
    return seat


async def play_alone(hosting: Hosting, table_id: int, rng: Random, until: Phase = Phase.OVER) -> None:
    """Ada acts at random whenever the stewards have left the game to her, until it is in a phase."""
    seat = await own_seat(hosting, table_id)
    while (state := await hosting.state(table_id)).phase is not until:
        if seat in waiting(state):
            await hosting.play(table_id, RANDOM.act(state, seat, rng))
        else:
            await hosting.tables.stewarding.play(table_id)


def first_legal(_observation: Observation, offers: Offers, _random: Random) -> Decision:
    """The same whenever it is asked the same."""
    return Decision(offers.of(offers.kinds[0])[0], Reason(Motive.SAVE))


async def decided(hosting: Hosting, table_id: int) -> Callable[[], Awaitable[object]]:
    """A steward that is asked has decided for the first legal action; it acts when the test calls what is given."""
    sight = await hosting.tables.stewarding.asked(await hosting.table(table_id))
    assert sight is not None
    assert sight.observation is not None
    assert sight.choices is not None
    decision = first_legal(sight.observation, sight.choices, Random())
    user_id, reason = await hosting.holder(table_id, decision.action.seat), reason_body(decision.reason)
    data, prompt = typed(decision.action), sight.prompt
    return partial(hosting.tables.playing.act, table_id, user_id, data, prompt=prompt, reason=reason)
