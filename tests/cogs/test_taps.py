"""How many taps things take from the board on: each press and each option taken is one."""

from random import Random

import discord

from bot.game.components import Seat, columns_in_use
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from tests.cogs.club import Club
from tests.cogs.handling import board_of, controls, holder, ping_of, play_to, state_of, tap, version


class Hand:
    """Taps for somebody and counts."""

    def __init__(self, person: Person, shown: Shown) -> None:
        self.person, self.shown = person, shown
        self.taps = 0

    async def tap(self, label: str) -> "Hand":
        """Tap what begins so."""
        self.shown = await tap(self.person, self.shown, label)
        self.taps += 1
        return self

    async def discard(self) -> "Hand":
        """Take as many cards of the menu of cards as it wants."""
        (menu,) = [one for one in controls(self.shown) if str(one.custom_id).startswith("cards")]
        assert isinstance(menu, discord.SelectMenu)
        values = [option.value for option in menu.options][: menu.min_values]
        await self.person.select(self.shown, values, custom_id=menu.custom_id)
        self.taps += 1
        return self


def from_board(club: Club, person: Person) -> Hand:
    """A hand over the board."""
    return Hand(person, board_of(club))


async def bid(club: Club, person: Person, column: int, amount: str) -> int:
    """Somebody bids; how many taps that took."""
    before = await version(club)
    hand = await (await (await from_board(club, person).tap("Act")).tap(f"Column {column}")).tap(amount)
    assert await version(club) == before + 1
    return hand.taps


async def test_a_bid_takes_three_taps_and_two_from_a_ping(club: Club) -> None:
    active, other = await club.start(2)
    assert await bid(club, active, 1, "0 coins") == 3
    hand = await (await Hand(other, ping_of(other)).tap("Column 2")).tap("1 coin")
    assert hand.taps == 2
    assert await version(club) == 3


async def test_acquiring_takes_two_taps(club: Club) -> None:
    active, other = await club.start(2)
    await bid(club, active, 1, "0 coins")
    await bid(club, other, 2, "0 coins")
    hand = await (await from_board(club, active).tap("Act")).tap("Acquire")
    assert hand.taps == 2
    assert (await state_of(club)).phase is Phase.CONSTRUCTION


async def test_a_bonus_takes_one_more_tap(club: Club) -> None:
    active, other = await club.start(2)
    starred = next(number for number, column in enumerate(columns_in_use(2), start=1) if column.bonus)
    await bid(club, active, starred, "0 coins")
    await bid(club, other, 1, "0 coins")
    hand = await (await (await from_board(club, active).tap("Act")).tap("Acquire")).tap("🪙")
    assert hand.taps == 3
    assert (await state_of(club)).phase is Phase.CONSTRUCTION


async def test_income_takes_two_taps_and_one_for_each_choice(club: Club) -> None:
    active, _ = await club.start(2)
    hand = await (await (await from_board(club, active).tap("Act")).tap("Claim income")).tap("🔨")
    assert hand.taps == 2 + 1
    assert await version(club) == 2


async def test_a_step_takes_two_taps_and_finishing_one_on_the_panel_that_is_fresh_after_it(club: Club) -> None:
    active, other = await club.start(2)
    await bid(club, active, 1, "0 coins")
    await bid(club, other, 2, "0 coins")
    await (await from_board(club, active).tap("Act")).tap("Acquire")
    hand = await from_board(club, active).tap("Act")
    steps = next(one for one in controls(hand.shown) if isinstance(one, discord.SelectMenu))
    before, seat = await version(club), await seat_of(club, active)
    await hand.tap(steps.options[0].label)
    assert hand.taps == 2
    assert await version(club) == before + 1
    finishes = "Finish" if len((await state_of(club)).city(seat).hand) <= 2 else None
    await (hand.tap(finishes) if finishes else hand.discard())
    assert hand.taps == 3
    assert (await state_of(club)).active != seat


async def test_sealing_takes_three_taps(club: Club) -> None:
    await club.start(2)
    state = await play_to(club, Phase.INVASION, Random(4))
    rich = next(city.seat for city in state.cities if city.resources.soldiers)
    person = await holder(club, rich)
    hand = await (await (await from_board(club, person).tap("Act")).tap("League: all")).tap("Seal")
    assert hand.taps == 3
    assert (await state_of(club)).city(rich).sealed is not None


async def test_withdrawing_takes_one_tap_on_the_ping(club: Club) -> None:
    await club.start(2)
    state = await play_to(club, Phase.OUTBID, Random(4))
    (seat,) = waiting(state)
    hand = await Hand(await holder(club, seat), ping_of(await holder(club, seat))).tap("Take back")
    assert hand.taps == 1
    assert (await state_of(club)).phase is not Phase.OUTBID


async def seat_of(club: Club, person: Person) -> Seat:
    """The seat that somebody holds."""
    seat = (await club.table()).seat_of(person.id)
    assert seat is not None
    return seat
