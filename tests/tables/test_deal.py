"""The deal is right for every number of people, unpredictable, and committed to as record.md says."""

import hashlib
import json
import re
from pathlib import Path
from random import Random, SystemRandom

import pytest

from bot.app import build_bot
from bot.game.components import COMMUNES, DECKS, cards_in_use
from bot.game.proof import commitment, proof
from bot.game.record import parse_record
from bot.game.rules import start
from bot.settings import Settings
from bot.tables.deal import Deal, deal
from tests.tables.hosting import seeded

SEATS = [2, 3, 4, 5]


def dealt(seats: int = 3, seed: object = 0, *, open_screens: bool = False) -> Deal:
    return deal(range(100, 100 + seats), seeded(seed), open_screens=open_screens)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(5))
def test_everybody_gets_a_commune_of_their_own_and_the_seats_are_in_order(seats: int, seed: int) -> None:
    made = dealt(seats, seed)
    assert list(made.communes) == list(range(100, 100 + seats))
    assert sorted(made.communes.values()) == sorted(made.setup.communes)
    assert list(made.setup.communes) == sorted(set(made.setup.communes), key=list(COMMUNES).index)
    start(made.setup)


@pytest.mark.parametrize("seats", SEATS)
def test_each_deck_holds_the_cards_in_use_once(seats: int) -> None:
    for name, deck in zip(DECKS, dealt(seats).setup.decks, strict=True):
        assert sorted(deck) == sorted(cards_in_use(name, seats))


def test_every_commune_and_every_order_of_communes_comes_up() -> None:
    orders = {tuple(dealt(2, seed).communes.values()) for seed in range(300)}
    assert orders == {(one, other) for one in COMMUNES for other in COMMUNES if one != other}


def test_screens_are_open_where_the_host_chose_so() -> None:
    assert dealt(open_screens=True).setup.open_screens
    assert not dealt(open_screens=False).setup.open_screens


def test_other_seeds_deal_and_salt_differently_and_the_same_one_alike() -> None:
    deals = [dealt(4, seed) for seed in range(20)]
    assert len({made.salt for made in deals}) == 20
    for index in range(4):
        assert len({made.setup.decks[index] for made in deals}) == 20
    assert dealt(4, 7) == dealt(4, 7)


def test_the_salt_is_32_hex_digits_even_where_it_begins_with_zeros() -> None:
    class Zeros(Random):
        def getrandbits(self, k: int, /) -> int:
            return 1 if k == 128 else super().getrandbits(k)

    assert all(re.fullmatch(r"[0-9a-f]{32}", dealt(3, seed).salt) for seed in range(50))
    assert deal([1, 2], Zeros(1), open_screens=False).salt == "0" * 31 + "1"


@pytest.mark.parametrize("seats", SEATS)
def test_the_commitment_is_the_hash_of_the_canonical_json_of_communes_decks_and_salt(seats: int) -> None:
    made = dealt(seats)
    decks = ",".join(
        '"{}":[{}]'.format(name, ",".join(f'"{card}"' for card in deck))
        for name, deck in zip("ABCD", made.setup.decks, strict=True)
    )
    communes = ",".join(f'"{seat}"' for seat in made.setup.communes)
    canonical = f'{{"communes":[{communes}],"decks":{{{decks}}},"salt":"{made.salt}"}}'
    json.loads(canonical)
    assert commitment(made.setup, made.salt) == hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def test_the_commitment_changes_with_the_salt_and_with_two_cards_changing_places() -> None:
    made = dealt()
    first, second, *rest = made.setup.decks[3]
    swapped = (*made.setup.decks[:3], (second, first, *rest))
    other = type(made.setup)(made.setup.communes, swapped)
    promises = {
        commitment(made.setup, made.salt),
        commitment(made.setup, f"{int(made.salt, 16) ^ 1:032x}"),
        commitment(other, made.salt),
    }
    assert len(promises) == 3


def test_the_proof_fits_into_a_record() -> None:
    made = dealt()
    opened = proof(made.setup, made.salt)
    decks = {name: list(deck) for name, deck in zip(DECKS, made.setup.decks, strict=True)}
    record = parse_record(
        {
            "format": "comuni-record",
            "version": 1,
            "communes": list(made.setup.communes),
            "decks": decks,
            "actions": [],
            "proof": {"salt": opened.salt, "commitment": opened.commitment},
        }
    )
    assert record.proof == opened


def test_a_bot_deals_unpredictably_unless_told_otherwise(tmp_path: Path) -> None:
    bot = build_bot(Settings(database=tmp_path / "unused", _env_file=None))
    assert isinstance(bot._random, SystemRandom)  # noqa: SLF001 - what a person cannot see must be looked up
