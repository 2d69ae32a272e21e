"""The screen tells a seat what it holds and what it may do, with prices and results."""

import re

import pytest

from bot.game.actions import Build, Defend, Force, Wall
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import legal, waiting
from bot.game.state import Phase, State
from bot.ui.board import board
from bot.ui.commands import command_text
from bot.ui.screen import screen
from tests.game import stages
from tests.game.builders import (
    begin,
    city_with,
    deal,
    found,
    hold,
    hold_alike,
    invaded,
    notable_of,
    play,
    reserve_of,
    stand,
    turn_of,
)
from tests.ui.playing import T, plain_people, whole_game
from tests.ui.showing import choices_of, text_of

PEOPLE = plain_people("lucca", "firenze", "siena", "bologna", "milano")


def own(state: State, seat: Seat = "lucca") -> str:
    """The first embed: what the seat holds."""
    return text_of(screen(observe(state, seat), PEOPLE, choices_of(state, seat), T)[0])


def offered(state: State, seat: Seat = "lucca") -> list[str]:
    """The second embed, line by line: what the seat may do."""
    return text_of(screen(observe(state, seat), PEOPLE, choices_of(state, seat), T)[1]).split("\n")


def test_a_spectator_sees_the_board_and_nothing_else() -> None:
    state = begin()
    assert screen(observe(state, None), PEOPLE, None, T) == [board(observe(state, None), PEOPLE, (), T)]


def test_a_seat_that_is_not_asked_sees_who_is() -> None:
    embeds = screen(observe(begin(), "siena"), PEOPLE, None, T)
    assert len(embeds) == 1
    assert "Waiting for 🔵 Lucca (Alice)" in text_of(embeds[0])


def test_a_seat_that_is_not_asked_is_offered_nothing_even_with_its_choices() -> None:
    assert len(screen(observe(begin(), "siena"), PEOPLE, legal(begin(), "siena"), T)) == 1


def test_a_screen_shows_what_stands_behind_it() -> None:
    state = deal(hold(begin(), "lucca", Resources(coins=1, soldiers=2, artisans=3)), "lucca", "D03", "D12")
    state = city_with(state, "lucca", walls=(("D01", "D02"), ("bonus",)), heroism=(1, 3))
    text = own(state)
    assert "🪙 1 coin · ⚔️ 2 soldiers · 🙏 0 believers · 🔨 3 artisans" in text
    assert "`D03` 🟥M3 · `D12` 🟨E🟥M🟦C🟪R 2" in text
    assert "**1** level 2 (D01 🟨E3, D02 🟨E4)" in text
    assert "**2** level 1 (bonus wall)" in text
    assert "Heroism tokens: 1, 3" in text
    assert "City defence with 1 to 3 soldiers on the walls: 4, 6, 8 (with +1 as First Defender)" in text


def test_a_screen_says_how_strong_the_next_invasion_is_against_the_seat() -> None:
    state = found(begin(), "lucca", "military", 2)
    assert "Strength against you: 4 + 3 (your VP above the lowest) = 7" in own(state)
    assert "Strength against you: 4 + 0" in own(state, "siena")


def test_each_column_says_what_a_bid_needs() -> None:
    lines = offered(hold(stages.projects(), "lucca", Resources(coins=1)))
    assert lines[4].endswith("(more than you can bid)")
    assert lines[5].endswith("(your envoy is there)")
    assert lines[6] == "**4⭐** is empty"
    assert lines[7].endswith("→ bid 0 or more")
    assert offered(stages.projects())[4].endswith("→ bid 2 or more")


def test_acquiring_says_what_is_taken_and_what_is_spent() -> None:
    lines = offered(stand(stand(begin(), 1, "lucca", coins=2), 4, "lucca", believers=2))
    assert "You take `A01` 🟨E1 · `A02` 🟨E1 · `A03` 🟨E2" in "\n".join(lines)
    assert "and your bids are spent: 2 coins + 2 believers." in "\n".join(lines)
    assert "Bonus: name one with `first`: coins, soldiers, believers, artisans." in lines


def test_income_says_what_it_brings() -> None:
    state = notable_of(found(begin(), "lucca", "military", 3), "cultural", "lucca")
    lines = offered(city_with(state, "lucca", active=("military",)))
    assert "Your commune gives 1 believer." in lines
    assert "Your active buildings give 3 soldiers." in lines
    assert "Your notables give 1 artisan." in lines
    assert "Of choice: name one with `first`: coins, soldiers, believers, artisans." in lines


def test_two_resources_of_choice_are_named_together() -> None:
    lines = offered(turn_of(begin("lucca", "milano"), "milano"), "milano")
    assert "Of choice: name two with `first` and `second`: any two, also the same twice." in lines


def test_a_short_reserve_leaves_only_some_lists_to_name() -> None:
    text = "\n".join(offered(stages.poor_reserve()))
    assert (
        "Bonus: name two with `first` and `second`: coins + soldiers, coins + believers, soldiers + believers." in text
    )


def test_with_an_empty_reserve_nothing_is_of_choice() -> None:
    state = reserve_of(begin(), Resources(), "siena")
    assert "Of choice: nothing, the reserve is empty." in offered(state)


def test_an_outbid_seat_sees_where_it_could_move_and_what_it_costs() -> None:
    lines = offered(stages.outbid(), "siena")
    assert "**Withdraw**: your envoy comes back with 1 coin. (rule 5.4)" in lines
    assert "**Move**: pay 1 believer; your bid of 1 coin stays as it is. (rule 5.5)" in lines
    assert sum(line.startswith(("**5**", "**6**", "**7⭐**")) for line in lines) == 3


def test_an_outbid_seat_without_a_believer_sees_why_it_cannot_move() -> None:
    lines = offered(stages.outbid_without_believer(), "siena")
    assert "Moving is not possible: it costs 1 believer, and you have none." in lines


def test_construction_says_what_each_step_brings_and_costs() -> None:
    lines = offered(hold(stages.construction(), "lucca", Resources(artisans=2)))
    assert "New building, level 1, +1 VP: free with D01 D02 D03 D08 D12" in lines
    assert "Building 2 🟪R → level 3, +3 VP: costs 1 artisan with D08 D12" in lines
    assert not any(line.startswith("Building 1") for line in lines)
    assert "Section 2 → level 4: free with D02; costs 1 artisan with D01 D03; costs 2 artisans with D08 D12" in lines
    assert "For a new building from D12 say its type with `as`." in lines
    assert "You hold 5 cards: to finish now, name 3 cards to drop with `discard`." in lines


def test_loot_is_offered_with_its_price() -> None:
    lines = offered(hold(stages.repair(), "lucca", Resources(believers=3)))
    assert "`loot:0` keeps them all and ends your turn" in lines
    assert "`loot:1` removes 1 loot point for 1 believer" in lines
    assert "`loot:2` removes 2 loot points for 3 believers" in lines


def test_an_invasion_says_what_the_seat_could_send() -> None:
    state = invaded(hold_alike(begin(), Resources(coins=3, soldiers=2, believers=5)))
    assert "You could send 5 soldiers in all." in offered(state)
    assert "City defence with no soldier on the walls: 1 (with +1 as First Defender)" in offered(state)
    assert "City defence with no soldier on the walls: 0" in offered(state, "siena")


def test_a_sealed_defence_is_on_its_own_screen_alone() -> None:
    state = invaded(hold_alike(begin(), Resources(coins=3, soldiers=2)))
    sealed = play(state, Defend(seat="siena", league=Force(soldiers=1, coins=2), walls=Force(soldiers=1)))
    assert "League: 2 coins + 1 soldier = 2 soldiers\nWalls: 1 soldier" in own(sealed, "siena")
    assert "you may still change it" in own(sealed, "siena")
    assert "Your sealed defence" not in own(sealed)


def test_when_the_game_is_over_a_screen_offers_nothing() -> None:
    assert len(screen(observe(stages.over(), "lucca"), PEOPLE, legal(stages.over(), "lucca"), T)) == 1


@pytest.mark.parametrize("seats", [2, 5])
def test_every_example_on_a_screen_is_a_command_of_a_legal_action(seats: int) -> None:
    shown = set()
    for state, _ in whole_game(5, seats)[:-1]:
        for seat in waiting(state):
            examples = re.findall(r"Example: (`.*`)", "\n".join(offered(state, seat)))
            assert len(examples) == len(legal(state, seat).kinds)
            if state.phase is not Phase.INVASION:
                assert set(examples) <= set(map(command_text, legal(state, seat)))
            shown |= {example.split()[1].strip("`") for example in examples}
    assert shown == {"bid", "acquire", "income", "withdraw", "move", "build", "wall", "finish", "repair", "defend"}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("`/act build card:D12 building:new as:economic`", Build(seat="siena", card="D12", declared="economic")),
        ("`/act build card:D03 building:2`", Build(seat="siena", card="D03", building=2, artisans=1)),
        ("`/act wall card:D03 section:new`", Wall(seat="siena", card="D03")),
        ("`/act defend`", Defend(seat="siena")),
        (
            "`/act defend league_soldiers:1 walls_coins:2`",
            Defend(seat="siena", league=Force(soldiers=1), walls=Force(coins=2)),
        ),
    ],
)
def test_a_command_names_only_what_must_be_typed(text: str, action: Build | Wall | Defend) -> None:
    assert command_text(action) == text
