"""What a drafted defence amounts to: the strength, the League's part, the city defence, what is kept (11.1-11.7)."""

from collections.abc import Iterator

from bot.game.actions import Defend
from bot.ui.options.defence import city_defence
from bot.ui.panels.asking import Looking
from bot.ui.screen import strength_text
from bot.ui.words import amount, amounts, loot_points


def weighing(looking: Looking, defence: Defend) -> Iterator[str]:
    """A line for each; the League is counted with this seat's own part only, for the others' is secret (3.5)."""
    t, observation = looking.t, looking.observation
    yield strength_text(observation, t)
    yield t(
        "Your part of the League: {soldiers}; it lowers the strength against every seat.",
        soldiers=amount("soldiers", defence.league.strength, t),
    )
    yield _city_text(looking, defence)
    yield _outcome_text(looking, defence)
    yield _alone_text(looking, defence)
    kept = looking.held.minus(defence.league.tokens).minus(defence.walls.tokens)
    yield t("You keep {tokens}. All that is sent is spent. (rule 11.2)", tokens=amounts(kept, t))


def _city_text(looking: Looking, defence: Defend) -> str:
    t, soldiers = looking.t, defence.walls.strength
    text = t("Your city defence: {defence}", defence=city_defence(looking.observation, soldiers))
    marker = looking.seat == looking.observation.first_defender
    return t("{defences} (with +1 as First Defender)", defences=text) if marker else text


def _outcome_text(looking: Looking, defence: Defend) -> str:
    """What would come if nobody else sent anything."""
    t, left = looking.t, _strength_left(looking, defence)
    missing = max(0, left - city_defence(looking.observation, defence.walls.strength))
    if not missing:
        return t("**Alone you would hold.**")
    return t(
        "**If nobody else helps: {loot}** (strength {strength} less your defence). (rule 11.7)",
        loot=loot_points(missing, t),
        strength=left,
    )


def _alone_text(looking: Looking, defence: Defend) -> str:
    """How many soldiers on the walls would hold without the others, beside this part of the League."""
    t, needed = looking.t, _soldiers_to_hold(looking, _strength_left(looking, defence))
    return t(
        "To hold alone with this part of the League: {soldiers} on your walls.", soldiers=amount("soldiers", needed, t)
    )


def _strength_left(looking: Looking, defence: Defend) -> int:
    """The strength against this seat after its own part of the League; not below 0 (11.3)."""
    return max(0, looking.observation.strength_against(looking.seat) - defence.league.strength)


def _soldiers_to_hold(looking: Looking, strength: int) -> int:
    """The least number of soldiers on the walls that hold; a soldier counts 1 at least, so it ends (11.4)."""
    return next(count for count in range(strength + 1) if city_defence(looking.observation, count) >= strength)
