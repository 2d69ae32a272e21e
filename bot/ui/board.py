"""The public board: one embed that tells everything everybody may know."""

from collections.abc import Sequence

from discord import Embed

from bot.game.components import COMMUNES, ENVOYS, Seat
from bot.game.events import Event, visible_to
from bot.game.observation import CityFront, Observation
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.cards import buildings_by_type, cards_row, types_legend
from bot.ui.columns import columns_text, decks_text
from bot.ui.limits import length
from bot.ui.log import line
from bot.ui.people import People
from bot.ui.status import status, stopped_status
from bot.ui.words import SEPARATOR, cards_count, every_amount, loot_points, notable_name, number, points

LATEST_LINES = 16  # as much as some stewards do between two turns of a person
LATEST_LENGTH = 1000
QUIET_COLOUR = 0x8A7F72


def board(
    observation: Observation,
    people: People,
    recent: Sequence[Event],
    t: Translator,
    *,
    table: int | None = None,
    stopped: bool = False,
) -> Embed:
    """The board for everybody. `observation` must be a spectator's; `recent` are the newest events, oldest first.

    A game that was `stopped` before its end waits for nobody.
    """
    assert observation.seat is None
    embed = Embed(
        title=t("Comuni: the game is over") if observation.phase is Phase.OVER else t("Comuni"),
        description=stopped_status(t) if stopped else _description(observation, people, t),
        colour=_colour(observation),
    )
    embed.add_field(name=t("Project columns"), value=columns_text(observation, t), inline=False)
    embed.add_field(name=t("Decks"), value=decks_text(observation, t), inline=False)
    for city in observation.cities:
        name, value = city_name(observation, city.seat, people, t), city_text(observation, city, t)
        embed.add_field(name=name, value=value, inline=False)
    if latest := latest_text(observation, people, recent, t):
        embed.add_field(name=t("Latest"), value=latest, inline=False)
    return embed.set_footer(text=_footer(observation, table, t))


def latest_text(observation: Observation, people: People, recent: Sequence[Event], t: Translator) -> str:
    """The newest lines of the public log that have room, oldest first."""
    seen = [event for event in recent if visible_to(event, None, open_screens=observation.open_screens)]
    lines = [line(event, people, t) for event in seen][-LATEST_LINES:]
    while length("\n".join(lines)) > LATEST_LENGTH:
        lines = lines[1:]
    return "\n".join(lines)


def city_name(observation: Observation, seat: Seat, people: People, t: Translator) -> str:
    """The heading of a seat: who it is, whether it is its turn, and the First Defender marker."""
    name = people.marked(seat)
    if observation.phase is not Phase.OVER and seat == observation.active:
        name = t("▶ {seat}", seat=name)
    return t("{seat} · 🛡️ First Defender", seat=name) if seat == observation.first_defender else name


def city_text(observation: Observation, city: CityFront, t: Translator) -> str:
    """Everything public of a seat; with open screens also what stands behind its screen (3.1, 3.4)."""
    lines = [_counts(observation, city, t)]
    if city.buildings:
        lines.append(t("Buildings: {levels}", levels=buildings_by_type(city.buildings, city.active, t)))
    if city.walls:
        lines.append(t("Walls: {levels}", levels=", ".join(map(str, city.walls))))
    if city.notables:
        titles = [notable_name(kind, t) for kind in city.notables]
        lines.append(t("Notables: {titles}", titles=SEPARATOR.join(titles)))
    if observation.phase is Phase.INVASION:
        lines.append(t("Strength against it: {strength}", strength=observation.strength_against(city.seat)))
    return "\n".join((*lines, *opened_text(observation, city.seat, t)))


def _counts(observation: Observation, city: CityFront, t: Translator) -> str:
    parts = [
        f"**{points(city.vp, t)}**",
        loot_points(city.loot, t),
        t.plural("{count} of {all} envoys free", "{count} of {all} envoys free", city.envoys, all=ENVOYS),
        t("hand: {cards}", cards=cards_count(city.hand_size, t)),
    ]
    if observation.scores:
        total = observation.scores[observation.communes.index(city.seat)].total
        parts.insert(
            0, t.plural("**{points} point in all**", "**{points} points in all**", total, points=number(total))
        )
    return SEPARATOR.join(parts)


def opened_text(observation: Observation, seat: Seat, t: Translator) -> list[str]:
    """What stands behind a seat's screen, line by line; nothing where this observer may not see it."""
    screen = observation.screen(seat)
    if screen is None:
        return []
    lines = [every_amount(screen.resources, t)]
    if screen.hand:
        lines.append(t("Hand: {cards}", cards=cards_row(screen.hand)))
    if screen.heroism:
        lines.append(t("Heroism tokens: {tokens}", tokens=", ".join(map(str, screen.heroism))))
    return lines


def _description(observation: Observation, people: People, t: Translator) -> str:
    lines = [f"**{status(observation, people, t)}**"]
    if observation.phase is Phase.CONSTRUCTION:
        lines.append(steps_text(observation, t))
    if observation.phase is Phase.OUTBID:
        lines.append(t("It is {seat}'s turn; it goes on after this answer.", seat=people.label(observation.active)))
    if observation.phase is not Phase.OVER:
        lines.append(t("Type `/comuni screen` to see your own side and what you can do; only you will see it."))
    return "\n".join(lines)


def steps_text(observation: Observation, t: Translator) -> str:
    """The construction steps of this turn so far (8.3)."""
    return t(
        "Steps this turn: {buildings} on buildings, {walls} on walls. "
        "One of each is free; 1 artisan buys one more of each.",
        buildings=observation.building_steps,
        walls=observation.wall_steps,
    )


def _footer(observation: Observation, table: int | None, t: Translator) -> str:
    turn = t("turn {turn}", turn=observation.turn)
    parts = [turn] if table is None else [t("Table {table}", table=table), turn]
    return SEPARATOR.join((*parts, types_legend(t)))


def _colour(observation: Observation) -> int:
    shown = observation.winner or observation.active
    if observation.phase is Phase.INVASION:
        return QUIET_COLOUR
    return seat_colour(shown)


def seat_colour(seat: Seat) -> int:
    """The colour of a commune for an embed."""
    return int(COMMUNES[seat].colour.removeprefix("#"), 16)
