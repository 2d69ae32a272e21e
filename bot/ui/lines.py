"""One line for each type of event. Seats are named by their commune; the turn's line names the person."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.game import events as happened
from bot.game.events import Event
from bot.game.resources import Resources
from bot.game.state import StandingBid
from bot.locale import Translator
from bot.ui.cards import cards_row, cards_with_ids, type_mark_name
from bot.ui.people import People, commune
from bot.ui.words import (
    amount,
    amounts,
    bid_text,
    cards_count,
    choice_text,
    force_text,
    invader_name,
    listed,
    loot_points,
    notable_name,
)

Line = Callable[[Any, Translator], str]
NamedLine = Callable[[Any, People, Translator], str]


def _turn_began(event: happened.TurnBegan, people: People, t: Translator) -> str:
    return t("**Turn {turn}: {seat}**", turn=event.turn, seat=people.marked(event.seat))


def _envoy_placed(event: happened.EnvoyPlaced, t: Translator) -> str:
    bid = StandingBid(event.seat, event.coins, event.believers)
    return t(
        "{seat} bids {bid} on column {column}.", seat=commune(event.seat), bid=bid_text(bid, t), column=event.column
    )


def _envoy_outbid(event: happened.EnvoyOutbid, t: Translator) -> str:
    return t(
        "{seat} is outbid by {rival} on column {column}.",
        seat=commune(event.seat),
        rival=commune(event.rival),
        column=event.column,
    )


def _envoy_withdrawn(event: happened.EnvoyWithdrawn, t: Translator) -> str:
    tokens = amounts(Resources(coins=event.coins, believers=event.believers), t)
    seat = commune(event.seat)
    if event.forced:
        return t("{seat} has no column to move to: its envoy returns, with {tokens}.", seat=seat, tokens=tokens)
    return t("{seat} withdraws its envoy and takes back {tokens}.", seat=seat, tokens=tokens)


def _envoy_moved(event: happened.EnvoyMoved, t: Translator) -> str:
    return t(
        "{seat} spends 1 believer and moves its envoy from column {origin} to column {column}.",
        seat=commune(event.seat),
        origin=event.origin,
        column=event.column,
    )


def _cards_acquired(event: happened.CardsAcquired, t: Translator) -> str:
    columns = listed(map(str, event.columns), t)
    tokens = amounts(Resources(coins=event.coins, believers=event.believers), t)
    return t.plural(
        "{seat} acquires column {columns} for {tokens}: {cards}",
        "{seat} acquires columns {columns} for {tokens}: {cards}",
        len(event.columns),
        seat=commune(event.seat),
        columns=columns,
        tokens=tokens,
        cards=cards_row(event.cards),
    )


def _bonus_due(event: happened.BonusDue, t: Translator) -> str:
    return t.plural(
        "{seat} gets a bonus: {count} resource of choice.",
        "{seat} gets a bonus: {count} resources of choice.",
        event.count,
        seat=commune(event.seat),
    )


def _income_due(event: happened.IncomeDue, t: Translator) -> str:
    fixed = event.commune.plus(event.buildings).plus(event.notables)
    return t("{seat} claims income: {income}.", seat=commune(event.seat), income=income_text(fixed, event.choices, t))


def income_text(fixed: Resources, choices: int, t: Translator) -> str:
    """What an income brings: the tokens whose kind is fixed, and how many of choice."""
    of_choice = t("{count} of choice", count=choices)
    return t("{tokens} + {choices}", tokens=amounts(fixed, t), choices=of_choice) if fixed.total else of_choice


def _resources_chosen(event: happened.ResourcesChosen, t: Translator) -> str:
    return t("{seat} chooses {resources}.", seat=commune(event.seat), resources=choice_text(event.resources, t))


def _resources_lost(event: happened.ResourcesLost, t: Translator) -> str:
    lost = income_text(event.fixed, event.choices, t) if event.choices else amounts(event.fixed, t)
    return t("The reserve ran short: {seat} does not receive {tokens}.", seat=commune(event.seat), tokens=lost)


def _column_filled(event: happened.ColumnFilled, t: Translator) -> str:
    return t("Column {column} is refilled: {cards}", column=event.column, cards=cards_row(event.cards))


def _deck_ran_out(event: happened.DeckRanOut, t: Translator) -> str:
    return t("The last card of deck {deck} is drawn.", deck=event.deck)


def _invasion_struck(event: happened.InvasionStruck, t: Translator) -> str:
    return t("⚔️ **Invasion: {invader}.** Every seat seals a defence.", invader=invader_name(event.deck, t))


def _defence_sealed(event: happened.DefenceSealed, t: Translator) -> str:
    return t(
        "{seat} seals a defence: {league} for the League, {walls} for its walls.",
        seat=commune(event.seat),
        league=force_text(event.league, t),
        walls=force_text(event.walls, t),
    )


def _invasion_resolved(event: happened.InvasionResolved, t: Translator) -> str:
    return t(
        "⚔️ **Invasion: {invader}**, strength {strength}, League {league}. {seats}",
        invader=invader_name(event.deck, t),
        strength=event.strength,
        league=event.league,
        seats=" ".join(_fate(report, t) for report in event.defences),
    )


def _fate(report: happened.DefenceReport, t: Translator) -> str:
    seat = commune(report.seat)
    if report.loot:
        return t("{seat}: {loot}.", seat=seat, loot=loot_points(report.loot, t))
    if report.heroism is not None:
        return t("{seat}: held, heroism token {token}.", seat=seat, token=report.heroism)
    return t("{seat}: held.", seat=seat)


def _building_raised(event: happened.BuildingRaised, t: Translator) -> str:
    details = {
        "seat": commune(event.seat),
        "type": type_mark_name(event.type, t),
        "card": cards_row([event.card]),
        "level": event.level,
        "paid": _paid(event.artisans, event.believers, t),
    }
    if event.level == 1:
        return t("{seat} founds a {type} building with {card} ({paid}): +1 VP.", **details)
    return t("{seat} expands a {type} building to level {level} with {card} ({paid}): +{level} VP.", **details)


def _paid(artisans: int, believers: int, t: Translator) -> str:
    tokens = Resources(artisans=artisans, believers=believers)
    return amounts(tokens, t) if tokens.total else t("free")


def _wall_raised(event: happened.WallRaised, t: Translator) -> str:
    details = {
        "seat": commune(event.seat),
        "section": event.section,
        "level": event.level,
        "paid": _paid(event.artisans, event.believers, t),
    }
    if event.level == 1:
        return t("{seat} founds wall section {section} ({paid}).", **details)
    return t("{seat} raises wall section {section} to level {level} ({paid}).", **details)


def _wall_card_placed(event: happened.WallCardPlaced, t: Translator) -> str:
    return t(
        "{seat}'s card in wall section {section}: {card}",
        seat=commune(event.seat),
        section=event.section,
        card=cards_with_ids([event.card]),
    )


def _bonus_wall_gained(event: happened.BonusWallGained, t: Translator) -> str:
    return t("{seat} earns a bonus wall: section {section}, level 1.", seat=commune(event.seat), section=event.section)


def _hand_reduced(event: happened.HandReduced, t: Translator) -> str:
    return t("{seat} discards {cards}.", seat=commune(event.seat), cards=cards_count(event.count, t))


def _cards_discarded(event: happened.CardsDiscarded, t: Translator) -> str:
    return t("{seat}'s discard: {cards}", seat=commune(event.seat), cards=cards_with_ids(event.cards))


def _notable_won(event: happened.NotableWon, t: Translator) -> str:
    details = {"seat": commune(event.seat), "notable": notable_name(event.type, t)}
    if event.previous is None:
        return t("👑 The {notable} joins {seat}.", **details)
    return t("👑 The {notable} leaves {previous} for {seat}.", previous=commune(event.previous), **details)


def _loot_removed(event: happened.LootRemoved, t: Translator) -> str:
    return t(
        "{seat} removes {loot} for {believers}.",
        seat=commune(event.seat),
        loot=loot_points(event.loot, t),
        believers=amount("believers", event.believers, t),
    )


def _final_round_began(event: happened.FinalRoundBegan, t: Translator) -> str:
    return t(
        "**The final round begins:** {turns} turns, one for each seat, then the Emperor attacks.", turns=event.turns
    )


def _bid_lost(event: happened.BidLost, t: Translator) -> str:
    return t(
        "{seat}'s bid on column {column} is lost: {tokens}.",
        seat=commune(event.seat),
        column=event.column,
        tokens=amounts(Resources(coins=event.coins, believers=event.believers), t),
    )


def _game_ended(event: happened.GameEnded, people: People, t: Translator) -> str:
    return t("🏆 **The game is over. The winner is {seat}.**", seat=people.marked(event.winner))


LINES: Mapping[type[Event], Line] = {
    happened.EnvoyPlaced: _envoy_placed,
    happened.EnvoyOutbid: _envoy_outbid,
    happened.EnvoyWithdrawn: _envoy_withdrawn,
    happened.EnvoyMoved: _envoy_moved,
    happened.CardsAcquired: _cards_acquired,
    happened.BonusDue: _bonus_due,
    happened.IncomeDue: _income_due,
    happened.ResourcesChosen: _resources_chosen,
    happened.ResourcesLost: _resources_lost,
    happened.ColumnFilled: _column_filled,
    happened.DeckRanOut: _deck_ran_out,
    happened.InvasionStruck: _invasion_struck,
    happened.DefenceSealed: _defence_sealed,
    happened.InvasionResolved: _invasion_resolved,
    happened.BuildingRaised: _building_raised,
    happened.WallRaised: _wall_raised,
    happened.WallCardPlaced: _wall_card_placed,
    happened.BonusWallGained: _bonus_wall_gained,
    happened.HandReduced: _hand_reduced,
    happened.CardsDiscarded: _cards_discarded,
    happened.NotableWon: _notable_won,
    happened.LootRemoved: _loot_removed,
    happened.FinalRoundBegan: _final_round_began,
    happened.BidLost: _bid_lost,
}
# The events whose line names the person at the seat.
NAMED_LINES: Mapping[type[Event], NamedLine] = {happened.TurnBegan: _turn_began, happened.GameEnded: _game_ended}
