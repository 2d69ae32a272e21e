"""The public board: one embed that tells everything everybody may know."""

from collections.abc import Iterator, Sequence

from discord import Embed

from bot.game.components import COMMUNES, ENVOYS, Seat
from bot.game.events import Event, visible_to
from bot.game.observation import CityFront, Observation
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.cards import buildings_by_type, cards_row, types_legend
from bot.ui.columns import columns_text, decks_text
from bot.ui.limits import ALL_EMBEDS, FIELD_VALUE, embed_length
from bot.ui.log import ToldAtOnce, cut, line, newest, shortened
from bot.ui.people import People
from bot.ui.status import status, stopped_status
from bot.ui.words import SEPARATOR, cards_count, every_amount, loot_points, notable_name, number, points

LATEST_LINES = 16
LATEST_LENGTH = 1000
CONTINUED = "\u200b"  # Discord takes no field without a name
SPARE = 150  # characters of all embeds' 6000; the names of the latest fields are taken from it
QUIET_COLOUR = 0x8A7F72


def board(  # noqa: PLR0913 - four by keyword: what a table adds to its game
    observation: Observation,
    people: People,
    recent: Sequence[ToldAtOnce],
    t: Translator,
    *,
    table: int | None = None,
    stopped: bool = False,
    since: int = 0,
    time: str = "",
) -> Embed:
    """The board for everybody. `observation` must be a spectator's; `recent` are the newest events, oldest first.

    The last `since` of them came with and after the last action of a person, seals apart, for who sealed when is secret
    (0: not known): they are all told while there is room. `time` is a public text on the table's clock, of at most 1024
    characters. A game that was `stopped` before its end waits for nobody.
    """
    assert observation.seat is None
    embed = Embed(
        title=t("Comuni: the game is over") if observation.phase is Phase.OVER else t("Comuni"),
        description=stopped_status(t) if stopped else _description(observation, people, t),
        colour=_colour(observation),
    ).set_footer(text=_footer(observation, table, t))
    for name, value in _standing(observation, people, time, t):
        embed.add_field(name=name, value=value, inline=False)
    room = ALL_EMBEDS - SPARE - embed_length(embed)
    latest = latest_lines(observation, people, recent, t, since=since, room=room)
    for index, value in enumerate(cut(latest, FIELD_VALUE)):
        embed.add_field(name=CONTINUED if index else t("Latest"), value=value, inline=False)
    return embed


def _standing(observation: Observation, people: People, time: str, t: Translator) -> Iterator[tuple[str, str]]:
    yield t("Project columns"), columns_text(observation, t)
    yield t("Decks"), decks_text(observation, t)
    if time:
        yield t("Time"), time
    for city in observation.cities:
        yield city_name(observation, city.seat, people, t), city_text(observation, city, t)


def latest_lines(
    observation: Observation, people: People, recent: Sequence[ToldAtOnce], t: Translator, *, since: int, room: int
) -> list[str]:
    """The newest lines of the public log, oldest first, of at most `room` characters together.

    Those of the last `since` events are told while they have room, and where they have not it is said; older ones only
    up to 16 lines and 1000 characters in all.
    """
    opened = observation.open_screens
    seen = [not isinstance(item, Event) or visible_to(item, None, open_screens=opened) for item in recent]
    new = sum(seen[max(0, len(seen) - since) :])
    public = [event for event, shown in zip(recent, seen, strict=True) if shown]
    lines = [line(event, people, t) for event in public[-max(new, LATEST_LINES) :]]
    few = newest(lines, min(room, LATEST_LENGTH))
    if len(few) >= new:
        return few
    return shortened(lines[-new:], room, t("*What came before is in the log: `/comuni log`.*"))


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
