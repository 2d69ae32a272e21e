"""The four invasions under the arches of a starry vault: who comes, how strong, and how many cards are left till then.

Each emblem wears a ring of pearls, one for each card that its deck still holds (2.1).
"""

import math
from functools import lru_cache
from typing import Literal

from PIL import Image

from bot.game.components import COMPONENTS
from bot.ui.picture.box import Box
from bot.ui.picture.emblems import emblem
from bot.ui.picture.palette import (
    FADED,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    LAPIS,
    LAPIS_DARK,
    PARCHMENT_LIGHT,
    VERMILION,
    WAX,
    Colour,
    mix,
)
from bot.ui.picture.scene import Scene
from bot.ui.picture.sketch import Point, Sketch, arc, smooth, star
from bot.ui.picture.sprites import count_in, lay, lay_in
from bot.ui.picture.symbols import symbol

Mood = Literal["past", "next", "open", "later"]
_GROUNDS: dict[Mood, Colour] = {
    "past": mix(LAPIS_DARK, (60, 62, 84), 0.5),
    "next": mix(GOLD, GOLD_LIGHT, 0.45),
    "open": WAX,
    "later": LAPIS_DARK,
}
_LINES: dict[Mood, Colour] = {
    "past": FADED,
    "next": INK,
    "open": GOLD_LIGHT,
    "later": (226, 208, 160),
}


def draw_vault(image: Image.Image, scene: Scene, whole: Box, arches: tuple[Box, ...]) -> None:
    """The whole band."""
    lay(image, _sky(whole.w, whole.h), whole.x, whole.y)
    for number, box in enumerate(arches):
        _draw_arch(image, scene, number, box)


def mood(scene: Scene, number: int) -> Mood:
    """How an invasion stands: over, the next one, open now, or still far."""
    if number < scene.invasion:
        return "past"
    if number > scene.invasion:
        return "later"
    return "next" if scene.sealed is None else "open"


def _draw_arch(image: Image.Image, scene: Scene, number: int, box: Box) -> None:
    state, invasion = mood(scene, number), COMPONENTS.invasions[number]
    lay(image, _arch(state, box.w, box.h), box.x, box.y)
    ring = box.part(0.18, 0.055, 0.82, 0.705)
    lay_in(image, _pearls(scene.decks[number], ring.h, state), ring)
    sign = emblem(invasion.invader, round(ring.h * 0.54), _LINES[state], _disc(state))
    lay_in(image, sign, ring)
    strength, cards = box.part(0.08, 0.7, 0.5, 0.96), box.part(0.51, 0.7, 0.92, 0.96)
    if state in ("past", "open"):
        strength = box.part(0.08, 0.7, 0.92, 0.96)
    count_in(image, _icon("military", strength.h, state), invasion.strength, strength, _LINES[state])
    if state == "open":
        lay_in(image, _seals(len(scene.towns), scene.sealed or 0, round(ring.h * 1.12)), ring)
    elif state != "past":
        _draw_until(image, scene, number, cards)


def _draw_until(image: Image.Image, scene: Scene, number: int, box: Box) -> None:
    """How long till it comes: cards, or turns of the final round (12.2)."""
    state = mood(scene, number)
    if scene.last_turn:
        lay_in(image, _icon("hourglass", box.h, state), box)
    elif scene.turns is not None:
        count_in(image, _icon("hourglass", box.h, state), scene.turns, box, _LINES[state])
    else:
        count_in(image, _icon("cards", box.h, state), scene.decks[number], box, _LINES[state])


def _icon(name: str, height: int, state: Mood) -> Image.Image:
    return symbol(name, round(height * 0.68), _LINES[state], _GROUNDS[state])


def _disc(state: Mood) -> Colour:
    return {"past": _GROUNDS["past"], "next": PARCHMENT_LIGHT, "open": VERMILION, "later": LAPIS}[state]


@lru_cache(maxsize=4)
def _sky(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    sketch.rect((0, 0, width, height), LAPIS)
    step = height / 9
    for row in range(10):
        for column in range(round(width / step) + 1):
            centre = ((column + row % 2 / 2) * step, row * step)
            sketch.polygon(star(centre, 6, step * 0.17, step * 0.07), GOLD)
    sketch.rect((0, 0, width, 3), GOLD_DARK).rect((0, height - 7, width, height), GOLD_DARK)
    sketch.rect((0, height - 6, width, height - 2), GOLD_LIGHT)
    return sketch.finished()


def _opening(width: int, height: int, inset: float) -> list[Point]:
    """The outline of a round arch that stands on the lower edge."""
    left, right, bottom = inset, width - inset, height - inset * 0.7
    radius = (right - left) / 2
    return [*arc((width / 2, inset + radius * 0.86), radius, 180, 360, 0.86), (right, bottom), (left, bottom)]


@lru_cache(maxsize=32)
def _arch(state: Mood, width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    unit = width / 100
    sketch.polygon(_opening(width, height, 2.4 * unit), GOLD_DARK).polygon(
        _opening(width, height, 2.9 * unit), GOLD_LIGHT
    )
    sketch.polygon(_opening(width, height, 4.6 * unit), GOLD_DARK).polygon(
        _opening(width, height, 5.1 * unit), _GROUNDS[state]
    )
    return sketch.finished()


@lru_cache(maxsize=64)
def _pearls(count: int, size: int, state: Mood) -> Image.Image:
    """A disc with so many pearls round it."""
    sketch, middle = Sketch(size, size), size / 2
    sketch.circle((middle, middle), size * 0.5, GOLD_DARK).circle((middle, middle), size * 0.485, LAPIS_DARK)
    sketch.circle((middle, middle), size * 0.385, GOLD).circle((middle, middle), size * 0.365, _disc(state))
    for number in range(count):
        angle = 2 * math.pi * number / count - math.pi / 2
        centre = (middle + size * 0.435 * math.cos(angle), middle + size * 0.435 * math.sin(angle))
        sketch.circle(centre, size * 0.037, PARCHMENT_LIGHT)
    if state == "past":
        for side in (-1, 1):
            sketch.line(
                [(middle - side * size * 0.25, size * 0.25), (middle + side * size * 0.25, size * 0.75)],
                WAX,
                size * 0.05,
            )
    return sketch.finished()


@lru_cache(maxsize=32)
def _seals(seats: int, sealed: int, size: int) -> Image.Image:
    """Round the emblem as many places as seats, as many with wax as have sealed: how many, never who (3.5)."""
    sketch, middle, radius = Sketch(size, size), size / 2, size * 0.105
    for number in range(seats):
        angle = 2 * math.pi * (number + 0.5) / seats + math.pi / 2
        centre = (middle + size * 0.385 * math.cos(angle), middle + size * 0.385 * math.sin(angle))
        if number < sealed:
            _wax(sketch, centre, radius)
        else:
            sketch.circle(centre, radius * 0.9, LAPIS_DARK, radius * 0.18, GOLD_LIGHT)
    return sketch.finished()


def _wax(sketch: Sketch, centre: Point, radius: float) -> None:
    sketch.polygon(smooth(star(centre, 7, radius, radius * 0.86), closed=True), INK)
    sketch.polygon(smooth(star(centre, 7, radius * 0.92, radius * 0.78), closed=True), GOLD_LIGHT)
    sketch.circle(centre, radius * 0.62, GOLD).polygon(star(centre, 4, radius * 0.6, radius * 0.22), WAX)
