"""Help says why what one may want is not offered, by the rules themselves and with the right rule."""

from dataclasses import replace

from bot.game.components import COMMUNES, Seat
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import State
from bot.ui.panels.panel import help_panel
from bot.ui.panels.parts import Go
from tests.game import stages
from tests.game.builders import begin, fortify, hold, invaded, stand
from tests.ui.panels.pressing import buttons, shown
from tests.ui.playing import T, plain_people
from tests.ui.showing import choices_of, text_of

PEOPLE = plain_people(*COMMUNES)


def helped(state: State, seat: Seat | None = "lucca") -> str:
    (embed,) = help_panel(observe(state, seat), choices_of(state, seat), PEOPLE, T).embeds
    return text_of(embed)


def test_a_column_whose_bid_cannot_be_beaten_says_what_stands_there_and_what_one_has() -> None:
    state = stand(stages.projects(), 5, "siena", coins=3)
    assert (
        "Column 5: Siena (Carla)'s bid is worth 3, and you have 2 coins + 3 believers; 2 believers count as 1 coin. "
        "(rule 5.1)"
    ) in helped(state)
    assert "Column 2" not in helped(state)


def test_other_columns_say_what_is_in_the_way() -> None:
    text = helped(stages.projects())
    assert "Column 3: your envoy already stands there; choose another. (rule 5.2)" in text
    assert "Column 4 has no card; choose another. (rule 5.2)" in text


def test_a_seat_with_three_envoys_out_reads_that_it_must_acquire() -> None:
    text = helped(stages.all_out())
    assert text.count("you must acquire") == 1
    assert "(rule 5.3)" in text


def test_a_seat_without_an_envoy_out_reads_why_it_cannot_acquire() -> None:
    assert "nothing to acquire; bid or claim income. (rule 5.8)" in helped(begin())


def test_an_outbid_seat_reads_why_it_cannot_move_there() -> None:
    text = helped(stages.outbid_without_believer(), "siena")
    assert "Column 1 is where you were outbid" in text
    assert "Firenze (Bruno)'s bid is worth 1 and yours is not higher" in text
    assert "Moving costs 1 believer and you have none; use `/act withdraw`. (rule 5.5)" in text


def test_a_step_says_which_cards_do_not_fit_or_what_is_missing_for_it() -> None:
    state = replace(stages.construction(), building_steps=1)
    text = helped(hold(state, "lucca", Resources(artisans=1, believers=1)))
    assert "Building 1 🟨E: It has level 4 already, the highest there is; choose another. (rule 8.5)" in text
    assert "Building 2 🟪R: not of its type are D01 🟨E3, D02 🟨E4 and D03 🟥M3. (rule 8.5)" in text
    assert (
        "Building 2 🟪R with D08 🟪R2 and D12 🟨E🟥M🟦C🟪R 2: costs 2 artisans, and you have 1 believer + 1 artisan; "
        "2 believers count as 1 artisan. (rule 8.7)"
    ) in text
    assert "Wall section 1: It has level 4 already, the highest there is; choose another. (rule 8.9)" in text
    assert "New building" not in text
    assert "To finish you must discard 3 cards; 2 may stay. (rule 8.11)" in text


def test_a_step_that_believers_can_pay_for_is_not_explained_away() -> None:
    state = fortify(replace(stages.construction(), building_steps=1), "lucca")
    assert "with D08" not in helped(hold(state, "lucca", Resources(believers=4)))


def test_loot_points_say_what_they_would_take() -> None:
    text = helped(stages.repair())
    assert "2 loot points: That takes 3 believers and you have 2 believers; spend less. (rule 10.1)" in text
    assert "3 loot points: At most 2 loot points can be removed in a turn; choose 0, 1 or 2. (rule 10.1)" in text
    assert "1 loot point:" not in text


def test_a_defence_says_what_does_not_serve() -> None:
    text = helped(hold(invaded(begin()), "lucca", Resources(coins=3, soldiers=2, believers=2)))
    assert "That takes 3 soldiers and you have 2 soldiers; spend less. (rule 11.2)" in text
    assert "Of 3 coins one is left over: only pairs serve as soldiers. (rule 11.2)" in text
    assert "Of 2 believers" not in text


def test_each_reason_stands_there_once() -> None:
    for state, seat in ((stages.projects(), "lucca"), (stages.construction(), "lucca"), (stages.outbid(), "siena")):
        lines = helped(state, seat).split("\n")
        assert len(set(lines)) == len(lines)


def test_who_is_not_asked_reads_whom_the_game_waits_for() -> None:
    for seat in ("siena", None):
        assert "the game waits for Lucca (Alice). (rule 2.4)" in helped(stages.projects(), seat)


def test_help_says_what_the_phase_is_and_what_may_be_done() -> None:
    text = helped(stages.repair())
    assert "at the end of a turn believers can remove 1 or 2 of them" in text
    assert "Remove loot points, or keep them. (rule 10.1)" in text


def test_help_is_a_tap_away_from_every_first_panel_and_leads_back() -> None:
    for state, seat in ((stages.projects(), "lucca"), (stages.construction(), "lucca"), (stages.invasion(), "lucca")):
        assert Go("help") in [button.to for button in buttons(shown(state, seat))]
        assert [button.to for button in buttons(shown(state, seat, "help"))] == [Go("")]
        people = PEOPLE
        assert (
            shown(state, seat, "help").embeds[0].title
            == help_panel(observe(state, seat), legal(state, seat), people, T).embeds[0].title
        )
