"""The traps of discord.py and Discord (design.md): classes that come unregistered, and the worst leak."""

from random import Random

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from cogs.controls import CONTROLS
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
    asking,
    board_of,
    controls,
    panel,
    ping_of,
    play_to,
    public,
    state_of,
    tap,
    tour,
)

A_VIEWS_LIFE = 15 * 60  # seconds that discord.py gives an ephemeral view
UPDATES = (6, 7)  # answers to a press that put what follows into the pressed message
PRIVATE_REPLY = {"type": 5, "data": {"flags": 64}}


def assert_nothing_kept(club: Club) -> None:
    """Every class of control is registered, and discord.py holds no view, item or form of ours."""
    store = club.bot._connection._view_store  # noqa: SLF001 - there is no other way to look
    registered = [control.__name__ for control in store._dynamic_items.values()]  # noqa: SLF001 - no public way to ask
    assert sorted(registered) == sorted(control.__name__ for control in CONTROLS)
    assert not any(store._views.values())  # noqa: SLF001 - likewise
    assert not store._synced_message_views  # noqa: SLF001 - likewise
    assert not store._modals  # noqa: SLF001 - likewise


async def test_classes_stay_registered_when_views_were_sent_edited_and_grew_old(club: Club) -> None:
    active, other = await club.start(2)
    shown = await panel(club, active)
    await panel(club, other)
    await tap(active, shown, "Help")  # edits an ephemeral message
    await tap(active, ping_of(active), "Help")  # edits a private message
    assert_nothing_kept(club)
    await club.simulation.advance(A_VIEWS_LIFE + 60)
    assert_nothing_kept(club)
    await tap(active, await tap(active, ping_of(active), "Back"), "Column 1")
    assert_nothing_kept(club)


async def test_classes_stay_registered_when_boards_are_edited_posted_anew_and_retired(club: Club) -> None:
    people = await club.start(2)
    for _ in range(3):
        await people[0].member.send(club.channel, "hello")
        await club.bid()
        assert_nothing_kept(club)
    await club.simulation.advance(A_VIEWS_LIFE + 60)
    await club.bid()
    assert_nothing_kept(club)


async def test_a_form_that_was_opened_is_not_kept_and_works_still_when_it_comes_back_late(club: Club) -> None:
    active, _ = await club.start(2)
    amounts = await tap(active, await panel(club, active), "Column 1")
    form = await active.click(amounts, label="Other amount…")
    assert form.modal is not None
    assert_nothing_kept(club)
    await club.simulation.advance(A_VIEWS_LIFE + 60)
    await club.simulation.restart()
    ((field,),) = [row["components"] for row in form.modal["components"]]
    shown = answer_of(await active.submit(form, {field["custom_id"]: "1"}))
    assert "You would bid 1 coin" in str(shown.embeds[0].description)
    assert_nothing_kept(club)


async def press_all(club: Club, person: Person) -> None:
    """Press every control that all can see; each is answered by a new private reply, and nothing public changes."""
    before, board = public(club), board_of(club)
    for control in controls(board):
        assert isinstance(control, discord.Button)
        club.simulation.requests.clear()
        answer_of(await person.click(board, custom_id=control.custom_id))
        replies = [sent.json for sent in club.simulation.requests if sent.path.endswith("/callback")]
        assert replies == [PRIVATE_REPLY]
        assert public(club) == before
        assert {sent.path.split("/")[1] for sent in club.simulation.requests} == {"interactions", "webhooks"}


async def test_no_press_of_a_board_puts_anything_where_others_see_it(club: Club) -> None:
    passer = club.simulation.person("Passer-by")
    async for _ in tour(club):
        for person in (*club.people, passer):
            await press_all(club, person)
        assert_nothing_kept(club)


async def test_no_press_of_a_lobby_puts_its_answer_where_others_see_it(club: Club) -> None:
    host, guest = await club.gather(2)
    passer = club.simulation.person("Passer-by")
    for label, people in (
        ("How it is played", (host, guest, passer)),
        ("Join", (host, guest, passer)),
        ("Leave", (passer, guest)),
        ("Join", (guest,)),
        ("Start the game", (passer, guest, host)),
    ):
        for person in people:
            club.simulation.requests.clear()
            told = await panel(club, person, label)
            (reply,) = [sent.json for sent in club.simulation.requests if sent.path.endswith("/callback")]
            assert reply == PRIVATE_REPLY
            assert not [text for _, text, *_ in public(club) if told.content and told.content in text]
    assert (await state_of(club)).phase is Phase.PROJECTS


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.INVASION, Phase.CONSTRUCTION])
async def test_what_is_pressed_in_private_is_answered_in_the_same_message(club: Club, phase: Phase) -> None:
    await club.start(2)
    await play_to(club, phase, Random(3))
    for person in club.people:
        shown = await panel(club, person)
        if not asking(shown):
            continue
        before = public(club)
        club.simulation.requests.clear()
        again = await tap(person, shown, "Help")
        assert again.id == shown.id
        (reply,) = [sent.json for sent in club.simulation.requests if sent.path.endswith("/callback")]
        assert reply is not None
        assert reply["type"] in UPDATES
        assert public(club) == before
