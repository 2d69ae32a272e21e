"""Over whole random games: no token, card, envoy or wall appears or vanishes, and VP are what was built."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.game.components import COMPONENTS, DECKS, CardId, cards_in_use
from bot.game.events import CardsDiscarded, InvasionResolved
from bot.game.resources import Resources
from bot.game.state import BONUS_WALL, State
from tests.game.games import POOL, Game, Step, whole_game

games = pytest.mark.parametrize(("seed", "seats", "cast"), POOL)


def tokens(state: State) -> Resources:
    """All tokens, wherever they are."""
    total = state.reserve
    for city in state.cities:
        total = total.plus(city.resources)
    bids = [column.bid for column in state.columns if column.bid]
    for bid in [*bids, *([state.outbid.bid] if state.outbid else [])]:
        total = total.plus(bid.tokens)
    return total


def cards(state: State) -> Iterator[CardId]:
    """All cards that did not leave the game, wherever they are."""
    for deck in state.decks:
        yield from deck
    for column in state.columns:
        yield from column.cards
    for city in state.cities:
        yield from city.hand
        for building in city.buildings:
            yield from building.cards
        for section in city.walls:
            yield from (card for card in section if card != BONUS_WALL)


def with_discards(game: Game) -> Iterator[tuple[State, Counter[CardId]]]:
    """Each state with the cards that were discarded until then."""
    gone: Counter[CardId] = Counter()
    yield game.steps[0].before, gone
    for step in game.steps:
        for event in step.events:
            if isinstance(event, CardsDiscarded):
                gone.update(event.cards)
        yield step.after, gone


@games
def test_every_token_is_somewhere_and_no_count_is_negative(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states:
        assert tokens(state) == COMPONENTS.reserve
        assert min(min(held) for held in (state.reserve, *(city.resources for city in state.cities))) >= 0


@games
def test_every_card_is_in_exactly_one_place(seed: int, seats: int, cast: str) -> None:
    in_use = Counter(card for deck in DECKS for card in cards_in_use(deck, seats))
    for state, gone in with_discards(whole_game(seed, seats, cast)):
        assert Counter(cards(state)) + gone == in_use


@games
def test_every_bonus_wall_is_left_or_begins_a_section(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states:
        sections = [section for city in state.cities for section in city.walls]
        assert state.bonus_walls + sum(section[0] == BONUS_WALL for section in sections) == 11
        assert not any(BONUS_WALL in section[1:] for section in sections)
        assert all(1 <= len(section) <= 4 for section in sections)


@games
def test_every_seat_has_three_envoys_home_or_out(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states:
        out = Counter(column.bid.seat for column in state.columns if column.bid)
        out.update([state.outbid.bid.seat] if state.outbid else [])
        assert all(state.envoys(seat) + out[seat] == 3 for seat in state.communes)
        assert all(column.cards for column in state.columns if column.bid)


@games
def test_vp_are_what_was_built(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states:
        for city in state.cities:
            levels = [len(building.cards) for building in city.buildings]
            assert city.vp == sum(sum(range(1, level + 1)) for level in levels)


def resolved(steps: tuple[Step, ...]) -> list[InvasionResolved]:
    return [event for step in steps for event in step.events if isinstance(event, InvasionResolved)]


@games
def test_every_invasion_comes_once_in_order_and_its_tokens_go_to_heroes_or_away(
    seed: int, seats: int, cast: str
) -> None:
    game = whole_game(seed, seats, cast)
    assert [event.deck for event in resolved(game.steps)] == list(DECKS)
    taken: Counter[int] = Counter()
    for event, invasion in zip(resolved(game.steps), COMPONENTS.invasions, strict=True):
        given = [report.heroism for report in event.defences if report.heroism is not None]
        assert not Counter([*given, *event.lost]) - Counter(invasion.heroism)
        taken.update(given)
    assert Counter(token for city in game.last.cities for token in city.heroism) == taken


@games
def test_a_hand_has_at_most_two_cards_after_a_turn(seed: int, seats: int, cast: str) -> None:
    for step in whole_game(seed, seats, cast).steps:
        if step.after.turn > step.before.turn:
            assert len(step.after.city(step.before.active).hand) <= 2


@games
def test_the_marker_and_the_turn_pass_together_until_the_final_round(seed: int, seats: int, cast: str) -> None:
    for step in whole_game(seed, seats, cast).steps:
        if step.after.final_turns is None:
            assert step.after.first_defender == step.after.active
        if step.after.turn > step.before.turn:
            assert step.after.active == step.before.after(step.before.active)
