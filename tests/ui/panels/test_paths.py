"""Paths: what does not fit gives the phase's first panel; what is typed into a form is read strictly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import (
    Acquire,
    Bid,
    Build,
    Defend,
    Finish,
    Force,
    Income,
    Move,
    Repair,
    Wall,
    Withdraw,
    dump_action,
)
from bot.ui.panels.codes import BadCode, decode, encode
from bot.ui.panels.panel import typed
from bot.ui.panels.parts import Go
from tests.game import stages
from tests.ui.panels.positions import asked, ordered
from tests.ui.panels.pressing import shown, walk

MALFORMED = (
    "nonsense", ".", "..", "help.1", "bid", "bid.", "bid.1", "bid.0.0", "bid.9.0", "bid.1.1", "bid.1.98",
    "bid.1.0.x", "bid.1.0.-1", "bid.1.0.1.1", "bid.1000.0", "bid.１.0", "bid. 1.0", "income.coins",
    "income.gold", "income.coins.coins.coins", "acquire.", "steps", "steps.0", "steps.99", "steps.-1", "steps.1.1",
    "pay", "pay.B", "pay.B.D99.-.-", "pay.B.D12.-.-", "pay.W.D08.1.-", "pay.X.D08.2.-", "draft", "draft.1",
    "draft.99.0.0.0", "draft.3.3.0.0", "draft.-1.0.0.0", "draft.all.all.0.0", "draft.all.9.0.0", "draft.1.1.x.0",
    "draft.0.0.0.0.0", "-", "A" * 60,
)  # fmt: skip
SEAT = "lucca"
ACTIONS = (
    Bid(seat=SEAT, column=3, coins=12, believers=4),
    Acquire(seat=SEAT),
    Acquire(seat=SEAT, bonus=("coins", "artisans")),
    Income(seat=SEAT, choice=("believers",)),
    Withdraw(seat=SEAT),
    Move(seat=SEAT, column=7),
    Build(seat=SEAT, card="A01", artisans=2, believers=4),
    Build(seat=SEAT, card="D12", declared="religious"),
    Build(seat=SEAT, card="A01", building=11),
    Wall(seat=SEAT, card="B20", section=10, believers=2),
    Wall(seat=SEAT, card="B20"),
    Finish(seat=SEAT),
    Finish(seat=SEAT, discard=("A01", "B02")),
    Repair(seat=SEAT, loot=2),
    Defend(seat=SEAT, league=Force(soldiers=1, coins=2, believers=4), walls=Force(soldiers=12, coins=10)),
)


@pytest.mark.parametrize("path", MALFORMED)
def test_a_path_that_does_not_fit_gives_the_first_panel(path: str) -> None:
    for state, seat in ordered():
        assert shown(state, seat, path) == shown(state, seat)


@pytest.mark.parametrize("path", ["bid.3.0", "bid.4.0", "acquire", "acquire.coins"])
def test_a_path_to_what_is_not_legal_now_gives_the_first_panel(path: str) -> None:
    assert shown(stages.projects(), "lucca", path) == shown(stages.projects(), "lucca")


def test_paths_of_another_position_give_some_panel() -> None:
    positions = [*asked(3, each=2), *ordered()]
    paths = {path for state, seat in positions for path in walk(state, seat, most=15)}
    for state, seat in positions:
        for path in sorted(paths):
            assert shown(state, seat, path).rows


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_text_is_a_path_that_gives_a_panel(path: str) -> None:
    assert shown(stages.projects(), "lucca", path).rows


@pytest.mark.parametrize(("text", "path"), [("7", "7"), ("0", "0"), ("999", "999"), (" 12 ", "12"), ("007", "7")])
def test_a_number_that_is_typed_leads_on(text: str, path: str) -> None:
    assert typed("bid.3.2", text) == Go(f"bid.3.2.{path}")


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.5", "1_0", "１２", "٣", "²", "1000", "seven", "1 2", "0x1"])
def test_what_is_no_plain_number_leads_nowhere(text: str) -> None:
    assert typed("bid.3.2", text) is None


@pytest.mark.parametrize("path", ["", "bid", "bid.3", "bid.x.0", "bid.3.0.1", "draft.0.0.0.0", "help"])
def test_a_form_of_no_bid_leads_nowhere(path: str) -> None:
    assert typed(path, "7") is None


@pytest.mark.parametrize("action", ACTIONS, ids=encode)
def test_an_action_is_what_it_was_when_it_comes_back_from_its_short_form(action: Bid) -> None:
    assert {**decode(encode(action)), "seat": SEAT} == {**dump_action(action)} | {"seat": SEAT}


@pytest.mark.parametrize(
    "code",
    ["", "x", "b", "b.1", "b.1.1.x", "b.1.1.-1", "b.1.1.1.1", "b.1.1.1_0", "b.1.1.２", "w.1", "m", "m.-", "B.A01.-.-.0",
     "W.A01.x.0.0", "r.", "d.1.2.3", "d.1.2.3.4.5.6.7", "b.1.1.1000000"],
)  # fmt: skip
def test_a_short_form_that_no_control_carries_is_refused(code: str) -> None:
    with pytest.raises(BadCode):
        decode(code)
