"""A record proves its deal, and whatever was changed in it is named (law 10)."""

import json
from random import Random
from typing import Any

import pytest

from bot.game.components import COMMUNES
from bot.game.proof import GameUnfinished, NoProof, Proven, WrongCommitment, commitment, proof, verify
from bot.game.record import ReplayRefused, export
from tests.game.games import Game, whole_game

SALT = "0123456789abcdef0123456789abcdef"
GAMES = [(0, 2, "mixed"), (1, 3, "mixed"), (0, 4, "soldiers"), (1, 5, "builders")]
games = pytest.mark.parametrize(("seed", "seats", "cast"), GAMES)
Data = dict[str, Any]


def record_of(game: Game) -> Data:
    """A finished game's record as data, with its proof; a copy of its own."""
    data: Data = json.loads(json.dumps(export(game.setup, game.actions, proof(game.setup, SALT))))
    return data


def refusal_of(data: Data) -> ReplayRefused:
    with pytest.raises(ReplayRefused) as caught:
        verify(data)
    return caught.value


@games
def test_a_finished_game_is_proven_with_its_commitment_and_its_end(seed: int, seats: int, cast: str) -> None:
    game = whole_game(seed, seats, cast)
    assert verify(record_of(game)) == Proven(commitment(game.setup, SALT), len(game.actions), game.last)


def test_the_case_of_the_commitments_digits_does_not_matter() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    data["proof"]["commitment"] = data["proof"]["commitment"].upper()
    assert verify(data).commitment == data["proof"]["commitment"].lower()


@games
def test_any_two_cards_that_changed_places_are_noticed(seed: int, seats: int, cast: str) -> None:
    rng = Random(seed)
    for deck in "ABCD":
        for _ in range(10):
            data = record_of(whole_game(seed, seats, cast))
            cards = data["decks"][deck]
            one, other = rng.sample(range(len(cards)), 2)
            cards[one], cards[other] = cards[other], cards[one]
            with pytest.raises(WrongCommitment, match="salt, the communes or the decks were changed"):
                verify(data)


@pytest.mark.parametrize("deck", "ABCD")
def test_a_card_in_place_of_another_is_named_by_its_deck(deck: str) -> None:
    for card in ("A01", "D01", "Z99"):
        data = record_of(whole_game(1, 3, "mixed"))
        cards = data["decks"][deck]
        cards[0] = card if card != cards[0] else "A02"
        refused = refusal_of(data)
        assert (refused.action, refused.refusal.rule, refused.refusal.data["deck"]) == (None, "1.4", deck)


def test_a_commune_in_place_of_another_is_noticed() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    others = [seats for seats in _pairs() if list(seats) != data["communes"]]
    for seats in others:
        with pytest.raises(WrongCommitment):
            verify({**data, "communes": list(seats)})


def _pairs() -> list[tuple[str, str]]:
    names = list(COMMUNES)
    return [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]


@pytest.mark.parametrize(("field", "digits"), [("salt", 32), ("commitment", 64)])
def test_any_other_digit_of_salt_or_commitment_is_noticed(field: str, digits: int) -> None:
    for place in range(digits):
        data = record_of(whole_game(0, 2, "mixed"))
        text = data["proof"][field]
        data["proof"][field] = f"{text[:place]}{int(text[place], 16) ^ 1:x}{text[place + 1 :]}"
        with pytest.raises(WrongCommitment):
            verify(data)


def test_a_salt_in_other_letters_is_another_salt() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    data["proof"]["salt"] = data["proof"]["salt"].upper()
    with pytest.raises(WrongCommitment):
        verify(data)


def test_an_action_that_was_made_illegal_is_named_by_its_number_and_rule() -> None:
    game = whole_game(1, 3, "mixed")
    for number in range(0, len(game.actions), 7):
        data = record_of(game)
        data["actions"][number] = {"seat": data["communes"][0], "type": "repair", "loot": 9}
        refused = refusal_of(data)
        assert refused.action == number
        assert refused.refusal.rule in ("phase", "turn", "10.1")


@games
def test_an_action_left_out_is_noticed_there_or_later(seed: int, seats: int, cast: str) -> None:
    game, rng = whole_game(seed, seats, cast), Random(seed)
    for number in rng.sample(range(len(game.actions)), 12):
        data = record_of(game)
        if data["actions"][number]["type"] == "defend":
            continue  # it may have been sealed again, and then nothing is missing
        del data["actions"][number]
        with pytest.raises((ReplayRefused, GameUnfinished)) as caught:
            verify(data)
        if isinstance(caught.value, ReplayRefused):
            assert caught.value.action is not None
            assert caught.value.action >= number


@games
def test_a_game_that_is_not_over_is_no_finished_game_but_its_deal_is_sound(seed: int, seats: int, cast: str) -> None:
    game = whole_game(seed, seats, cast)
    for actions in (0, 1, len(game.actions) // 2, len(game.actions) - 1):
        data = record_of(game)
        del data["actions"][actions:]
        with pytest.raises(GameUnfinished) as caught:
            verify(data)
        assert (caught.value.actions, caught.value.commitment) == (actions, commitment(game.setup, SALT))


def test_an_action_after_the_end_is_refused() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    count = len(data["actions"])
    data["actions"].append(data["actions"][-1])
    refused = refusal_of(data)
    assert (refused.action, refused.refusal.rule) == (count, "phase")


def test_a_record_without_proof_proves_nothing() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    del data["proof"]
    with pytest.raises(NoProof, match="no proof"):
        verify(data)


def test_a_deal_that_was_changed_is_found_before_what_follows_from_it() -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    data["decks"]["A"].reverse()
    data["actions"][0] = "nonsense"
    with pytest.raises(WrongCommitment):
        verify(data)


@pytest.mark.parametrize(
    "proof",
    [None, {}, [], "salt", {"salt": SALT}, {"salt": SALT, "commitment": "0" * 63}, {"salt": 7, "commitment": "0" * 64}],
    ids=str,
)
def test_a_proof_that_is_none_is_no_record(proof: object) -> None:
    refused = refusal_of({**record_of(whole_game(0, 2, "mixed")), "proof": proof})
    assert (refused.action, refused.refusal.rule) == (None, "record")


@pytest.mark.parametrize("data", [None, 7, "record", [], {}, {"format": "comuni-record"}], ids=str)
def test_what_is_no_record_is_refused(data: object) -> None:
    with pytest.raises(ReplayRefused) as caught:
        verify(data)
    assert (caught.value.action, caught.value.refusal.rule) == (None, "record")


def test_who_makes_the_commitment_anew_shows_another_fingerprint() -> None:
    """What the file alone cannot tell: it must be compared with the message that started the game."""
    game = whole_game(0, 2, "mixed")
    data = record_of(game)
    data["proof"] = proof(game.setup, "f" * 32).model_dump()
    assert verify(data).commitment != commitment(game.setup, SALT)
