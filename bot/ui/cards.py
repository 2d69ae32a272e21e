"""How project cards, buildings and wall sections look in text: colour and letter, never colour alone."""

from collections.abc import Iterable, Mapping

from bot.game.components import BUILDING_TYPES, CARDS, BuildingType, CardId
from bot.game.state import BONUS_WALL, CityBuilding
from bot.locale import Translator
from bot.ui.words import SEPARATOR, type_name

TYPE_MARKS: Mapping[BuildingType, str] = {"economic": "🟨E", "military": "🟥M", "cultural": "🟦C", "religious": "🟪R"}


def card_label(card: CardId) -> str:
    """Types and value: "🟥M2"; a wild card "🟨E🟥M 2" (rule 1.4)."""
    types = CARDS[card].types
    space = " " if len(types) > 1 else ""
    return f"{''.join(TYPE_MARKS[kind] for kind in types)}{space}{CARDS[card].value}"


def card_with_id(card: CardId) -> str:
    """The label behind the id, where ids are to be typed: "A07 🟥M2"."""
    return f"{card} {card_label(card)}"


def cards_row(cards: Iterable[CardId]) -> str:
    """Cards beside each other, without ids."""
    return SEPARATOR.join(map(card_label, cards))


def cards_with_ids(cards: Iterable[CardId]) -> str:
    """Cards beside each other, each with the id to type."""
    return SEPARATOR.join(f"`{card}` {card_label(card)}" for card in cards)


def ids(cards: Iterable[CardId]) -> str:
    """Only the ids, where the cards are described elsewhere."""
    return " ".join(cards)


def type_mark_name(kind: BuildingType, t: Translator) -> str:
    """A building type with mark and name: "🟥M military"."""
    return f"{TYPE_MARKS[kind]} {type_name(kind, t)}"


def types_legend(t: Translator) -> str:
    """What the letters and numbers on cards mean."""
    return t("E economic, M military, C cultural, R religious; M2 = military card of value 2")


def buildings_by_type(buildings: tuple[CityBuilding, ...], active: tuple[BuildingType, ...], t: Translator) -> str:
    """Levels of all buildings, highest first, type by type: "🟥M 3, 1 (active)"; empty without buildings."""
    rows = [(kind, [building.level for building in buildings if building.type == kind]) for kind in BUILDING_TYPES]
    return SEPARATOR.join(_type_row(kind, levels, kind in active, t) for kind, levels in rows if levels)


def _type_row(kind: BuildingType, levels: list[int], active: bool, t: Translator) -> str:
    row = ", ".join(map(str, sorted(levels, reverse=True)))
    return t("{type} {levels} (active)", type=TYPE_MARKS[kind], levels=row) if active else f"{TYPE_MARKS[kind]} {row}"


def wall_cards(section: tuple[CardId, ...], t: Translator) -> str:
    """The face-down cards of one's own section, lowest first (rule 3.7)."""
    return ", ".join(t("bonus wall") if card == BONUS_WALL else card_with_id(card) for card in section)


def wall_row(section: tuple[CardId, ...], t: Translator) -> str:
    """The cards of a section without ids, lowest first."""
    return ", ".join(t("bonus wall") if card == BONUS_WALL else card_label(card) for card in section)
