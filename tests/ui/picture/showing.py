"""Pictures of games, small ones so that tests are quick."""

from io import BytesIO

from PIL import Image

from bot.game.observation import observe
from bot.game.state import State
from bot.ui.picture import draw, picture_key

SMALL = 540


def picture(state: State, width: int = SMALL) -> bytes:
    """What everybody is shown."""
    return draw(observe(state, None), width=width)


def key(state: State) -> str:
    return picture_key(observe(state, None))


def opened(png: bytes) -> Image.Image:
    """The picture, decoded whole."""
    image = Image.open(BytesIO(png))
    image.load()
    return image
