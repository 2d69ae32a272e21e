"""The loops in which stewards act: woken by changes, kept going through faults, started again with the program."""

import discord
import pytest

from bot.tables.stewarding import Stewarding
from bot.ui.table_texts import LOBBY_BUTTONS
from cogs.stewards import FIRST_PAUSE
from tests.cogs.club import Club


async def alone(club: Club, stewards: int = 1) -> None:
    """A game of one person and stewards has begun."""
    (alice,) = await club.gather(1)
    await alice.slash(club.channel, "comuni stewards", count=stewards)
    await alice.slash(club.channel, "comuni start")


async def asked(club: Club) -> bool:
    return await club.bot.tables.stewarding.asked(await club.table()) is not None


async def test_a_fault_is_logged_with_a_code_and_the_stewards_act_a_little_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, faults = Stewarding.play, 2

    async def faulty(self: Stewarding, table_id: int) -> None:
        nonlocal faults
        if await asked(club) and faults:
            faults -= 1
            raise OSError
        await played(self, table_id)

    monkeypatch.setattr(Stewarding, "play", faulty)
    await alone(club)
    while not await asked(club) and faults == 2:
        await club.bid()
    await club.simulation.advance(3 * FIRST_PAUSE)
    assert faults == 0
    assert not await asked(club)
    assert ["code " in logged for logged in club.simulation.errors] == [True] * 2
    club.simulation.errors.clear()


async def test_the_lobby_says_how_stewards_come_and_has_buttons_for_it(club: Club) -> None:
    (alice,) = await club.gather(1)
    (lobby,) = club.channel.history()
    assert "Stewards are computer players" in str(lobby.embeds[0].to_dict())
    found = [discord.ui.View.from_message(lobby)]
    labels = [getattr(item, "label", None) for view in found for item in view.children]
    assert labels == list(LOBBY_BUTTONS.values())
    await alice.click(lobby, label="Add a steward")
    (lobby,) = club.channel.history()
    assert "2. 🤖 Steward" in str(lobby.embeds[0].description)
