"""The words of the game, as people read them: numbers with their nouns, lists, types, invaders."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.game.actions import Force
from bot.game.components import CARDS, COMPONENTS, BuildingType
from bot.game.resources import RESOURCES, Resource, Resources
from bot.game.state import StandingBid
from bot.locale import Translator, msgid

SEPARATOR = " · "
RESOURCE_EMOJI: Mapping[Resource, str] = {"coins": "🪙", "soldiers": "⚔️", "believers": "🙏", "artisans": "🔨"}
_RESOURCE_NAMES: Mapping[Resource, str] = {
    "coins": msgid("coins"),
    "soldiers": msgid("soldiers"),
    "believers": msgid("believers"),
    "artisans": msgid("artisans"),
}
_TYPE_NAMES: Mapping[BuildingType, str] = {
    "economic": msgid("economic"),
    "military": msgid("military"),
    "cultural": msgid("cultural"),
    "religious": msgid("religious"),
}
_NOTABLES: Mapping[str, str] = {
    "treasurer": msgid("Treasurer"),
    "captain": msgid("Captain"),
    "architect": msgid("Architect"),
    "bishop": msgid("Bishop"),
}
_INVADERS: Mapping[str, str] = {
    "venice": msgid("Venice"),
    "pope": msgid("the Pope"),
    "france": msgid("France"),
    "emperor": msgid("the Emperor"),
}
_AMOUNTS: Mapping[Resource, Callable[[int, Translator], str]] = {
    "coins": lambda count, t: t.plural("{count} coin", "{count} coins", count),
    "soldiers": lambda count, t: t.plural("{count} soldier", "{count} soldiers", count),
    "believers": lambda count, t: t.plural("{count} believer", "{count} believers", count),
    "artisans": lambda count, t: t.plural("{count} artisan", "{count} artisans", count),
}


def half_coins(value: int) -> str:
    """A value in half coins as coins: 5 is "2½" (rule 5.1)."""
    whole, half = divmod(value, 2)
    return f"{whole or ''}½" if half else str(whole)


def amount(resource: Resource, count: int, t: Translator) -> str:
    """A number of tokens of one kind: "2 coins"."""
    return _AMOUNTS[resource](count, t)


def amounts(resources: Resources, t: Translator) -> str:
    """Tokens of all kinds that are there: "2 coins + 1 soldier"; "nothing" where there are none."""
    parts = [amount(kind, resources.count(kind), t) for kind in RESOURCES if resources.count(kind)]
    return " + ".join(parts) or t("nothing")


def every_amount(resources: Resources, t: Translator) -> str:
    """All four kinds with their emoji, zeros included."""
    return SEPARATOR.join(f"{RESOURCE_EMOJI[kind]} {amount(kind, resources.count(kind), t)}" for kind in RESOURCES)


def resource_name(resource: Resource, t: Translator) -> str:
    """The name of a resource: "coins"."""
    return t(_RESOURCE_NAMES[resource])


def choice_text(names: Sequence[Resource], t: Translator) -> str:
    """A list of resources of choice: "coins + believers"."""
    return " + ".join(resource_name(name, t) for name in names)


def type_name(kind: BuildingType, t: Translator) -> str:
    """The name of a building type: "economic"."""
    return t(_TYPE_NAMES[kind])


def notable_name(kind: BuildingType, t: Translator) -> str:
    """The title of the notable of a building type: "Treasurer" (rule 1.3)."""
    return t(next(_NOTABLES[building.notable] for building in COMPONENTS.buildings if building.type == kind))


def invader_name(deck: str, t: Translator) -> str:
    """Who invades when a deck runs out, for the middle of a sentence: "the Pope" (rule 11.1)."""
    return t(next(_INVADERS[invasion.invader] for invasion in COMPONENTS.invasions if invasion.deck == deck))


def number(count: int) -> str:
    """A number with a proper minus sign."""
    return str(count).replace("-", "−")


def points(count: int, t: Translator) -> str:
    """Victory points."""
    return t("{count} VP", count=count)


def loot_points(count: int, t: Translator) -> str:
    """Loot points: "2 loot points"."""
    return t.plural("{count} loot point", "{count} loot points", count)


def cards_count(count: int, t: Translator) -> str:
    """A number of cards: "2 cards"."""
    return t.plural("{count} card", "{count} cards", count)


def bid_text(bid: StandingBid, t: Translator) -> str:
    """What a bid consists of and is worth: "1 coin + 2 believers (worth 2)"."""
    if not bid.believers:
        return amount("coins", bid.coins, t)
    return t("{tokens} (worth {value})", tokens=amounts(bid.tokens, t), value=half_coins(bid.value))


def force_text(force: Force, t: Translator) -> str:
    """Tokens sent to one side of a defence, and how many soldiers they make where that is not plain (11.2)."""
    if force.strength == force.soldiers:
        return amount("soldiers", force.soldiers, t)
    return t("{tokens} = {soldiers}", tokens=amounts(force.tokens, t), soldiers=amount("soldiers", force.strength, t))


def listed(items: Iterable[str], t: Translator) -> str:
    """Items as a list in a sentence: "a, b and c"; "nothing" where there are none."""
    *first, last = list(items) or [t("nothing")]
    return t("{first} and {last}", first=", ".join(first), last=last) if first else last


def is_wild(card: str) -> bool:
    """Whether a card is of more than one type (rule 1.4)."""
    return len(CARDS[card].types) > 1
