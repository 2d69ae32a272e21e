"""Taps from the board: each press and each option taken is one; the first is Act, which opens the panel."""

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Force, Income, Move, Wall, Withdraw
from bot.game.components import Seat
from bot.game.resources import Resources
from bot.game.rules import apply
from bot.game.state import Phase, State
from bot.ui.panels.parts import Do, Go, Panel
from tests.game import stages
from tests.game.builders import begin, deal, hold, invaded, turn_of
from tests.ui.panels.pressing import action_of, buttons, card_menus, options, shown


class Person:
    """Taps the controls of a seat's panel by what is written on them, from the board on or in an open panel."""

    def __init__(self, state: State, seat: Seat, *, opened: bool = False) -> None:
        self.state, self.seat = state, seat
        self.taps = 0 if opened else 1
        self.panel: Panel = shown(state, seat)
        self.did: list[Action] = []

    def tap(self, label: str) -> "Person":
        """Press the button, or take the option, whose text begins so."""
        self.taps += 1
        to = next(to for text, to in self._controls() if text.startswith(label))
        if isinstance(to, Do):
            return self._submit(to)
        assert isinstance(to, Go)
        self.panel = shown(self.state, self.seat, to.path)
        return self

    def discard(self, *cards: str) -> "Person":
        """Take cards of the menu."""
        self.taps += 1
        (menu,) = card_menus(self.panel)
        return self._submit(Do(".".join((menu.code, *cards))))

    def _submit(self, to: Do) -> "Person":
        self.did.append(action_of(to, self.state, self.seat))
        self.state, _ = apply(self.state, self.did[-1])
        self.panel = shown(self.state, self.seat)
        return self

    def _controls(self) -> list[tuple[str, object]]:
        pressed = [(button.label, button.to) for button in buttons(self.panel) if not button.disabled]
        return [*pressed, *((choice.label, choice.to) for choice in options(self.panel))]


def test_a_bid_takes_three_taps() -> None:
    person = Person(stages.projects(), "lucca").tap("Column 2").tap("2 coins")
    assert person.did[-1] == Bid(seat="lucca", column=2, coins=2)
    assert person.taps == 3


def test_acquiring_takes_two_taps() -> None:
    person = Person(stages.projects(), "lucca").tap("Acquire 2 cards")
    assert person.did[-1] == Acquire(seat="lucca")
    assert person.taps == 2


def test_a_bonus_takes_one_more_tap_for_each_resource() -> None:
    person = Person(stages.poor_reserve(), "lucca").tap("Acquire").tap("⚔️").tap("🪙")
    assert person.did[-1] == Acquire(seat="lucca", bonus=("coins", "soldiers"))
    assert person.taps == 4


def test_income_takes_two_taps_and_one_for_each_choice() -> None:
    person = Person(begin(), "lucca").tap("Claim income").tap("🔨")
    assert person.did[-1] == Income(seat="lucca", choice=("artisans",))
    assert person.taps == 2 + 1
    milano = Person(turn_of(begin("lucca", "milano"), "milano"), "milano").tap("Claim income").tap("🪙").tap("🪙")
    assert milano.did[-1] == Income(seat="milano", choice=("coins", "coins"))
    assert milano.taps == 2 + 2


def test_a_build_step_takes_two_taps_and_the_panel_is_fresh_after_it() -> None:
    state = deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "D03", "D08", "D01")
    person = Person(state, "lucca").tap("Religious 2 as a new building")
    assert person.taps == 2
    person.tap("Economic 3 as a new wall section")
    assert person.taps == 3
    person.tap("Finish")
    assert person.taps == 4
    assert person.did == [Build(seat="lucca", card="D08"), Wall(seat="lucca", card="D01"), Finish(seat="lucca")]


def test_finishing_takes_one_tap_on_the_open_panel() -> None:
    state = deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "D03")
    assert Person(state, "lucca", opened=True).tap("Finish").taps == 1
    person = Person(stages.construction(), "lucca", opened=True).discard("D01", "D03", "D08")
    assert person.did[-1] == Finish(seat="lucca", discard=("D01", "D03", "D08"))
    assert person.taps == 1


def test_the_repair_that_follows_is_offered_on_the_same_panel() -> None:
    state = deal(turn_of(stages.repair(), "lucca", Phase.CONSTRUCTION), "lucca", "D03")
    person = Person(state, "lucca", opened=True).tap("Finish").tap("Remove 1 loot point for 1 believer")
    assert person.taps == 2
    assert person.state.city("lucca").loot == 1


def test_sealing_takes_three_taps_and_can_be_done_again() -> None:
    state = hold(invaded(begin()), "lucca", Resources(soldiers=4))
    person = Person(state, "lucca").tap("Walls +3").tap("Seal")
    assert person.did[-1] == Defend(seat="lucca", walls=Force(soldiers=3))
    assert person.taps == 3
    person.tap("League +1").tap("Seal again")
    assert person.did[-1] == Defend(seat="lucca", league=Force(soldiers=1), walls=Force(soldiers=3))


def test_withdrawing_takes_one_tap_on_the_open_panel() -> None:
    person = Person(stages.outbid(), "siena", opened=True).tap("Take back")
    assert person.did[-1] == Withdraw(seat="siena")
    assert person.taps == 1


def test_moving_takes_one_tap_on_the_open_panel() -> None:
    person = Person(stages.outbid(), "siena", opened=True).tap("Column 6")
    assert person.did[-1] == Move(seat="siena", column=6)
    assert person.taps == 1
