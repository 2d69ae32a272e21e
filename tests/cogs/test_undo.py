"""Taking back one's own last action: offered exactly while it can be, by a button that names it, or typed."""

from random import Random

import discord
import pytest

from bot.game.rules import waiting
from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from bot.tables.undoing import undo_refusal
from bot.ui.custom_ids import Kind
from tests.cogs.club import Club, last_board
from tests.cogs.handling import (
    answer_of,
    asking,
    board_of,
    controls,
    holder,
    ids,
    panel,
    ping_of,
    play_on,
    play_to,
    public,
    state_of,
    tap,
    version,
)

DAY = 24 * 3600  # seconds
OUT_OF_DATE = "That was asked earlier and has changed since."
ACTED = "Somebody else has acted since you did"
REVEALED = "Something hidden was shown since you acted"
TAKEN_BACK = "↩️ Taken back: "


def undos(message: Shown) -> list[str]:
    """The labels of the buttons that take something back; there is one at most."""
    return [str(one.label) for one in controls(message) if isinstance(one, discord.Button) and is_undo(one)]


def is_undo(control: discord.Button) -> bool:
    return str(control.custom_id).startswith(f"{Kind.UNDO}:")


async def bid(club: Club, person: Person, column: int = 1) -> discord.Message:
    """Somebody bids nothing on a column, by taps; what they are shown."""
    return await tap(person, await tap(person, await panel(club, person), f"Column {column}"), "0 coins")


async def undo(person: Person, message: Shown) -> discord.Message:
    """Somebody presses the button that takes back."""
    return await tap(person, message, "Take back: ")


async def typed(person: Person, club: Club, **options: str) -> discord.Message:
    """Somebody types the command in the channel."""
    return answer_of(await person.slash(club.channel, "comuni undo", **options))


async def allowed(club: Club, person: Person) -> bool:
    """Whether somebody may take something back at this moment, by the log."""
    table = await club.table()
    seat = table.seat_of(person.id)
    history = await club.bot.tables.reader.history(table)
    return seat is not None and undo_refusal(history, seat, person.id) is None


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (3, 6)])
async def test_it_is_offered_exactly_while_it_is_allowed(club: Club, seats: int, seed: int) -> None:
    await club.start(seats)
    random, offered, phases = Random(seed), 0, set()
    while (state := await state_of(club)).phase is not Phase.OVER and (state.turn < 20 or not state.invasions):
        await play_on(club, random)
        phases.add((await state_of(club)).phase)
        for person in club.people:
            may = await allowed(club, person)
            for label in ("Act", "My screen"):
                assert len(undos(await panel(club, person, label))) == may
            offered += may
    assert offered > 10
    assert phases >= {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.INVASION, Phase.OUTBID}


async def test_the_answer_to_an_action_has_the_button_and_pressing_it_takes_the_action_back(club: Club) -> None:
    active, other = await club.start(2)
    before = await state_of(club)
    shown = await bid(club, active, 2)
    assert undos(shown) == ["Take back: bid on column 2"]
    assert not asking(shown)
    assert undos(await panel(club, other)) == []
    again = await undo(active, shown)
    assert again.content == f"{TAKEN_BACK}bid on column 2."
    assert await state_of(club) == before
    assert ids(again) == ids(await panel(club, active))
    assert asking(again)
    assert undos(again) == []


async def test_the_button_is_in_private_messages_and_works_there(club: Club) -> None:
    active, _ = await club.start(2)
    before = await state_of(club)
    shown = await tap(active, await tap(active, ping_of(active), "Column 1"), "0 coins")
    assert undos(shown) == ["Take back: bid on column 1"]
    assert (await undo(active, shown)).content.startswith(TAKEN_BACK)
    assert await state_of(club) == before


async def test_an_inner_panel_keeps_to_its_own_question(club: Club) -> None:
    await club.start(2)
    random = Random(4)
    while True:
        await play_on(club, random)
        active = await holder(club, waiting(await state_of(club))[0])
        opened = await panel(club, active)
        if undos(opened):
            break
    assert {"Help"} <= {getattr(control, "label", None) for control in controls(opened)}
    inner = await tap(active, opened, "Help")
    assert undos(inner) == []
    assert undos(await tap(active, inner, "Back")) == undos(opened)


async def test_what_is_asked_anew_is_answered_by_new_controls_alone(club: Club) -> None:
    active, _ = await club.start(2)
    amounts = await tap(active, await panel(club, active), "Column 1")
    shown = await tap(active, amounts, "0 coins")
    await undo(active, shown)
    stale = await active.forge(board_of(club), asking(amounts)[0])
    assert answer_of(stale).content.startswith(OUT_OF_DATE)
    assert " bids 0 coins on column 1." in (await bid(club, active)).content


@pytest.mark.parametrize("wait", [0, 15 * 60 + 1, DAY])
async def test_it_works_after_a_restart_and_any_time(club: Club, wait: int) -> None:
    active, _ = await club.start(2, clock={"pace": "0"})
    before = await state_of(club)
    await bid(club, active)
    await club.simulation.restart()
    await club.simulation.advance(wait)
    shown = await panel(club, active, "My screen")
    await club.simulation.crash()
    assert (await undo(active, shown)).content.startswith(TAKEN_BACK)
    assert await state_of(club) == before


async def test_pressed_twice_it_takes_back_one_action(club: Club) -> None:
    active, other = await club.start(2)
    await bid(club, active, 1)
    devices = [await bid(club, other, 2), await panel(club, other, "My screen"), await panel(club, other)]
    before = await version(club)
    async with club.simulation.together():
        results = [await other.click(shown, label="Take back: bid on column 2") for shown in devices]
    told = [answer_of(result).content for result in results]
    assert await version(club) == before + 1
    assert [text.startswith(OUT_OF_DATE) for text in told].count(True) == 2
    assert [text.startswith(TAKEN_BACK) for text in told].count(True) == 1


async def test_an_earlier_actions_button_is_out_of_date(club: Club) -> None:
    active, _ = await club.start(2)
    old = await bid(club, active, 1)
    await undo(active, await panel(club, active))
    shown = await bid(club, active, 1)
    assert undos(shown) == undos(old)
    before = await state_of(club)
    (custom_id,) = [custom_id for custom_id in ids(old) if custom_id.startswith(Kind.UNDO)]
    told = answer_of(await active.forge(board_of(club), custom_id))
    assert told.content.startswith(OUT_OF_DATE)
    assert undos(told) == undos(shown)
    assert await state_of(club) == before


async def test_once_somebody_else_has_acted_it_says_so_and_shows_the_panel(club: Club) -> None:
    active, other = await club.start(2)
    shown = await bid(club, active, 1)
    await bid(club, other, 2)
    before = await version(club)
    told = await undo(active, shown)
    assert told.content.startswith(ACTED)
    assert ids(told) == ids(await panel(club, active))
    assert (await typed(active, club)).content == told.content
    assert await version(club) == before


async def test_once_cards_were_drawn_it_says_so(club: Club) -> None:
    active, other = await club.start(2)
    await bid(club, active, 1)
    await bid(club, other, 2)
    acquired = await tap(active, await panel(club, active), "Acquire")
    assert "is refilled" in acquired.content
    assert undos(acquired) == []
    before = await version(club)
    assert (await typed(active, club)).content.startswith(REVEALED)
    assert await version(club) == before


async def test_typed_it_shows_the_screen_and_what_was_taken_back(club: Club) -> None:
    active, _ = await club.start(2)
    before = await state_of(club)
    assert undos(answer_of(await active.slash(club.channel, "act bid", column=3))) == ["Take back: bid on column 3"]
    shown = await typed(active, club)
    assert shown.content == f"{TAKEN_BACK}bid on column 3."
    assert "your screen" in str(shown.embeds[0].title)
    assert asking(shown)
    assert await state_of(club) == before
    assert (await typed(active, club)).content.startswith("There is nothing to take back")


async def test_in_a_private_message_a_table_is_named_as_for_the_screen(club: Club) -> None:
    active, _ = await club.start(2)
    for options in ({}, {"table": str((await club.table()).id)}):
        await bid(club, active)
        told = answer_of(await active.slash(active.dm, "comuni undo", **options))
        assert told.content.startswith(TAKEN_BACK)
    assert "There is no table here" in answer_of(await active.slash(active.dm, "comuni undo", table="99")).content
    offered = await active.autocomplete(active.dm, "comuni undo", "table")
    assert [choice["value"] for choice in offered] == [str((await club.table()).id)]


async def test_who_sits_at_no_running_table_is_told_so(club: Club) -> None:
    passer = club.simulation.person("Passer-by")
    assert "There is no table here" in (await typed(passer, club)).content
    (host, _) = await club.gather(2)
    assert "No game is running" in (await typed(host, club)).content
    await host.slash(club.channel, "comuni start")
    assert "You do not sit at this table" in (await typed(passer, club)).content
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert "has ended already" in (await typed(host, club)).content
    assert undos(await panel(club, host, "My screen")) == []


async def test_anothers_button_is_refused_and_takes_nothing_back(club: Club) -> None:
    active, other = await club.start(2)
    shown = await bid(club, active)
    passer = club.simulation.person("Passer-by")
    (custom_id,) = ids(shown)[:1]
    before, stands = await version(club), public(club)
    for person in (other, passer):
        told = answer_of(await person.forge(board_of(club), custom_id))
        assert told.content == "These buttons belong to another seat than yours. `/comuni screen` shows yours."
        assert not told.embeds
    assert (await version(club), public(club)) == (before, stands)


async def test_who_was_asked_by_what_is_taken_back_is_asked_no_more(club: Club) -> None:
    active, other = await club.start(2)
    shown = await bid(club, active, 1)
    ping = ping_of(other)
    assert "Your turn" in ping.content
    await undo(active, shown)
    before = await version(club)
    told = await tap(other, ping, "Claim income")
    assert told.content.startswith(OUT_OF_DATE)
    assert "your screen" in str(told.embeds[0].title)
    assert active.name in str(told.embeds[0].description)
    assert not asking(told)
    assert await version(club) == before
    await bid(club, active, 2)
    assert ping_of(other).id > ping.id
    assert " bids 0 coins on column 1." in (await bid(club, other, 1)).content


async def test_everybody_reads_that_something_was_taken_back_and_no_more(club: Club) -> None:
    active, other = await club.start(2)
    shown = await bid(club, active, 1)
    seen = len(public(club))
    await undo(active, shown)
    assert len(public(club)) == seen, "the board is edited; nothing is posted"
    text = str(last_board(club).embeds[0].to_dict())
    assert "takes the last action back." in text
    assert "Taken back" not in str(public(club))
    log = answer_of(await other.slash(club.channel, "comuni log", page=1))
    assert f"{active.name}) takes the last action back." in str(log.embeds[0].description)


async def test_a_seal_is_replaced_whoever_else_has_sealed(club: Club) -> None:
    await club.start(3)
    state = await play_to(club, Phase.INVASION, Random(4))
    first, second, third = [await holder(club, seat) for seat in state.communes]
    texts: list[tuple[str, ...]] = []
    for sealer in (None, second, first, second):
        if sealer is not None:
            sealed = await tap(sealer, await panel(club, sealer), "Seal")
            assert undos(sealed) == []
        texts.append(tuple([(await typed(person, club)).content for person in (first, second, third)]))
    assert (await state_of(club)).phase is Phase.INVASION
    unsealed, replaced = texts[0][2], texts[-1][0]
    assert unsealed.startswith(REVEALED)
    assert replaced.startswith("A sealed defence is not taken back but replaced: seal again")
    assert texts == [
        (unsealed, unsealed, unsealed),
        (unsealed, replaced, unsealed),
        (replaced, replaced, unsealed),
        (replaced, replaced, unsealed),
    ]
    await tap(third, await panel(club, third), "Seal")
    assert {(await typed(person, club)).content[:20] for person in (first, second)} == {ACTED[:20]}
    assert (await typed(third, club)).content.startswith(REVEALED)


WORDS = {
    "it": ("Annulla: offerta sulla colonna 1", "↩️ Annullato: offerta sulla colonna 1.", "Non c'è niente da annullare"),
    "ja": ("取り消す：列1への入札", "↩️ 取り消しました：列1への入札。", "取り消せるものがありません"),
}


@pytest.mark.parametrize("language", WORDS)
async def test_it_is_said_in_the_persons_language(club: Club, language: str) -> None:
    label, done, nothing = WORDS[language]
    host = club.simulation.person("Ада", locale=language)
    await host.slash(club.channel, "comuni new", picture=False)
    club.people = [host, club.simulation.person("Boris", locale=language)]
    await club.people[1].slash(club.channel, "comuni join")
    await host.slash(club.channel, "comuni start")
    active = await holder(club, waiting(await state_of(club))[0])
    shown = answer_of(await active.slash(club.channel, "act bid", column=1))
    assert undos(shown) == [label]
    assert (await tap(active, shown, label)).content == done
    assert (await typed(active, club)).content.startswith(nothing)
