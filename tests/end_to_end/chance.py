"""Random choices that are the same in every run."""

from random import Random


def chance(*seed: object) -> Random:
    """A generator that a seed names: decks and what people do come from different ones."""
    return Random(" ".join(map(str, seed)))
