"""What the panels of standing orders offer, and what is offered while one is typed; all of it within the limits."""

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.resources import RESOURCES, Resources
from bot.game.rules import legal
from bot.game.state import Phase, State
from bot.locale import LANGUAGES, translator
from bot.ui.custom_ids import Kind, template
from bot.ui.limits import FIELD_VALUE, check_choices, check_message, length
from bot.ui.options import DEFENCE_FIELDS, Option
from bot.ui.orders import options
from bot.ui.orders.checks import refused
from bot.ui.orders.order import (
    ORDER_KINDS,
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Given,
    Order,
    RepairAlways,
    SealNext,
    WhenOutbid,
)
from bot.ui.orders.panel import orders_panel
from bot.ui.orders.texts import cancelled_text, given_text, order_lines, order_text
from bot.ui.panels.parts import Button
from bot.ui.screen import screen
from cogs.views import orders_view
from tests.game import stages
from tests.game.builders import begin, first, hold, invaded, stand, turn_of
from tests.ui.ordering import FULLEST, ORDERS, given, ordering, walk, wishes
from tests.ui.panels.pressing import TABLE, buttons
from tests.ui.playing import T, fullest, people_of, whole_game
from tests.ui.showing import choices_of, text_of
from tests.ui.test_non_interference import otherwise

LATER = turn_of(first(5), "firenze")  # Lucca is not asked


def labels(state: State, *orders: Order, seat: Seat = "lucca") -> list[str]:
    """The labels on the first panel that can be pressed."""
    return [button.label for button in _buttons(state, *orders, seat=seat) if not button.disabled]


def _buttons(state: State, *orders: Order, seat: Seat = "lucca") -> list[Button]:
    return buttons(orders_panel(ordering(state, seat, given(*orders))))


def test_without_orders_the_panel_says_so_and_offers_every_kind() -> None:
    panel = orders_panel(ordering(LATER, "lucca"))
    assert "You have no standing orders" in str(panel.embeds[0].description)
    assert labels(LATER) == [
        "Outbid: withdraw",
        "Outbid: move…",
        "Next turn: income…",
        "Next invasion: defence…",
        "Finish for me",
        "Loot points: keep them",
        "Loot points: remove 1",
        "Loot points: remove 2",
        "My screen",
        "Help",
    ]


def test_acquiring_is_offered_while_an_envoy_stands() -> None:
    assert "Next turn: acquire" in labels(stand(LATER, 1, "lucca"))
    assert "Next turn: acquire…" in labels(stand(LATER, 4, "lucca"))


def test_each_order_that_stands_is_told_and_can_be_cancelled() -> None:
    panel = orders_panel(ordering(LATER, "lucca", FULLEST))
    for order in FULLEST.values():
        assert order_text(order, T) in str(panel.embeds[0].description)
    assert set(map(Cancel, ORDER_KINDS)) < set(wishes([panel]))
    assert Cancel() in set(wishes([panel]))
    assert not [wish for wish in wishes([orders_panel(ordering(LATER, "lucca"))]) if isinstance(wish, Cancel)]


def test_what_stands_is_marked_on_its_button() -> None:
    def marked(*orders: Order) -> list[str]:
        return [button.label for button in _buttons(stand(LATER, 1, "lucca"), *orders) if button.colour == "blue"]

    assert marked(WhenOutbid(), RepairAlways(1)) == ["Outbid: withdraw", "Loot points: remove 1"]
    assert marked(WhenOutbid((2,)), RepairAlways(0)) == ["Outbid: move…", "Loot points: keep them"]
    assert marked(ClaimNext(("coins",)), FinishAlways()) == ["Next turn: income…", "Finish for me"]
    assert marked(AcquireNext((1,)), SealNext(Force(), Force())) == ["Next turn: acquire", "Next invasion: defence…"]


def test_every_order_of_columns_can_be_had_by_presses() -> None:
    found = set(wishes(walk(ordering(turn_of(first(2), "firenze"), "lucca"), most=1000).values()))
    for count in range(5):
        assert {WhenOutbid(columns) for columns in permutations(range(1, 5), count)} <= found


def test_every_choice_of_an_income_can_be_had_by_presses() -> None:
    for seat, count in (("lucca", 1), ("milano", 2)):
        found = {w.choice for w in wishes(walk(ordering(LATER, seat)).values()) if isinstance(w, ClaimNext)}
        assert found == {tuple(sorted(names, key=RESOURCES.index)) for names in product(RESOURCES, repeat=count)}


@pytest.mark.parametrize(("columns", "count"), [((1,), 0), ((4,), 1), ((1, 4, 7), 2)])
def test_every_choice_of_a_bonus_can_be_had_by_presses(columns: tuple[int, ...], count: int) -> None:
    state = LATER
    for column in columns:
        state = stand(state, column, "lucca")
    found = {w for w in wishes(walk(ordering(state, "lucca")).values()) if isinstance(w, AcquireNext)}
    lists = {tuple(sorted(names, key=RESOURCES.index)) for names in product(RESOURCES, repeat=count)}
    assert found == {AcquireNext(columns, names) for names in lists}


def test_every_split_of_what_is_held_can_be_ordered() -> None:
    state = hold(LATER, "lucca", Resources(coins=2, soldiers=1, believers=2))
    found = {w for w in wishes(walk(ordering(state, "lucca"), most=1000).values()) if isinstance(w, SealNext)}
    sent = {(w.league.strength, w.walls.strength, w.league.tokens.plus(w.walls.tokens)) for w in found}
    possible = legal(invaded(hold(first(5), "lucca", Resources(coins=2, soldiers=1, believers=2))), "lucca").of(Defend)
    assert sent == {
        (action.league.strength, action.walls.strength, action.league.tokens.plus(action.walls.tokens))
        for action in possible
        if isinstance(action, Defend)
    }


def test_a_defence_that_is_ordered_is_where_its_panel_begins_while_its_tokens_are_there() -> None:
    order = SealNext(Force(soldiers=2), Force(soldiers=1))
    rich, poor = (hold(LATER, "lucca", Resources(soldiers=count)) for count in (3, 2))
    assert "draft.2.1.0.0" in walk(ordering(rich, "lucca", given(order)), most=2000)
    assert "draft.2.1.0.0" not in walk(ordering(poor, "lucca", given(order)), most=2000)


def test_whatever_can_be_pressed_is_taken() -> None:
    for state, seat in ((LATER, "lucca"), (stages.all_out(), "firenze"), (stages.invasion(), "firenze")):
        looking = ordering(state, seat, FULLEST)
        for wish in wishes(walk(looking).values()):
            assert isinstance(wish, Cancel) or refused(wish, looking, None) is None


UNFIT = (
    "nonsense", "move.x", "move.0", "move.8", "move.1.1", "move.-1", "income.gold", "income.coins.coins", "acquire",
    "acquire.", "acquire.2", "acquire.x", "acquire.1", "acquire.1.coins", "draft", "draft.99.0.0.0", "draft.1.x.0.0",
    ".", "help.1", "-", "A" * 60,
)  # fmt: skip


@pytest.mark.parametrize("path", UNFIT)
def test_a_path_that_does_not_fit_gives_the_first_panel(path: str) -> None:
    looking = ordering(stand(LATER, 1, "lucca"), "lucca", FULLEST)
    assert orders_panel(looking, path) == orders_panel(looking)


@drawn(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_text_is_a_path_that_gives_a_panel(path: str) -> None:
    assert orders_panel(ordering(LATER, "lucca"), path).rows


def test_help_explains_standing_orders_and_leads_back() -> None:
    panel = orders_panel(ordering(LATER, "lucca"), "help")
    assert panel.embeds[0].title == "Standing orders"
    assert [button.label for button in buttons(panel)] == ["Back"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_panel_is_within_the_limits_in_every_language(language: str) -> None:
    for state, seat in (
        (fullest(Phase.PROJECTS), "milano"),
        (fullest(Phase.INVASION), "milano"),
        (stages.all_out(), "lucca"),
        (hold(begin("lucca", "siena"), "lucca"), "lucca"),
    ):
        for orders in ({}, FULLEST):
            for panel in walk(ordering(state, seat, orders, t=translator(language)), most=60).values():
                check_message(given_text(ORDERS[2], T), list(panel.embeds), orders_view(panel, TABLE, "firenze"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_screen_has_room_for_all_orders_in_every_language(language: str) -> None:
    t = translator(language)
    lines = order_lines(FULLEST, t)
    assert length("\n".join(lines)) <= FIELD_VALUE
    for phase in (Phase.PROJECTS, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR):
        state = fullest(phase)
        shown = screen(
            observe(state, "milano"), people_of(state.communes), choices_of(state, "milano"), t, orders=lines
        )
        check_message(None, shown)


def test_a_screen_tells_the_orders_that_stand_and_nothing_where_none_do() -> None:
    def shown(*lines: str) -> str:
        return text_of(screen(observe(LATER, "lucca"), people_of(LATER.communes), None, T, orders=lines)[0])

    assert "Standing orders\n**Loot points:** always keep them." in shown(*order_lines(given(RepairAlways(0)), T))
    assert "Standing orders" not in shown()


def test_every_control_of_orders_is_known_by_its_kind_alone() -> None:
    for panel in walk(ordering(fullest(Phase.PROJECTS), "milano", FULLEST), most=60).values():
        for item in orders_view(panel, TABLE, "firenze").to_components():
            for control in item["components"]:
                assert [kind for kind in Kind if template(kind).fullmatch(control["custom_id"])] == [Kind.ORDER]


def offered(state: State, seat: Seat, orders: tuple[Order, ...] = ()) -> list[list[str]]:
    """What autocomplete offers for each option while nothing is typed; all of it within Discord's limits."""
    looking = ordering(state, seat, given(*orders))
    found = [
        options.move_options(looking, ""),
        options.held_options(looking, ""),
        *(options.choice_options(looking, place, "") for place in (1, 2)),
        *(options.bonus_options(looking, place, "") for place in (1, 2)),
        *(options.next_defence_options(looking, field, {}, "") for field in DEFENCE_FIELDS),
        options.cancel_options(looking, ""),
    ]
    for each in found:
        check_choices(each)
    return [[f"{option.value} {option.name}" for option in each] for each in found]


def test_what_is_offered_is_within_the_limits_at_the_fullest() -> None:
    found = offered(fullest(Phase.PROJECTS), "milano", tuple(FULLEST.values()))
    assert [len(each) for each in found] == [7, 0, 4, 4, 0, 0, *[25, 21, 21] * 2, 6]


def values(found: list[Option]) -> list[object]:
    return [option.value for option in found]


def test_a_list_of_columns_is_completed_one_by_one() -> None:
    looking = ordering(turn_of(first(2), "firenze"), "lucca")
    assert values(options.move_options(looking, "")) == ["1", "2", "3", "4"]
    assert values(options.move_options(looking, "2, ")) == ["2 1", "2 3", "2 4"]
    assert values(options.move_options(looking, "2 1 4")) == ["2 1 4"]
    assert values(options.move_options(looking, "2 1 2")) == []
    assert values(options.move_options(looking, "x")) == []


def test_only_columns_with_one_s_own_envoys_are_offered_to_acquire() -> None:
    looking = ordering(stand(stand(stand(LATER, 1, "lucca"), 2, "siena"), 4, "lucca"), "lucca")
    assert values(options.held_options(looking, "")) == ["1", "4"]
    assert values(options.held_options(looking, "4 ")) == ["4 1"]
    assert values(options.bonus_options(looking, 1, "co")) == ["coins"]
    assert values(options.bonus_options(looking, 2, "")) == []


def test_of_a_defence_only_what_is_held_is_offered() -> None:
    looking = ordering(hold(LATER, "lucca", Resources(coins=5, soldiers=2)), "lucca")
    assert values(options.next_defence_options(looking, "league_soldiers", {"walls_soldiers": 1}, "")) == [0, 1]
    assert values(options.next_defence_options(looking, "walls_coins", {"league_coins": 2}, "")) == [0, 2]


def test_only_orders_that_stand_are_offered_to_cancel() -> None:
    looking = ordering(LATER, "lucca", given(WhenOutbid(), FinishAlways()))
    assert values(options.cancel_options(looking, "")) == ["outbid", "finish", "all"]
    assert values(options.cancel_options(looking, "fin")) == ["finish"]
    assert values(options.cancel_options(ordering(LATER, "lucca"), "")) == []


def test_what_is_cancelled_is_asked_again() -> None:
    said = {cancelled_text(kind, T) for kind in (*ORDER_KINDS, None)}
    assert len(said) == len(ORDER_KINDS) + 1
    assert all("asked" in text or "yourself" in text for text in said)


def shown(state: State, seat: Seat, orders: Given) -> list[str]:
    """Every text and control of a seat's panels, and all that is offered; why some orders are refused."""
    looking, choices = ordering(state, seat, orders), choices_of(state, seat)
    found = [
        f"{path} {panel.rows} {list(map(text_of, panel.embeds))}" for path, panel in walk(looking, most=12).items()
    ]
    found += map(str, offered(state, seat))
    return [*found, *(str(refused(order, looking, choices)) for order in ORDERS)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_a_person_is_shown_of_orders_depends_only_on_their_observation(seats: int) -> None:
    rng = Random(seats)  # reproducible, nothing secret
    compared, different = 0, 0
    for state, _ in whole_game(3, seats)[:-1:3]:
        seat = rng.choice(state.communes)
        other = otherwise(rng, state, seat)
        if observe(other, seat) != observe(state, seat):
            continue  # the reserve of a choice may become visible to the one who chooses (3.6)
        assert shown(other, seat, FULLEST) == shown(state, seat, FULLEST)
        compared += 1
        different += other != state
    assert compared > len(whole_game(3, seats)) / 6
    assert different > compared / 2
