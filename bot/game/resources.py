"""Counts of the four resources, and how they are added, spent and received (rules 1.2, 4)."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple, get_args

Resource = Literal["coins", "soldiers", "believers", "artisans"]
RESOURCES: tuple[Resource, ...] = get_args(Resource)


class Resources(NamedTuple):
    """How many tokens of each kind; never negative."""

    coins: int = 0
    soldiers: int = 0
    believers: int = 0
    artisans: int = 0

    def plus(self, other: "Resources") -> "Resources":
        """The tokens of both."""
        return Resources(self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3])

    def minus(self, other: "Resources") -> "Resources":
        """What is left without `other`, which must be covered (rule 4.3)."""
        return Resources(self[0] - other[0], self[1] - other[1], self[2] - other[2], self[3] - other[3])

    def covers(self, other: "Resources") -> bool:
        """Whether every kind of `other` is there (rule 4.3)."""
        return self[0] >= other[0] and self[1] >= other[1] and self[2] >= other[2] and self[3] >= other[3]

    def common(self, other: "Resources") -> "Resources":
        """What can be received where `other` is owed and these are there: the excess is lost (rule 1.2)."""
        return Resources(*map(min, self, other))

    def count(self, resource: object) -> int:
        """How many tokens of one kind; 0 of a kind that does not exist."""
        return getattr(self, resource) if resource in RESOURCES else 0

    @property
    def total(self) -> int:
        """All tokens together."""
        return sum(self)


NOTHING = Resources()
ONE: dict[Resource, Resources] = {kind: NOTHING._replace(**{kind: 1}) for kind in RESOURCES}


def tally(names: Iterable[Resource]) -> Resources:
    """The counts of a list of names, such as a choice of resources."""
    result = NOTHING
    for name in names:
        result = result.plus(ONE[name])
    return result


def possible_choices(owed: int, reserve: Resources) -> tuple[tuple[Resource, ...], ...]:
    """Every list of resources of choice that a reserve allows, each in the order of `RESOURCES` (rules 5.9, 5.11).

    Exactly min(owed, tokens left of all kinds) are named; with nothing owed or left, the empty list alone.
    """
    return tuple(names for names, needed in _lists(min(owed, reserve.total)) if reserve.covers(needed))


@cache
def _lists(length: int) -> tuple[tuple[tuple[Resource, ...], Resources], ...]:
    """Every list of so many names, with its counts."""
    return tuple((names, tally(names)) for names in combinations_with_replacement(RESOURCES, length))
