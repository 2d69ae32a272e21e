"""The project columns and the decks, as board and screen show them."""

from bot.game.components import COMPONENTS, DECKS, columns_in_use
from bot.game.observation import Observation
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.cards import cards_row
from bot.ui.people import commune
from bot.ui.words import SEPARATOR, bid_text, every_amount, invader_name

BONUS_ICON = "⭐"


def column_title(observation: Observation, number: int) -> str:
    """The number of a column, with the bonus icon where it bears one (rule 1.5)."""
    layout = columns_in_use(len(observation.communes))[number - 1]
    return f"{number}{BONUS_ICON}" if layout.bonus else str(number)


def column_line(observation: Observation, number: int, t: Translator) -> str:
    """One column with its cards and who bids what."""
    column, title = observation.columns[number - 1], column_title(observation, number)
    if not column.cards:
        return t("**{column}** is empty", column=title)
    cards = cards_row(column.cards)
    if column.bid is None:
        return t("**{column}** {cards}", column=title, cards=cards)
    return t(
        "**{column}** {cards} ← {seat}: {bid}",
        column=title,
        cards=cards,
        seat=commune(column.bid.seat),
        bid=bid_text(column.bid, t),
    )


def columns_text(observation: Observation, t: Translator) -> str:
    """All columns, a line each, and what the icon means."""
    lines = [column_line(observation, number, t) for number in range(1, len(observation.columns) + 1)]
    return "\n".join((*lines, t("{icon} = 1 resource of choice when acquired", icon=BONUS_ICON)))


def decks_text(observation: Observation, t: Translator) -> str:
    """How many cards each deck holds, and what happens when the current one runs out (rules 2.1, 7.1, 12).

    With open screens also the reserve (3.6).
    """
    sizes = SEPARATOR.join(f"{name} {size}" for name, size in zip(DECKS, observation.deck_sizes, strict=True))
    lines = [t("Cards left: {sizes}", sizes=sizes), invasion_near(observation, t)]
    if observation.reserve is not None:
        lines.append(t("Reserve: {tokens}", tokens=every_amount(observation.reserve, t)))
    return "\n".join(filter(None, lines))


def invasion_near(observation: Observation, t: Translator) -> str:
    """How near the next invasion is; empty when none comes any more."""
    if observation.phase is Phase.OVER:
        return ""
    if observation.deck is None:
        return _final_round(observation, t)
    left = observation.deck_sizes[DECKS.index(observation.deck)]
    if observation.deck == DECKS[-1]:
        return t.plural(
            "Deck D ends with {count} more card; then each seat has one last turn, and the Emperor attacks.",
            "Deck D ends with {count} more cards; then each seat has one last turn, and the Emperor attacks.",
            left,
        )
    invader = invader_name(observation.deck, t)
    return t.plural(
        "{count} more card from deck {deck} and {invader} attacks, strength {strength}.",
        "{count} more cards from deck {deck} and {invader} attacks, strength {strength}.",
        left,
        deck=observation.deck,
        invader=invader,
        strength=COMPONENTS.invasions[DECKS.index(observation.deck)].strength,
    )


def _final_round(observation: Observation, t: Translator) -> str:
    if observation.final_turns is None:
        return t("Deck D is empty: after this turn each seat has one last turn, then the Emperor attacks.")
    if not observation.final_turns:
        return t("The last turns are over: the Emperor's invasion ends the game.")
    return t.plural(
        "Final round: this is the last turn, then the Emperor attacks.",
        "Final round: {count} turns left with this one, then the Emperor attacks.",
        observation.final_turns,
    )
