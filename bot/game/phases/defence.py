"""What an invasion weighs: strengths, walls, and who is a hero (rules 11.1-11.8)."""

from bot.game.components import Invasion, Seat
from bot.game.state import City, Defence, State


def defence_of(city: City) -> Defence:
    """The sealed defence of a seat, once all have sealed."""
    assert city.sealed is not None
    return city.sealed


def strength_against(state: State, city: City, invasion: Invasion) -> int:
    """The strength left against a seat after the League (11.1, 11.3)."""
    league = sum(defence_of(other).league.strength for other in state.cities)
    return max(0, raw_strength(invasion.strength, city.vp, state.lowest_vp) - league)


def raw_strength(strength: int, vp: int, lowest_vp: int) -> int:
    """An invasion's strength against a seat before the League (11.1)."""
    return strength + vp - lowest_vp


def city_defence(state: State, city: City) -> int:
    """What the seat's walls and soldiers there amount to, and the First Defender's one (11.4-11.6)."""
    bonus = city.seat == state.first_defender
    return wall_defence(tuple(map(len, city.walls)), defence_of(city).walls.strength) + bonus


def wall_defence(levels: tuple[int, ...], soldiers: int) -> int:
    """Soldiers set on the best wall cards: 1 + the card's height each, 1 without a card (11.4, 11.5)."""
    heights = sorted((height for level in levels for height in range(1, level + 1)), reverse=True)
    return soldiers + sum(heights[:soldiers])


def heroes(state: State) -> list[Seat]:
    """The seats that sent soldiers to the League, best first; ties: fewer VP, then lower number (11.8)."""
    sent = [city for city in state.cities if defence_of(city).league.strength]
    return [city.seat for city in sorted(sent, key=lambda city: (-defence_of(city).league.strength, city.vp))]
