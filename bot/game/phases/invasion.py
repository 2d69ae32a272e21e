"""Phase 3, an invasion: all seats seal a defence, then all are opened together (rules 7, 11, 12.3)."""

from collections.abc import Mapping

from bot.game.actions import Action, Defend
from bot.game.components import COMPONENTS, Invasion, Seat
from bot.game.events import BidLost, DefenceReport, Event, GameEnded, InvasionResolved
from bot.game.phases import ActionModule, defend
from bot.game.phases.columns import set_bid
from bot.game.phases.defence import city_defence, defence_of, heroes, strength_against
from bot.game.replacing import replace
from bot.game.resources import NOTHING
from bot.game.scoring import winner
from bot.game.state import City, Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {Defend: defend}


def asked(state: State) -> tuple[Seat, ...]:
    """The seats that have not sealed; a sealed one may seal again until the last (11.9)."""
    return tuple(city.seat for city in state.cities if city.sealed is None)


def proceed(state: State, events: list[Event]) -> State:
    """Open all defences; then the turn goes on, or the game is over after the Emperor (7.1, 12.3)."""
    state = _resolve(state, COMPONENTS.invasions[state.invasions], events)
    if state.final_turns is None:
        return replace(state, phase=Phase.CONSTRUCTION)
    state = _lose_bids(state, events)
    events.append(GameEnded(winner(state)))
    return replace(state, phase=Phase.OVER)


def _resolve(state: State, invasion: Invasion, events: list[Event]) -> State:
    reports, lost = _reports(state, invasion)
    league = sum(report.league.strength for report in reports)
    events.append(InvasionResolved(invasion.deck, invasion.strength, league, reports, lost))
    sent = NOTHING
    for city in state.cities:
        sent = sent.plus(defence_of(city).tokens)
    cities = tuple(_after(city, report) for city, report in zip(state.cities, reports, strict=True))
    return replace(state, cities=cities, reserve=state.reserve.plus(sent), invasions=state.invasions + 1)


def _reports(state: State, invasion: Invasion) -> tuple[tuple[DefenceReport, ...], tuple[int, ...]]:
    loot = {city.seat: _loot(state, city, invasion) for city in state.cities}
    ranked = dict(zip(heroes(state), invasion.heroism, strict=False))
    awarded = {seat: token for seat, token in ranked.items() if not loot[seat]}
    reports = tuple(
        DefenceReport(
            city.seat,
            defence_of(city).league,
            defence_of(city).walls,
            strength_against(state, city, invasion),
            city_defence(state, city),
            loot[city.seat],
            awarded.get(city.seat),
        )
        for city in state.cities
    )
    return reports, tuple(token for seat, token in ranked.items() if loot[seat])


def _loot(state: State, city: City, invasion: Invasion) -> int:
    return max(0, strength_against(state, city, invasion) - city_defence(state, city))


def _after(city: City, report: DefenceReport) -> City:
    heroism = city.heroism if report.heroism is None else tuple(sorted((*city.heroism, report.heroism)))
    resources = city.resources.minus(defence_of(city).tokens)
    return replace(city, resources=resources, loot=city.loot + report.loot, heroism=heroism, sealed=None)


def _lose_bids(state: State, events: list[Event]) -> State:
    for number, column in enumerate(state.columns, start=1):
        if column.bid is not None:
            bid = column.bid
            events.append(BidLost(bid.seat, number, bid.coins, bid.believers))
            state = replace(set_bid(state, number, None), reserve=state.reserve.plus(bid.tokens))
    return state
