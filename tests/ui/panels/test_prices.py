"""What an action takes and brings stands there before it is pressed."""

from dataclasses import replace

from bot.game.actions import Acquire, Income
from bot.game.resources import Resources
from bot.game.state import State
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Ask, Do, Go
from tests.game import stages
from tests.game.builders import begin, city_with, first, found, hold, notable_of, reserve_of, stand
from tests.ui.panels.pressing import buttons, options, shown
from tests.ui.showing import text_of


def text(state: State, path: str = "", seat: str = "lucca") -> str:
    return text_of(shown(state, seat, path).embeds[0])


def labels(state: State, path: str = "") -> list[str]:
    return [button.label for button in buttons(shown(state, "lucca", path))]


def test_a_column_says_its_cards_its_bid_the_bonus_and_what_one_would_pay() -> None:
    state = stand(hold(first(5), "lucca", Resources(coins=1, believers=5)), 2, "siena", coins=1, believers=2)
    said = {choice.label: choice.description for choice in options(shown(state, "lucca"))}
    assert said["Column 2: 🟨E3 · 🟥M1"] == "Siena bids 2 · yours from 1 coin + 4 believers (worth 3)"
    assert said["Column 7: 🟪R2"] == "⭐ +1 of choice · no bid · yours from 0 coins"


def test_a_column_that_takes_no_bid_of_the_seat_is_not_in_the_menu() -> None:
    columns = [choice.label[:8] for choice in options(shown(stages.projects(), "lucca"))]
    assert columns == ["Column 1", "Column 2", "Column 5", "Column 6", "Column 7"]


def test_a_column_that_coins_alone_do_not_win_opens_with_the_believers_it_takes() -> None:
    state = stand(hold(first(5), "lucca", Resources(coins=1, believers=5)), 2, "siena", coins=1, believers=2)
    column = next(choice for choice in options(shown(state, "lucca")) if choice.label.startswith("Column 2"))
    assert isinstance(column.to, Go)
    assert labels(state, column.to.path)[0] == "1 coin + 4 believers (worth 3)"


def test_amounts_use_coins_first_and_believers_where_they_are_wanted() -> None:
    state = hold(first(5), "lucca", Resources(coins=2, believers=4))
    controls = ["More believers", "Other amount…", "Back"]
    assert labels(state, "bid.1.0") == [
        "0 coins",
        "1 coin",
        "2 coins",
        "2 coins + 2 believers (worth 3)",
        "2 coins + 4 believers (worth 4)",
        *controls,
    ]
    assert labels(state, "bid.1.4") == [
        "4 believers (worth 2)",
        "1 coin + 4 believers (worth 3)",
        "2 coins + 4 believers (worth 4)",
        "Fewer believers",
        *controls[1:],
    ]


def test_an_amount_that_was_typed_says_what_is_paid_before_it_is_bid() -> None:
    state = hold(first(5), "lucca", Resources(coins=12, believers=4))
    assert "You would bid 12 coins + 2 believers (worth 13)." in text(state, "bid.1.0.13")
    assert labels(state, "bid.1.0.13") == ["Bid 12 coins + 2 believers (worth 13)", "Other amount…", "Back"]


def test_an_amount_that_cannot_be_bid_says_why_and_can_be_typed_again() -> None:
    state = stages.projects()
    assert "That takes 40 coins and you have 2 coins; spend less. (rule 5.1)" in text(state, "bid.2.0.40")
    assert "bid is worth 1; bid more. (rule 5.1)" in text(state, "bid.2.0.1")
    assert [button.to for button in buttons(shown(state, "lucca", "bid.2.0.1"))] == [Ask("bid.2.0"), Go("bid.2.0")]


def test_acquiring_names_the_cards_and_the_tokens_that_are_spent() -> None:
    state = stand(stand(first(5), 2, "lucca", coins=2), 4, "lucca", coins=1, believers=2)
    said = text(state)
    assert "You take 🟨E3 · 🟥M1 · 🟥M3, and your bids are spent: 3 coins + 2 believers." in said
    assert "Bonus: 1 resource of choice." in said
    assert "Acquire 3 cards" in labels(state)


def test_income_names_all_that_comes_in_and_where_from() -> None:
    state = notable_of(found(begin(), "lucca", "military", 3), "cultural", "lucca")
    state = city_with(state, "lucca", active=("military",))
    said = text(state)
    assert "You receive 3 soldiers + 1 believer + 1 artisan + 1 of choice." in said
    assert "Your active buildings give 3 soldiers." in said
    assert "Your active building types then become inactive. (rule 5.10)" in said


def test_what_cannot_be_chosen_otherwise_is_not_asked() -> None:
    state = reserve_of(begin(), Resources(coins=1, believers=1), "siena")
    assert Do(encode(Income(seat="lucca", choice=("coins",)))) in [b.to for b in buttons(shown(state, "lucca"))]
    assert "Of choice: coins, for the reserve holds no more." in text(state)
    empty = reserve_of(begin(), Resources(), "siena")
    assert Do(encode(Income(seat="lucca"))) in [button.to for button in buttons(shown(empty, "lucca"))]
    assert "Of choice: nothing, the reserve is empty." in text(empty)


def test_the_second_resource_is_what_the_first_leaves() -> None:
    panel = shown(stages.poor_reserve(), "lucca", "acquire.coins")
    assert [button.to for button in buttons(panel)] == [
        Do(encode(Acquire(seat="lucca", bonus=("coins", "soldiers")))),
        Do(encode(Acquire(seat="lucca", bonus=("coins", "believers")))),
        Go("acquire"),
    ]
    assert "You chose coins. **Choose one more.**" in text(stages.poor_reserve(), "acquire.coins")


def test_an_outbid_seat_reads_what_comes_home_and_what_a_move_takes() -> None:
    panel = shown(stages.outbid(), "siena")
    assert buttons(panel)[0].label == "Take back: 1 coin"
    assert "Moving costs 1 believer; your bid of 1 coin stays as it is. (rule 5.5)" in text_of(panel.embeds[0])
    said = {choice.label: choice.description for choice in options(panel)}
    assert said["Column 7: 🟪R2"] == "costs 1 believer · ⭐ +1 of choice · no bid"


def test_an_outbid_seat_without_a_believer_reads_why_it_cannot_move() -> None:
    panel = shown(stages.outbid_without_believer(), "siena")
    assert not options(panel)
    assert "Moving is not possible: it costs 1 believer, and you have none." in text_of(panel.embeds[0])


def test_a_move_says_whom_it_outbids() -> None:
    state = stand(hold(stages.outbid(), "siena", Resources(believers=1)), 5, "milano")
    assert "costs 1 believer · outbids Milano (0)" in [c.description for c in options(shown(state, "siena"))]


def test_loot_points_stand_there_with_their_price() -> None:
    state = hold(stages.repair(), "lucca", Resources(believers=3))
    assert labels(state)[:3] == [
        "Keep all loot points",
        "Remove 1 loot point for 1 believer",
        "Remove 2 loot points for 3 believers",
    ]


def test_ways_to_pay_stand_on_the_buttons_to_the_token() -> None:
    state = replace(hold(stages.construction(), "lucca", Resources(artisans=2, believers=3)), building_steps=1)
    assert labels(state, "pay.B.D08.2.-") == ["Pay 2 artisans", "Pay 2 believers + 1 artisan", "Back"]


def test_every_first_panel_shows_what_the_seat_holds() -> None:
    for state, seat in ((stages.projects(), "lucca"), (stages.outbid(), "siena"), (stages.construction(), "lucca")):
        assert "You hold\n🪙" in text(state, seat=seat)
