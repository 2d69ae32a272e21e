"""A defence in the making: what it takes, what it amounts to, and how it is changed."""

from bot.game.actions import Defend, Force
from bot.game.resources import Resources
from bot.game.rules import apply
from bot.game.state import State
from bot.ui.panels.draft import Draft, draft_of, paid, path_of, read_draft
from tests.game.builders import begin, city_with, hold, invaded
from tests.ui.panels.pressing import buttons, shown
from tests.ui.showing import text_of


def held(**tokens: int) -> Resources:
    return Resources(**tokens)


def invasion(levels: tuple[int, ...] = (), **tokens: int) -> State:
    """Venice attacks a Lucca with these tokens and wall sections of these levels."""
    walls = tuple(("D01", "D02", "D03", "D04")[:level] for level in levels)
    return city_with(hold(invaded(begin()), "lucca", Resources(**tokens)), "lucca", walls=walls)


def text(state: State, path: str = "") -> str:
    return text_of(shown(state, "lucca", path).embeds[0])


def test_soldiers_are_used_first_then_coins_then_believers() -> None:
    tokens = held(soldiers=2, coins=3, believers=4)
    for total, force in (
        (2, Force(soldiers=2)),
        (3, Force(soldiers=2, coins=2)),
        (4, Force(soldiers=2, coins=2, believers=2)),
        (5, Force(soldiers=2, coins=2, believers=4)),
    ):
        assert paid(Draft(league=1, walls=total - 1), tokens) == force


def test_substitutes_go_again_when_fewer_are_sent() -> None:
    tokens = held(soldiers=2, coins=2)
    three = read_draft(["1", "2", "0", "0"], tokens)
    two = read_draft(path_of(three, walls=1).split(".")[1:], tokens)
    assert paid(three, tokens) == Force(soldiers=2, coins=2)
    assert paid(two, tokens) == Force(soldiers=2)


def test_what_was_sealed_stands_in_the_draft() -> None:
    tokens = held(soldiers=3, coins=4, believers=2)
    for league, walls in (
        (Force(), Force(soldiers=1, coins=2)),
        (Force(soldiers=3), Force(coins=4, believers=2)),
        (Force(believers=2), Force(soldiers=1)),
    ):
        state, _ = apply(hold(invaded(begin()), "lucca", tokens), Defend(seat="lucca", league=league, walls=walls))
        draft = draft_of(state.city("lucca").sealed, tokens)
        assert (draft.league, draft.walls) == (league.strength, walls.strength)
        assert paid(draft, tokens).tokens == league.tokens.plus(walls.tokens)


def test_buttons_that_would_take_too_much_or_too_little_are_disabled_in_their_place() -> None:
    pressable = {button.label: not button.disabled for button in buttons(shown(invasion(soldiers=2), "lucca"))}
    assert pressable == {
        "League −1": False, "League +1": True, "League +3": False, "League: all": True,
        "Walls −1": False, "Walls +1": True, "Walls +3": False, "Walls: all": True,
        "Seal": True, "Help": True,
    }  # fmt: skip


def test_the_panel_weighs_the_draft() -> None:
    shown_text = text(invasion((3,), soldiers=3, coins=2, artisans=1), "draft.1.1.0.0")
    for line in (
        "Strength against you: 4 + 0 (your VP above the lowest) = 4, less the League's soldiers.",
        "Your part of the League: 1 soldier; it lowers the strength against every seat.",
        "Your city defence: 5 (with +1 as First Defender)",
        "**Alone you would hold.**",
        "To hold alone with this part of the League: 1 soldier on your walls.",
        "You keep 2 coins + 1 soldier + 1 artisan. All that is sent is spent. (rule 11.2)",
        "League: 1 soldier\nWalls: 1 soldier",
    ):
        assert line in shown_text


def test_the_panel_says_what_loot_would_come_if_nobody_else_helps() -> None:
    shown_text = text(invasion(soldiers=3), "draft.0.1.0.0")
    assert "**If nobody else helps: 2 loot points** (strength 4 less your defence). (rule 11.7)" in shown_text
    assert "To hold alone with this part of the League: 3 soldiers on your walls." in shown_text


def test_other_tokens_can_be_sent_instead() -> None:
    labels = [
        button.label for button in buttons(shown(invasion(soldiers=2, coins=2, believers=2), "lucca", "draft.0.1.0.0"))
    ]
    assert "Send 2 coins instead" in labels
    assert "Send 2 believers instead" in labels


def test_a_sealed_defence_is_shown_beside_the_next_one() -> None:
    state, _ = apply(invasion(soldiers=2), Defend(seat="lucca", walls=Force(soldiers=2)))
    shown_text = text(state, "draft.1.0.0.0")
    assert "Your sealed defence\nLeague: 0 soldiers\nWalls: 2 soldiers" in shown_text
    assert "What you would seal now\nLeague: 1 soldier\nWalls: 0 soldiers" in shown_text
