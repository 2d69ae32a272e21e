"""Why stewards acted, as the log tells it once the game is over: a sentence for each motive."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locale import Translator, msgid
from bot.ui.cards import card_with_id, type_mark_name
from bot.ui.people import commune
from bot.ui.words import amount, cards_count, half_coins, loot_points

REASONS: Mapping[str, str] = {
    "bid": msgid("The cards of column {column} are worth a bid of {value}."),
    "outbid": msgid("The cards of column {column} are worth a bid of {value}, more than what {rival} bids."),
    "acquire": msgid("To wait longer is to risk being outbid. Cards won: {cards}."),
    "income": msgid("No column is worth as much now as this income: {tokens}."),
    "withdraw": msgid("No column is worth moving to from column {column}."),
    "move": msgid("Column {column} is the best that is left."),
    "found": msgid("{card} is worth most as a new building: {kind}."),
    "expand": msgid("{card} is worth most as level {level} of a building: {kind}."),
    "found wall": msgid("{card} is worth most as a new wall section."),
    "raise wall": msgid("{card} is worth most as level {level} of a wall section."),
    "keep": msgid("Nothing more is worth building now. Cards kept: {cards}."),
    "discard": msgid("These are of no use any more: {cards}."),
    "repair": msgid("Worth its believers: to remove {loot}."),
    "leave loot": msgid("Not worth its believers: to remove {loot}."),
    "hold": msgid("The city holds by itself: {defence} against {strength}."),
    "heroism": msgid("The city holds, and {league} for the League may bring a heroism token."),
    "cut losses": msgid("The city cannot hold, {defence} against {strength}, but it loses less this way."),
    "save": msgid("No defence was worth its tokens."),
    "slip": msgid("An oversight."),
}
WORDS: Mapping[str, Callable[[Any, Translator], str]] = {
    "value": lambda value, _t: half_coins(value),
    "rival": lambda rival, _t: commune(rival),
    "cards": cards_count,
    "tokens": lambda tokens, t: t.plural("{count} resource", "{count} resources", tokens),
    "card": lambda card, _t: card_with_id(card),
    "kind": type_mark_name,
    "loot": loot_points,
    "league": lambda league, t: amount("soldiers", league, t),
}


@dataclass(frozen=True, slots=True)
class Thought:
    """Why a steward did what stands before it in the log: its motive, and what the motive is about."""

    motive: str
    data: Mapping[str, int | str]


def thought_text(thought: Thought, t: Translator) -> str | None:
    """A steward's reason in a sentence; None for one that another release wrote and this one cannot read."""
    try:
        words = {name: _word(name, value, t) for name, value in thought.data.items()}
        return t(REASONS[thought.motive], **words)
    except (KeyError, TypeError):  # a motive or data of another release
        return None


def _word(name: str, value: int | str, t: Translator) -> str:
    return WORDS[name](value, t) if name in WORDS else str(value)
