"""Why an action was refused and what to do instead: one private sentence each, with its rule."""

from collections.abc import Mapping
from typing import cast

from bot.game import errors
from bot.game.components import BuildingType
from bot.game.errors import Refusal
from bot.game.resources import Resource, Resources
from bot.locale import Translator, msgid
from bot.ui.cards import type_mark_name
from bot.ui.people import People
from bot.ui.words import amount, amounts, cards_count, half_coins, listed, loot_points, resource_name

TEMPLATES: Mapping[type[Refusal], str] = {
    Refusal: msgid("The rules do not allow that now; `/comuni screen` shows what you can do."),
    errors.MalformedRecord: msgid("I could not read `{detail}`; check the numbers and the names you typed."),
    errors.WrongPhase: msgid("{action} is not possible now: {phase}"),
    errors.NotAsked: msgid("It is not your turn to act: the game waits for {asked}."),
    errors.WrongCommunes: msgid("A game needs two to five different communes, in the order of their numbers."),
    errors.WrongDeck: msgid("Deck {deck} does not hold exactly the cards for this number of seats."),
    errors.PlaceRefused: msgid("That column does not take your envoy; choose another."),
    errors.ColumnNotInUse: msgid("Column {column}: there is no such column; choose one from 1 to {columns}."),
    errors.ColumnEmpty: msgid("Column {column} has no card; choose another."),
    errors.OwnEnvoyThere: msgid("Column {column}: your envoy already stands there; choose another."),
    errors.BidRefused: msgid("That bid is not possible; bid otherwise."),
    errors.BidNotHigher: msgid("Column {column}: {rival}'s bid is worth {standing}; bid more."),
    errors.NoFreeEnvoy: msgid("All three of your envoys are on columns: you must acquire, with `/act acquire`."),
    errors.NoEnvoyPlaced: msgid("You have no envoy on a column, so there is nothing to acquire; bid or claim income."),
    errors.MoveRefused: msgid("Your envoy cannot go there; choose another column or withdraw."),
    errors.SameColumn: msgid("Column {column} is where you were outbid; move to another column or withdraw."),
    errors.MoveNotHigher: msgid(
        "Column {column}: {rival}'s bid is worth {standing} and yours is not higher; "
        "move to another column or withdraw."
    ),
    errors.NoBeliever: msgid("Moving costs 1 believer and you have none; use `/act withdraw`."),
    errors.ChoiceRefused: msgid("Those resources cannot be taken; choose others."),
    errors.WrongChoiceCount: msgid("You must name {wanted} of choice, and you named {named}."),
    errors.UnknownResource: msgid("Resource {place} is unknown; name coins, soldiers, believers or artisans."),
    errors.NotInReserve: msgid("The reserve does not hold so many {resource}; choose something else."),
    errors.OddTokens: msgid("You named {count}: {resource} stand in for others only in pairs; give an even number."),
    errors.NotHeld: msgid("That takes {asked} and you have {held}; spend less."),
    errors.CardNotInHand: msgid("That card is not in your hand; `/comuni screen` shows the ids of your cards."),
    errors.DeclarationRefused: msgid("The type does not fit; only a new building from a wild card takes one."),
    errors.DeclarationMissing: msgid("{card} is a wild card; say its type with the option `as`."),
    errors.DeclarationWrong: msgid("{card} is not of that type; choose one that is printed on the card."),
    errors.DeclarationNotWanted: msgid("The type is fixed already; leave the option `as` out."),
    errors.ExpansionRefused: msgid("That card cannot expand that building; choose another."),
    errors.NoSuchBuilding: msgid("There is no such building; you have {buildings}, counted from 1, or choose `new`."),
    errors.WrongType: msgid("{card} cannot expand a {type} building; choose a card of its type."),
    errors.LevelTooHigh: msgid("It has level 4 already, the highest there is; choose another."),
    errors.PaymentNotExact: msgid(
        "This step costs {due}, no more and no less, and you gave {paid}; 2 believers may stand for an artisan."
    ),
    errors.NoSuchSection: msgid("There is no such wall section; you have {sections}, counted from 1, or choose `new`."),
    errors.DiscardRefused: msgid("That discard is not possible; discard down to 2 cards."),
    errors.CardTwice: msgid("A card is named twice; name each card once."),
    errors.WrongDiscardCount: msgid("You must discard exactly {excess} and you named {named}; 2 cards may stay."),
    errors.RepairRefused: msgid("Those loot points cannot be removed; choose another number."),
    errors.WrongLootNumber: msgid("At most 2 loot points can be removed in a turn; choose 0, 1 or 2."),
    errors.MoreThanLoot: msgid("You have only {loot}; choose fewer."),
}
PHASES: Mapping[str, str] = {
    "projects": msgid("the active seat bids, acquires or claims income."),
    "outbid": msgid("a seat that was outbid must first withdraw or move its envoy."),
    "replacement": msgid("the columns are being refilled."),
    "invasion": msgid("an invasion has struck, and every seat seals a defence with `/act defend`."),
    "construction": msgid("this is construction; use `/act build`, `/act wall` or `/act finish`."),
    "notables": msgid("the notables are being awarded."),
    "repair": msgid("the active seat may remove loot points with `/act repair`."),
    "turn end": msgid("the turn is ending."),
    "over": msgid("the game is over."),
}
ACTIONS: Mapping[str, str] = {
    "bid": msgid("Bidding"),
    "acquire": msgid("Acquiring"),
    "income": msgid("Claiming income"),
    "withdraw": msgid("Withdrawing"),
    "move": msgid("Moving an envoy"),
    "build": msgid("Building"),
    "wall": msgid("Walling"),
    "finish": msgid("Finishing construction"),
    "repair": msgid("Removing loot points"),
    "defend": msgid("Defending"),
}
_RULES: Mapping[str, str] = {"phase": "2.4", "turn": "2.4"}  # the order of phases and turns

Data = Mapping[str, str | int | None]


def refusal_text(refusal: Refusal, people: People, t: Translator) -> str:
    """What is wrong and what to do, ending with the rule number where there is one."""
    kind = next(kind for kind in type(refusal).__mro__ if kind in TEMPLATES)
    sentence = t(TEMPLATES[kind], **_words(refusal, people, t))
    rule = _RULES.get(refusal.rule, refusal.rule)
    return t("{sentence} (rule {rule})", sentence=sentence, rule=rule) if rule[:1].isdigit() else sentence


def _words(refusal: Refusal, people: People, t: Translator) -> dict[str, object]:
    """The data as people read it."""
    data = refusal.data
    words: dict[str, object] = dict(data)
    if "rival" in data:
        words["rival"] = people.label(_text(data, "rival"))
        words["standing"] = half_coins(_number(data, "standing"))
    if "detail" in data:
        place, *_ = _text(data, "detail").split(":")  # what follows is the English of a library
        words["detail"] = place.replace("`", "'")
    words |= _token_words(refusal, people, t)
    words |= _count_words(refusal, t)
    return words


def _token_words(refusal: Refusal, people: People, t: Translator) -> dict[str, object]:
    data = refusal.data
    match refusal:
        case errors.NotAsked():
            seats = [seat for seat in _text(data, "asked").split(", ") if seat]
            return {"asked": listed(map(people.label, seats), t)}
        case errors.NotHeld():
            kind = cast("Resource", data["resource"])
            return {"asked": amount(kind, _number(data, "asked"), t), "held": amount(kind, _number(data, "held"), t)}
        case errors.PaymentNotExact():
            paid = Resources(artisans=_number(data, "artisans"), believers=_number(data, "believers"))
            return {"due": amounts(Resources(artisans=_number(data, "due")), t), "paid": amounts(paid, t)}
        case errors.OddTokens() | errors.NotInReserve():
            return {"resource": resource_name(cast("Resource", data["resource"]), t)}
    return {}


def _count_words(refusal: Refusal, t: Translator) -> dict[str, object]:
    data = refusal.data
    match refusal:
        case errors.WrongPhase():
            return {"phase": t(PHASES[_text(data, "phase")]), "action": t(ACTIONS[_text(data, "action")])}
        case errors.WrongChoiceCount():
            wanted = _number(data, "wanted")
            return {"wanted": t.plural("{count} resource", "{count} resources", wanted)}
        case errors.WrongDiscardCount():
            return {"excess": cards_count(_number(data, "excess"), t)}
        case errors.MoreThanLoot():
            return {"loot": loot_points(_number(data, "loot"), t)}
        case errors.WrongType():
            return {"type": type_mark_name(cast("BuildingType", data["type"]), t)}
    return {}


def _text(data: Data, name: str) -> str:
    return str(data[name])


def _number(data: Data, name: str) -> int:
    value = data[name]
    assert isinstance(value, int)
    return value
