"""Standing orders act when their time comes, once, and read like quick answers to everybody else (law 4)."""

from random import Random

from bot.game.actions import Build, Wall
from bot.game.components import COMMUNES, Seat
from bot.game.rules import legal, waiting
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.tables.model import Person as Somebody
from bot.tables.orders import OrderKind, Orders
from bot.ui.custom_ids import Kind
from bot.ui.panels.codes import encode
from tests.cogs.club import Club, told
from tests.cogs.handling import (
    answer_of,
    board_of,
    holder,
    id_of,
    panel,
    ping_of,
    play_on,
    play_to,
    public,
    state_of,
    version,
)
from tests.cogs.ordering import log_of, order, ordered, orders_of, text_of


async def outbid(club: Club) -> tuple[Person, Person]:
    """The first person stands on column 1, and the second is about to outbid them; both."""
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    return active, other


async def test_whoever_is_outbid_and_would_withdraw_is_not_asked(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "outbid", do="withdraw")
    letter = ping_of(active).id
    shown = answer_of(await other.slash(club.channel, "act bid", column=1, coins=1))
    assert "withdraws its envoy" in shown.content
    assert "order" not in shown.content
    assert (await state_of(club)).phase is Phase.PROJECTS
    assert await ordered(club) == [None, None, "outbid"]
    assert "Your turn" in ping_of(active).content
    assert ping_of(active).id > letter
    assert "outbid you" not in ping_of(active).content


async def test_whoever_is_outbid_and_would_move_moves_to_the_first_column_that_takes_it(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "outbid", do="move", columns="1 3 2")
    await other.slash(club.channel, "act bid", column=1, coins=1)
    columns = (await state_of(club)).columns
    seat = (await club.table()).seat_of(active.id)
    assert [column.bid.seat == seat for column in columns if column.bid] == [False, True]
    assert columns[2].bid is not None
    assert (await orders_of(club, active)).given == ("outbid",), "it stands for the next time"


async def test_an_order_marks_the_log_of_its_owner_alone(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "outbid", do="withdraw")
    await other.slash(club.channel, "act bid", column=1, coins=1)
    seat = (await club.table()).seat_of(active.id)
    assert seat is not None
    assert f"📌 A standing order of {seat.capitalize()} ({active.name}) acts." in await log_of(club, active)
    for person in (other, club.simulation.person("Passer-by")):
        assert "📌" not in await log_of(club, person)
    assert "📌" not in str(public(club))


async def test_an_order_for_the_next_turn_acts_when_it_begins_and_is_used_up(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "acquire")
    shown = answer_of(await other.slash(club.channel, "act bid", column=2))
    assert "acquires column 1" in shown.content
    assert (await state_of(club)).phase is Phase.CONSTRUCTION
    assert await orders_of(club, active) == Orders()
    assert "Your turn: build" in ping_of(active).content


async def test_where_an_envoy_is_gone_the_person_is_asked(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "acquire")
    await other.slash(club.channel, "act bid", column=1, coins=1)
    await active.slash(club.channel, "act withdraw")
    assert (await state_of(club)).phase is Phase.PROJECTS
    assert "Your turn" in text_of(await panel(club, active))
    assert await orders_of(club, active) == Orders(), "it was for that turn"


async def test_an_order_to_claim_income_acts_on_the_next_turn(club: Club) -> None:
    active, other = await outbid(club)
    seat = (await club.table()).seat_of(active.id)
    await order(club, active, "income", first="soldiers")
    before = (await state_of(club)).city(str(seat)).resources
    await other.slash(club.channel, "act bid", column=2)
    after = (await state_of(club)).city(str(seat)).resources
    income = COMMUNES[str(seat)].income
    assert after == before.plus(income)._replace(soldiers=before.soldiers + income.soldiers + 1)
    assert (await ordered(club))[-1] == "turn"


async def test_an_order_that_fits_at_once_is_told_as_an_action_s_answer(club: Club) -> None:
    active, _ = await club.start(2)
    shown = await order(club, active, "income", first="coins")
    assert "claims income" in shown.content
    assert "your screen" in str(shown.embeds[0].title)
    assert await ordered(club) == ["turn"]
    assert await orders_of(club, active) == Orders()


async def test_an_order_that_is_refused_at_once_is_not_kept(club: Club) -> None:
    active, _ = await club.start(2)
    for given in ({}, {"first": "gold"}):
        shown = await order(club, active, "income", **given)
        assert "(rule 5.11)" in shown.content
    assert (await order(club, active, "acquire")).content.startswith("You have no envoy")
    assert await orders_of(club, active) == Orders()
    assert await version(club) == 1


async def test_an_order_for_what_is_asked_now_and_which_does_not_answer_it_says_so(club: Club) -> None:
    active, other = await outbid(club)
    await other.slash(club.channel, "act bid", column=1, coins=1)
    before = await version(club)
    shown = await order(club, active, "outbid", do="move", columns="1")
    assert "It does not answer what you are asked now: do that yourself." in shown.content
    assert (await orders_of(club, active)).given == ("outbid",)
    assert await version(club) == before
    shown = await order(club, active, "outbid", do="withdraw")
    assert "withdraws its envoy" in shown.content
    assert "This stands until you cancel it." in shown.content
    assert await version(club) == before + 1


async def until_ordered(club: Club, kind: OrderKind, random: Random) -> Seat:
    """Play until an order of a kind has acted; whose."""
    while kind not in await ordered(club):
        await play_on(club, random)
    history = await club.bot.tables.reader.history(await club.table())
    return next(entry.seat for entry in history.entries if entry.order == kind)


async def test_loot_points_are_removed_as_ordered(club: Club) -> None:
    _, other = await club.start(2)
    await order(club, other, "repair", loot="1")
    seat = await until_ordered(club, "repair", Random(4))
    assert (await holder(club, seat)).id == other.id
    assert (await orders_of(club, other)).repair == 1


async def step(club: Club, person: Person, kind: type[Build | Wall]) -> None:
    """Somebody founds something with the first card that may be used for it."""
    seat = (await club.table()).seat_of(person.id)
    assert seat is not None
    action = legal(await state_of(club), seat).of(kind)[0]
    await person.forge(board_of(club), await id_of(club, Kind.DO, seat, encode(action)))


async def test_construction_is_finished_as_ordered_once_nothing_can_be_placed(club: Club) -> None:
    active, other = await club.start(2)
    await order(club, other, "finish", on=True)
    for command, given in (("bid", {"column": 1}), ("bid", {"column": 2}), ("acquire", {})):
        await active.slash(club.channel, "act income", first="coins")
        await other.slash(club.channel, f"act {command}", **given)
    assert len((await state_of(club)).city("siena").hand) == 5
    for kind in (Wall, Build, Wall):  # one of each is free; the only artisan buys one more of each
        await step(club, other, kind)
        assert (await ordered(club))[-1] is None
    await step(club, other, Build)
    assert (await ordered(club))[-1] == "finish"
    assert len((await state_of(club)).city("siena").hand) == 1
    assert (await state_of(club)).active == "firenze"
    assert (await orders_of(club, other)).finish


async def test_a_defence_that_is_ordered_is_sealed_when_the_invasion_strikes_and_nobody_sees_who_did(
    club: Club,
) -> None:
    await club.start(3)
    person = club.people[1]
    await order(club, person, "defend")
    state = await play_to(club, Phase.INVASION, Random(4))
    seat = (await club.table()).seat_of(person.id)
    assert [city.sealed is not None for city in state.cities] == [city.seat == seat for city in state.cities]
    assert "1 of 3 seats have sealed" in str(public(club))
    assert "Your defence is sealed" in ping_of(person).content
    assert (await orders_of(club, person)).defence is None
    for other in club.people:
        if other is not person:
            assert "seals a defence:" not in await log_of(club, other)
    again = await order(club, person, "defend")
    assert "Your defence in this invasion is sealed already" in again.content
    assert (await orders_of(club, person)).given == ("defence",)


async def test_a_defence_ordered_while_it_is_asked_is_sealed_at_once(club: Club) -> None:
    await club.start(2)
    state = await play_to(club, Phase.INVASION, Random(4))
    person = await holder(club, waiting(state)[0])
    held = state.city(waiting(state)[0]).resources
    refused = await order(club, person, "defend", walls_soldiers=held.soldiers + 1)
    assert refused.content.startswith(f"That takes {held.soldiers + 1} soldier")
    shown = await order(club, person, "defend", walls_soldiers=held.soldiers)
    assert "seals a defence" in shown.content
    assert (await orders_of(club, person)) == Orders()


async def test_a_private_message_tells_the_orders_that_stand(club: Club) -> None:
    active, other = await club.start(2)
    await order(club, other, "repair", loot="2")
    await active.slash(club.channel, "act bid", column=1)
    assert "remove 2 loot points" in text_of(ping_of(other))


async def test_what_an_order_did_can_be_taken_back_and_is_not_done_again(club: Club) -> None:
    active, other = await outbid(club)
    await order(club, active, "outbid", do="withdraw")
    await other.slash(club.channel, "act bid", column=1, coins=1)
    await active.slash(club.channel, "comuni undo")
    assert (await state_of(club)).phase is Phase.OUTBID
    await order(club, other, "finish", on=True)
    await order(club, active, "finish", on=True)
    shown = await order(club, active, "outbid", do="withdraw")
    assert "It does not answer what you are asked now" in shown.content
    assert (await state_of(club)).phase is Phase.OUTBID
    shown = await order(club, active, "outbid", do="move", columns="3")
    assert "to column 3" in shown.content
    assert (await state_of(club)).phase is Phase.PROJECTS


async def test_the_orders_of_who_hands_a_seat_over_end(club: Club) -> None:
    active, other = await club.start(2)
    await order(club, other, "outbid", do="withdraw")
    guest = club.simulation.person("Guest")
    seating, table = club.bot.tables.seating, await club.table()
    await seating.offer(table.id, other.id, Somebody(guest.id, guest.name))
    await seating.accept(table.id, Somebody(guest.id, guest.name))
    assert "You have no standing orders" in text_of(await order(club, guest, "show"))
    assert told(await other.slash(club.channel, "order show")).startswith("You do not sit")
    assert active.id != guest.id
