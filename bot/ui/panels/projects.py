"""Phase 1: bid, acquire or claim income, each with what it takes and brings (rule 5)."""

from collections.abc import Iterator

from bot.ui.columns import columns_text, invasion_near
from bot.ui.panels.asking import Asking, help_button, page
from bot.ui.panels.bids import column_menu
from bot.ui.panels.choosing import acquire_button, acquire_text, income_button, income_text_of
from bot.ui.panels.parts import Button, Panel, Row
from bot.ui.status import own_status


def projects_panel(asking: Asking) -> Panel:
    """The first panel: a menu of columns, and buttons for the rest."""
    t, observation = asking.t, asking.observation
    embed = page(
        asking,
        t("Projects"),
        f"**{own_status(observation, asking.people, t)}**",
        columns_text(observation, t),
        invasion_near(observation, t),
    )
    for place, (name, text) in enumerate(_fields(asking)):
        embed.insert_field_at(place, name=name, value=text, inline=False)
    return Panel([embed], list(_rows(asking)))


def _fields(asking: Asking) -> Iterator[tuple[str, str]]:
    if acquire_button(asking):
        yield asking.t("Acquire"), acquire_text(asking)
    if income_button(asking):
        yield asking.t("Claim income"), income_text_of(asking)


def _rows(asking: Asking) -> Iterator[Row]:
    if menu := column_menu(asking):
        yield menu
    found: list[Button | None] = [acquire_button(asking), income_button(asking), help_button(asking)]
    yield [button for button in found if button is not None]
