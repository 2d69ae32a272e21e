"""`dataclasses.replace`, four times as fast: a game makes some ten new states an action.

For frozen, slotted dataclasses of at least two fields, without `__post_init__`.
"""

from collections import deque
from dataclasses import fields
from functools import cache
from itertools import repeat
from operator import attrgetter, call
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace  # by this name the type checker knows the fields
else:

    def replace(original, /, **changes):
        """A copy with some fields changed; the slots are set at once, without `__init__`."""
        read_all, set_slots, places = _layout(type(original))
        values = list(read_all(original))
        for name, value in changes.items():
            values[places[name]] = value
        copy = object.__new__(type(original))
        deque(map(call, set_slots, repeat(copy), values), maxlen=0)  # runs the map
        return copy

    @cache
    def _layout(kind):
        names = [field.name for field in fields(kind)]
        set_slots = tuple(getattr(kind, name).__set__ for name in names)
        return attrgetter(*names), set_slots, {name: place for place, name in enumerate(names)}


__all__ = ["replace"]
