"""The reports: an invasion, the end of the game, and the proof of the deck order."""

from collections.abc import Mapping

from discord import Embed

from bot.game.components import Seat
from bot.game.events import DefenceReport, InvasionResolved
from bot.game.observation import Observation
from bot.game.scoring import Score
from bot.locale import Translator, msgid
from bot.ui.board import QUIET_COLOUR, opened_text, seat_colour
from bot.ui.cards import wall_row
from bot.ui.people import People
from bot.ui.words import force_text, invader_name, loot_points, number

FINAL_BUTTONS: Mapping[str, str] = {"rematch": msgid("Rematch")}  # below the final report


def invasion_report(event: InvasionResolved, observation: Observation, people: People, t: Translator) -> Embed:
    """All sealed defences opened together, and what came of them (11.1-11.8)."""
    title = t("Invasion: {invader}, strength {strength}", invader=invader_name(event.deck, t), strength=event.strength)
    embed = Embed(title=title, description=_league(event, t), colour=QUIET_COLOUR)
    for report in event.defences:
        value = "\n".join(_defence_lines(event, report, observation, t))
        embed.add_field(name=people.marked(report.seat), value=value, inline=False)
    return embed


def _league(event: InvasionResolved, t: Translator) -> str:
    lines = [
        t.plural(
            "The League has {count} soldier; it lowers the strength against every seat.",
            "The League has {count} soldiers; it lowers the strength against every seat.",
            event.league,
        )
    ]
    lines += [
        t("The heroism token {token} leaves the game: its winner took loot.", token=token) for token in event.lost
    ]
    return "\n".join(lines)


def _defence_lines(
    event: InvasionResolved, report: DefenceReport, observation: Observation, t: Translator
) -> list[str]:
    lines = [
        t("League: {tokens}", tokens=force_text(report.league, t)),
        t("Walls: {tokens}", tokens=force_text(report.walls, t)),
        _comparison(event, report, t),
        _outcome(report, observation, t),
    ]
    if report.heroism is not None:
        lines.append(t("🎖️ Heroism token {token}", token=report.heroism))
    return lines


def _comparison(event: InvasionResolved, report: DefenceReport, t: Translator) -> str:
    """The strength in its parts where something was left of it; else the League took it all (11.3)."""
    if not report.strength:
        return t("Strength against it: 0 after the League; city defence {defence}", defence=report.defence)
    return t(
        "Strength against it: {base} + {ahead} for VP above the lowest − {league} League = {left}; "
        "city defence {defence}",
        base=event.strength,
        ahead=report.strength + event.league - event.strength,
        league=event.league,
        left=report.strength,
        defence=report.defence,
    )


def _outcome(report: DefenceReport, observation: Observation, t: Translator) -> str:
    now = observation.city(report.seat).loot
    if not report.loot:
        return t("**Held**")
    return t("**{loot}** ({now} in all now)", loot=loot_points(report.loot, t), now=now)


def final_report(observation: Observation, people: People, t: Translator) -> Embed:
    """The winner, every part of every score, and what was hidden (12.5-12.9). The game must be over."""
    assert observation.scores is not None
    assert observation.winner is not None
    embed = Embed(
        title=t("Comuni: final scores"),
        description=t("🏆 **{seat} wins.**", seat=people.marked(observation.winner)),
        colour=seat_colour(observation.winner),
    )
    for seat, score in ranking(observation):
        value = "\n".join(
            (_score_text(score, t), *opened_text(observation, seat, t), *_opened_walls(observation, seat, t))
        )
        embed.add_field(name=people.marked(seat), value=value, inline=False)
    return embed.set_footer(text=t("Equal points: the lower commune number is ahead (rule 12.9)."))


def _opened_walls(observation: Observation, seat: Seat, t: Translator) -> list[str]:
    """The cards that lay face down, section by section; they are opened at the end (3.7)."""
    screen = observation.screen(seat)
    sections = screen.walls if screen else ()
    if not sections:
        return []
    return [t("Wall cards: {sections}", sections=" | ".join(wall_row(section, t) for section in sections))]


def ranking(observation: Observation) -> list[tuple[Seat, Score]]:
    """The seats with their scores, the winner first; ties in seat order (12.9). The game must be over."""
    assert observation.scores is not None
    pairs = zip(observation.communes, observation.scores, strict=True)
    return sorted(pairs, key=lambda pair: -pair[1].total)


def _score_text(score: Score, t: Translator) -> str:
    return t(
        "**{total} points** = {vp} VP + {notables} for notables + {majorities} for majorities + {heroism} for heroism "
        "− {loot} for loot + {lowest} for the lowest type",
        **{**score._asdict(), "loot": -score.loot, "total": number(score.total)},
    )


def commitment_notice(commitment: str, people: People, t: Translator) -> Embed:
    """The start message: who has which commune, and the promise that the decks stay as they are (law 10)."""
    lines = [f"{people.marked(seat)}" for seat in people.names]
    embed = Embed(title=t("Comuni: the game begins"), description="\n".join(lines), colour=QUIET_COLOUR)
    promise = t(
        "The order of the decks is fixed now. This is its fingerprint; when the game is over the secret behind it is "
        "opened, and everybody can check that nothing was changed.\n`{commitment}`",
        commitment=commitment,
    )
    return embed.add_field(name=t("Fair decks"), value=promise, inline=False)


def opened_proof(salt: str, commitment: str, t: Translator) -> str:
    """The secret behind the fingerprint, for when the game is over or stopped for good (law 10)."""
    return t(
        "Proof of the decks: the fingerprint `{commitment}` is the SHA-256 of communes, decks and the salt `{salt}`. "
        "`/comuni record` gives the file with all of them.",
        commitment=commitment,
        salt=salt,
    )
