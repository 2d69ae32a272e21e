"""Every refusal of the rules has its sentence."""

from random import Random

import pytest

from bot.game import errors
from bot.game.actions import parse_action
from bot.game.components import BUILDING_TYPES, CARDS, Seat
from bot.game.errors import Refusal
from bot.game.rules import apply, waiting
from bot.game.state import State
from bot.ui.refusals import TEMPLATES, refusal_text
from tests.game import stages
from tests.game.builders import city_with, deal
from tests.ui.playing import T, plain_people, whole_game

STAGES = (
    stages.projects,
    stages.all_out,
    stages.poor_reserve,
    stages.outbid,
    stages.outbid_without_believer,
    stages.construction,
    stages.repair,
    stages.invasion,
    stages.over,
)
PEOPLE = plain_people("lucca", "firenze", "siena", "bologna", "milano")


def kinds_of(kind: type[Refusal]) -> set[type[Refusal]]:
    """A class of refusals of the rules with all below it."""
    below = [other for other in kind.__subclasses__() if other.__module__ == errors.__name__]
    return {kind}.union(*map(kinds_of, below))


def test_every_class_of_refusal_has_its_own_sentence() -> None:
    assert kinds_of(Refusal) == set(TEMPLATES)
    assert len(set(TEMPLATES.values())) == len(TEMPLATES)


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (
            errors.BidNotHigher(column=3, rival="siena", standing=5),
            "Column 3: Siena (Carla)'s bid is worth 2½; bid more. (rule 5.1)",
        ),
        (
            errors.NotAsked(asked="lucca, siena"),
            "It is not your turn to act: the game waits for Lucca (Alice) and Siena (Carla). (rule 2.4)",
        ),
        (
            errors.WrongPhase(phase="over", action="bid"),
            "Bidding is not possible now: the game is over. (rule 2.4)",
        ),
        (
            errors.NotHeld(rule="8.7", resource="artisans", held=0, asked=1),
            "That takes 1 artisan and you have 0 artisans; spend less. (rule 8.7)",
        ),
        (
            errors.PaymentNotExact(due=2, artisans=1, believers=0),
            (
                "This step costs 2 artisans, no more and no less, and you gave 1 artisan; 2 believers may stand for an "
                "artisan. (rule 8.7)"
            ),
        ),
        (
            errors.MalformedRecord(detail="column: Input should be a valid integer"),
            "I could not read `column`; check the numbers and the names you typed.",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_to_do(refusal: Refusal, text: str) -> None:
    assert refusal_text(refusal, PEOPLE, T) == text


def test_a_refusal_that_is_new_is_told_as_its_parent() -> None:
    class Unheard(errors.BidRefused):
        pass

    assert refusal_text(Unheard(), PEOPLE, T) == "That bid is not possible; bid otherwise. (rule 5.1)"


def test_a_detail_cannot_break_out_of_its_sentence() -> None:
    assert refusal_text(errors.MalformedRecord(detail="`a`"), PEOPLE, T).count("`") == 2


def any_data(rng: Random, seat: Seat) -> dict[str, object]:
    """What somebody might type: the right shape, seldom legal."""
    small, pair = rng.randint(0, 3), rng.choice([0, 0, 1, 2, 99])
    names = [rng.choice(["coins", "soldiers", "believers", "artisans", "gold"]) for _ in range(rng.randint(0, 2))]
    card = rng.choice(list(CARDS))
    step = {"card": card, "artisans": small, "believers": pair}
    place, kind = rng.choice([None, 1, 2, 9]), rng.choice([None, *BUILDING_TYPES])
    data: dict[str, object] = rng.choice(
        [
            {"type": "bid", "column": rng.randint(0, 8), "coins": small, "believers": pair},
            {"type": "acquire", "bonus": names},
            {"type": "income", "choice": names},
            {"type": "withdraw"},
            {"type": "move", "column": rng.randint(0, 8)},
            {"type": "build", **step, "building": place, "as": kind},
            {"type": "wall", **step, "section": place},
            {"type": "finish", "discard": rng.choices(list(CARDS), k=small)},
            {"type": "repair", "loot": small},
            {"type": "defend", "league": {"soldiers": pair}, "walls": {"coins": small}},
        ]
    )
    return {"seat": seat, **data}


def with_own_cards(rng: Random, state: State, data: dict[str, object]) -> dict[str, object]:
    """The same, with cards of the seat's hand where it has some."""
    hand = state.city(str(data["seat"])).hand
    if rng.random() < 0.1:
        return data
    if "card" in data and hand:
        data["card"] = rng.choice(hand)
    if "discard" in data and hand:
        data["discard"] = rng.choices(hand, k=min(rng.randint(0, 3), len(hand)))
    return data


def refusal_of(state: State, data: object) -> Refusal | None:
    """Why an action is refused; None when it is legal."""
    try:
        apply(state, parse_action(data, state.communes))
    except Refusal as refusal:
        return refusal
    return None


def test_the_data_of_every_refusal_that_an_action_meets_fits_its_sentence() -> None:
    rng = Random(1)  # reproducible, nothing secret
    with_one_loot_point = city_with(stages.repair(), "lucca", loot=1)
    with_a_card_of_two_types = deal(stages.construction(), "lucca", "C19")
    positions = [stage() for stage in STAGES] + [with_one_loot_point, with_a_card_of_two_types]
    states = [state for position in positions for state in 1500 * [position]]
    states += [state for state, _ in whole_game(1, 5)]
    met = set()
    for state in states:
        seat = rng.choice((*waiting(state), rng.choice(state.communes)))
        data = with_own_cards(rng, state, any_data(rng, seat))
        if refusal := refusal_of(state, data):
            text = refusal_text(refusal, PEOPLE, T)
            assert text.endswith(")") or refusal.rule == "record"
            assert "{" not in text
            met.add(type(refusal))
    bare = {kind for kind in kinds_of(Refusal) if kind.__subclasses__()}
    of_setups = {errors.WrongCommunes, errors.WrongDeck, errors.MalformedRecord}
    assert kinds_of(Refusal) - met - bare == of_setups
