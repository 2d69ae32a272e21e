"""Computer players: an observation and what is legal in, an action and its reason out."""

from collections.abc import Mapping
from enum import StrEnum

from bot.stewards.choosing import character
from bot.stewards.decision import Decide, Decision, Motive, Offers, Reason
from bot.stewards.weights import NOVICE, STEWARD


class Character(StrEnum):
    """How well a steward plays."""

    NOVICE = "novice"
    STEWARD = "steward"


STEWARDS: Mapping[Character, Decide] = {
    Character.NOVICE: character(NOVICE),
    Character.STEWARD: character(STEWARD),
}

__all__ = ["STEWARDS", "Character", "Decide", "Decision", "Motive", "Offers", "Reason"]
