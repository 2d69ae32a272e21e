"""Paints a scene: the sheet first, then part by part from the top, at last the unevenness of the plaster."""

from functools import cache

from PIL import Image, ImageChops

from bot.ui.picture.bays import draw_bays
from bot.ui.picture.ground import ground, plaster
from bot.ui.picture.layout import DESIGN_WIDTH, layout
from bot.ui.picture.pigments import chosen_from, everything, in_few_colours
from bot.ui.picture.scene import Scene
from bot.ui.picture.score import draw_score
from bot.ui.picture.towns import draw_town
from bot.ui.picture.vault import draw_vault


def paint(scene: Scene, width: int) -> Image.Image:
    """The finished picture."""
    return in_few_colours(_painted(scene, width), _pigments())


def _painted(scene: Scene, width: int) -> Image.Image:
    boxes = layout(len(scene.towns), len(scene.bays), width, outbid=scene.outbid)
    image = ground(*boxes.size).copy()
    draw_vault(image, scene, boxes.vault, boxes.arches)
    draw_score(image, scene.towns, boxes.score)
    draw_bays(image, scene.bays, boxes.bays)
    for number, (town, box) in enumerate(zip(scene.towns, boxes.towns, strict=True)):
        draw_town(image, town, box, number)
    return ImageChops.multiply(image, plaster(*boxes.size))


@cache
def _pigments() -> Image.Image:
    return chosen_from(_painted(everything(), DESIGN_WIDTH).reduce(2))
