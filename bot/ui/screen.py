"""A seat's screen: what is its own, how it stands, and what it may do now. For its owner alone."""

from collections.abc import Iterator, Sequence

from discord import Embed

from bot.game.components import ENVOYS
from bot.game.observation import CityFront, Observation, Screen
from bot.game.rules import Choices
from bot.game.state import CityBuilding, Phase
from bot.locale import Translator
from bot.ui.board import board, seat_colour, steps_text
from bot.ui.cards import TYPE_MARKS, cards_with_ids, wall_cards
from bot.ui.columns import invasion_near
from bot.ui.offers import defences_text, offers
from bot.ui.people import People, commune
from bot.ui.status import own_status, stopped_status
from bot.ui.words import SEPARATOR, bid_text, every_amount, force_text, loot_points, notable_name, points


def screen(
    observation: Observation,
    people: People,
    choices: Choices | None,
    t: Translator,
    *,
    stopped: bool = False,
    orders: Sequence[str] = (),
) -> list[Embed]:
    """The embeds of the screen; a spectator gets the board. `choices` are the seat's own, while it may act.

    A game that was `stopped` before its end waits for nobody. `orders` are the owner's standing orders, in words.
    """
    if observation.seat is None:
        return [board(observation, people, (), t, stopped=stopped)]
    embeds = [_possessions(observation, t, stopped_status(t) if stopped else _situation(observation, people, t))]
    if orders:
        embeds[0].add_field(name=t("Standing orders"), value="\n".join(orders), inline=False)
    if choices is not None and (text := offers(observation, choices, t)):
        title = t("What you can do now")
        embeds.append(Embed(title=title, description=text, colour=seat_colour(observation.seat)))
    return embeds


def _possessions(observation: Observation, t: Translator, situation: str) -> Embed:
    assert observation.seat is not None
    embed = Embed(
        title=t("{commune}: your screen", commune=commune(observation.seat)),
        description=situation,
        colour=seat_colour(observation.seat),
    )
    for name, value in _fields(observation, t):
        embed.add_field(name=name, value=value, inline=False)
    return embed.set_footer(text=t("Only you see this."))


def _situation(observation: Observation, people: People, t: Translator) -> str:
    lines = [f"**{own_status(observation, people, t)}**"]
    if observation.phase is Phase.CONSTRUCTION and observation.seat == observation.active:
        lines.append(steps_text(observation, t))
    if observation.phase is not Phase.INVASION and (near := invasion_near(observation, t)):
        lines.append(near)
    if observation.invasion is not None:
        lines.append(strength_text(observation, t))
    return "\n".join(lines)


def strength_text(observation: Observation, t: Translator) -> str:
    """The strength of the invasion that is open or next, against this seat as VP stand (11.1)."""
    assert observation.invasion is not None
    assert observation.seat is not None
    total = observation.strength_against(observation.seat)
    return t(
        "Strength against you: {base} + {ahead} (your VP above the lowest) = {total}, less the League's soldiers.",
        base=observation.invasion.strength,
        ahead=total - observation.invasion.strength,
        total=total,
    )


def _fields(observation: Observation, t: Translator) -> Iterator[tuple[str, str]]:
    assert observation.seat is not None
    own, city = observation.screen(observation.seat), observation.city(observation.seat)
    assert own is not None
    yield t("Resources"), every_amount(own.resources, t)
    hand = cards_with_ids(own.hand) or t("No cards.")
    yield t("Your hand: {count}", count=len(own.hand)), hand
    yield t("Your city"), "\n".join(_city_lines(observation, city, own, t))
    if own.walls:
        yield t("Your walls"), _walls_text(observation, own, t)
    if observation.defence is not None:
        yield (
            t("Your sealed defence"),
            t(
                "League: {league}\nWalls: {walls}",
                league=force_text(observation.defence.league, t),
                walls=force_text(observation.defence.walls, t),
            ),
        )


def _city_lines(observation: Observation, city: CityFront, own: Screen, t: Translator) -> Iterator[str]:
    yield SEPARATOR.join((f"**{points(city.vp, t)}**", loot_points(city.loot, t)))
    if city.buildings:
        numbered = [_building(number, building, t) for number, building in enumerate(city.buildings, start=1)]
        yield t("Buildings: {buildings}", buildings=SEPARATOR.join(numbered))
    if city.active:
        marks = " ".join(TYPE_MARKS[kind] for kind in city.active)
        yield t("Active, paid at your next income: {types}", types=marks)
    if city.notables:
        yield t("Notables: {titles}", titles=SEPARATOR.join(notable_name(kind, t) for kind in city.notables))
    if own.heroism:
        yield t("Heroism tokens: {tokens}", tokens=", ".join(map(str, own.heroism)))
    yield t("Envoys free: {count} of {all}", count=city.envoys, all=ENVOYS)
    for number, column in enumerate(observation.columns, start=1):
        if column.bid is not None and column.bid.seat == city.seat:
            yield t("Your bid on column {column}: {bid}", column=number, bid=bid_text(column.bid, t))


def _building(number: int, building: CityBuilding, t: Translator) -> str:
    return t("**{number}** {type} level {level}", number=number, type=TYPE_MARKS[building.type], level=building.level)


def _walls_text(observation: Observation, own: Screen, t: Translator) -> str:
    lines = [
        t("**{number}** level {level} ({cards})", number=number, level=len(section), cards=wall_cards(section, t))
        for number, section in enumerate(own.walls, start=1)
    ]
    if observation.phase is not Phase.OVER:
        lines.append(defences_text(observation, t))
    return "\n".join(lines)
