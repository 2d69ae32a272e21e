"""What a seat may do now, command by command, with prices and results; every number comes from its legal actions."""

from collections.abc import Callable, Iterator, Mapping

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Force, Income, Move, Repair, Wall, Withdraw
from bot.game.observation import Observation
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.game.resources import RESOURCES, Resource, Resources, possible_choices
from bot.game.rules import Choices
from bot.game.state import StandingBid
from bot.locale import Translator
from bot.ui.cards import cards_with_ids
from bot.ui.columns import column_line
from bot.ui.commands import command_text
from bot.ui.construction_offers import build_offer, wall_offer
from bot.ui.gains import acquired, income_lines
from bot.ui.legal import legal_of
from bot.ui.options.defence import city_defence
from bot.ui.words import (
    amount,
    amounts,
    bid_text,
    cards_count,
    choice_text,
    half_coins,
    loot_points,
    resource_name,
)

MOST_DEFENCES_SHOWN = 8
Offer = Callable[[Observation, Choices, Translator], Iterator[str]]


def offers(observation: Observation, choices: Choices, t: Translator) -> str:
    """What the observing seat may do, a block for each kind of action; empty where it is not asked."""
    return "\n\n".join(_block(observation, choices, kind, t) for kind in choices.kinds)


def _block(observation: Observation, choices: Choices, kind: type[Action], t: Translator) -> str:
    heading, *lines = OFFERS[kind](observation, choices, t)
    example = _example_defence(observation) if kind is Defend else choices.of(kind)[0]
    return "\n".join((heading, t("Example: {command}", command=command_text(example)), *lines))


def defences_text(observation: Observation, t: Translator) -> str:
    """What the city defence would be with one soldier on the walls, with two, and so on (11.4-11.6)."""
    assert observation.seat is not None
    wall = sum(observation.city(observation.seat).walls)
    counts = range(1, min(wall, MOST_DEFENCES_SHOWN) + 1)
    defences = ", ".join(str(city_defence(observation, count)) for count in counts)
    text = t.plural(
        "City defence with 1 soldier on the walls: {defences}",
        "City defence with 1 to {count} soldiers on the walls: {defences}",
        len(counts),
        defences=defences,
    )
    return _with_marker(text, observation, t)


def _with_marker(text: str, observation: Observation, t: Translator) -> str:
    """A city defence, with what the First Defender marker adds to it (11.6)."""
    marker = observation.seat == observation.first_defender
    return t("{defences} (with +1 as First Defender)", defences=text) if marker else text


def _bid(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    yield t("**Bid**: an envoy and coins on a column. 2 believers count as 1 coin. (rule 5.1)")
    bids = legal_of(choices, Bid)
    for number in range(1, len(observation.columns) + 1):
        values = [StandingBid(bid.seat, bid.coins, bid.believers).value for bid in bids if bid.column == number]
        yield _bid_line(observation, number, min(values, default=None), t)


def _bid_line(observation: Observation, number: int, least: int | None, t: Translator) -> str:
    line, column = column_line(observation, number, t), observation.columns[number - 1]
    if least is not None:
        return t("{column} → bid {least} or more", column=line, least=half_coins(least))
    if not column.cards:
        return line
    if column.bid is not None and column.bid.seat == observation.seat:
        return t("{column} (your envoy is there)", column=line)
    return t("{column} (more than you can bid)", column=line)


def _acquire(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    cards, tokens = acquired(observation)
    yield t("**Acquire**: take all cards of all your columns. (rule 5.8)")
    yield t(
        "You take {cards}, and your bids are spent: {tokens}.", cards=cards_with_ids(cards), tokens=amounts(tokens, t)
    )
    lists = [action.bonus for action in legal_of(choices, Acquire)]
    if lists[0]:
        yield t("Bonus: {choice}", choice=choice_lists(lists, t))


def _income(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    yield t("**Claim income**; your active building types then become inactive. (rule 5.10)")
    yield from income_lines(observation, t)
    lists = [action.choice for action in legal_of(choices, Income)]
    yield (
        t("Of choice: {choice}", choice=choice_lists(lists, t))
        if lists[0]
        else t("Of choice: nothing, the reserve is empty.")
    )


def choice_lists(lists: list[tuple[str, ...]], t: Translator) -> str:
    """Which resources of choice may be named, and with which options."""
    if len(lists[0]) == 1:
        names = ", ".join(resource_name(_resource(name), t) for (name,) in lists)
        return t("name one with `first`: {names}.", names=names)
    if len(lists) == len(possible_choices(len(lists[0]), EVERYTHING)):
        return t("name two with `first` and `second`: any two, also the same twice.")
    pairs = ", ".join(choice_text([_resource(name) for name in names], t) for names in lists)
    return t("name two with `first` and `second`: {pairs}.", pairs=pairs)


def _resource(name: str) -> Resource:
    return next(kind for kind in RESOURCES if kind == name)


def _withdraw(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    assert observation.outbid is not None
    tokens = amounts(observation.outbid.bid.tokens, t)
    yield t("**Withdraw**: your envoy comes back with {tokens}. (rule 5.4)", tokens=tokens)
    if Move not in choices.kinds:
        yield t("Moving is not possible: it costs 1 believer, and you have none.")


def _move(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    assert observation.outbid is not None
    bid = bid_text(observation.outbid.bid, t)
    yield t("**Move**: pay 1 believer; your bid of {bid} stays as it is. (rule 5.5)", bid=bid)
    for action in legal_of(choices, Move):
        yield column_line(observation, action.column, t)


def _finish(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    discards = [action.discard for action in legal_of(choices, Finish)]
    excess = len(discards[0])
    yield t("**Finish**: ends construction; at most 2 cards may stay in your hand. (rule 8.11)")
    hand = cards_count(observation.city(observation.active).hand_size, t)
    if excess:
        discard = cards_count(excess, t)
        yield t("You hold {hand}: to finish now, name {discard} to drop with `discard`.", hand=hand, discard=discard)
    else:
        yield t("You hold {hand}: nothing to discard.", hand=hand)


def _repair(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    loot = loot_points(observation.city(observation.active).loot, t)
    yield t("**Remove loot points**. You have {loot}, each −1 at the end. (rule 10.1)", loot=loot)
    for action in legal_of(choices, Repair):
        price = amount("believers", BELIEVERS_FOR[action.loot], t)
        details = {"number": action.loot, "loot": loot_points(action.loot, t), "price": price}
        yield (
            t("`loot:{number}` removes {loot} for {price}", **details)
            if action.loot
            else t("`loot:0` keeps them all and ends your turn")
        )


def _defend(observation: Observation, t: Translator) -> Iterator[str]:
    assert observation.seat is not None
    own = observation.screen(observation.seat)
    assert own is not None
    yield t("**Seal a defence**: soldiers for the League, for your walls, or kept. (rule 11.2)")
    yield t("The League lowers the strength against every seat; your walls defend you alone.")
    yield t("2 coins or 2 believers serve as 1 soldier. All that is sent is spent.")
    yield t("You could send {soldiers} in all.", soldiers=amount("soldiers", most_soldiers(own.resources), t))
    none = t("City defence with no soldier on the walls: {defence}", defence=city_defence(observation, 0))
    yield _with_marker(none, observation, t)
    if observation.city(observation.seat).walls:
        yield defences_text(observation, t)
    yield t("A soldier without a wall card adds 1. Missing defence becomes loot points. (rules 11.4, 11.7)")


def _example_defence(observation: Observation) -> Defend:
    """The soldiers halved between walls and League; a seat's legal defences are too many to list."""
    assert observation.seat is not None
    own = observation.screen(observation.seat)
    assert own is not None
    league = own.resources.soldiers // 2
    walls = own.resources.soldiers - league
    return Defend(seat=observation.seat, league=Force(soldiers=league), walls=Force(soldiers=walls))


def most_soldiers(held: Resources) -> int:
    """How many soldiers tokens could amount to at most (4.2, 11.2)."""
    return Force(soldiers=held.soldiers, coins=held.coins, believers=held.believers).strength


EVERYTHING = Resources(9, 9, 9, 9)
OFFERS: Mapping[type[Action], Offer] = {
    Bid: _bid,
    Acquire: _acquire,
    Income: _income,
    Withdraw: _withdraw,
    Move: _move,
    Build: build_offer,
    Wall: wall_offer,
    Finish: _finish,
    Repair: _repair,
    Defend: lambda observation, _, t: _defend(observation, t),
}
