"""What lies ahead of one seat: invasions, turns, and what its rivals have (rules 6, 9, 11)."""

from dataclasses import dataclass

from bot.game.components import BUILDING_TYPES, COMPONENTS, DECKS, BuildingType, Seat
from bot.game.observation import CityFront, Observation
from bot.game.state import Phase
from bot.stewards.weights import Weights


@dataclass(frozen=True, slots=True)
class Threat:
    """An invasion to come. `strength` is what is left of it after the League that others may send;
    `recruits`: the soldiers the seat may expect to have gained by then, beside those it holds if `next`."""

    strength: float
    recruits: float
    weight: float
    next: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """`turns`: how many more turns the seat may expect after this one. By type:
    `rival_vps`, the most that a rival has, and `taken`, whether a rival holds the notable."""

    seat: Seat
    turns: float
    threats: tuple[Threat, ...]
    lowest_rival_vp: int
    trailing: float
    rival_vps: tuple[int, ...]
    taken: tuple[bool, ...]

    @property
    def last(self) -> bool:
        """Whether the seat has no turn after this one."""
        return self.turns <= 0


def outlook(observation: Observation, weights: Weights) -> Outlook:
    """What the observing seat may expect."""
    assert observation.seat is not None
    rivals = tuple(city for city in observation.cities if city.seat != observation.seat)
    threats = tuple(_threats(observation, weights))
    return Outlook(
        seat=observation.seat,
        turns=turns_left(observation, weights),
        threats=threats,
        lowest_rival_vp=min(city.vp for city in rivals),
        trailing=weights.relief * sum(threat.weight for threat in threats) / len(rivals) if threats else 0,
        rival_vps=tuple(max(_type_vp(city, kind) for city in rivals) for kind in BUILDING_TYPES),
        taken=tuple(any(kind in city.notables for city in rivals) for kind in BUILDING_TYPES),
    )


def turns_left(observation: Observation, weights: Weights) -> float:
    """The turns that the seat may expect to have after this one (rules 6.2, 12.1, 12.2)."""
    assert observation.seat is not None
    if observation.final_turns is not None:
        return _final_turns_left(observation, observation.seat)
    return 1 + sum(observation.deck_sizes) / weights.draw_rate / len(observation.communes)


def _final_turns_left(observation: Observation, seat: Seat) -> int:
    """Of the last round: each seat has one turn, the active seat is having its own (12.2)."""
    seats, final = observation.communes, observation.final_turns or 0
    ahead = (seats.index(seat) - seats.index(observation.active)) % len(seats)
    return 1 if 0 < ahead < final else 0


def _threats(observation: Observation, weights: Weights) -> list[Threat]:
    seats, threats, before, weight = len(observation.communes), [], 0.0, 1.0
    for index in range(observation.invasions, len(DECKS)):
        cards = sum(observation.deck_sizes[: index + 1])
        until = 0.0 if _open(observation, index) else cards / weights.draw_rate / seats + (index == len(DECKS) - 1)
        strength = COMPONENTS.invasions[index].strength * (1 - weights.allies) ** (seats - 1)
        recruits = weights.recruits * max(0.0, until - before)
        threats.append(Threat(strength, recruits, weight, index == observation.invasions))
        before, weight = until, weight * weights.foresight
    return threats


def _open(observation: Observation, index: int) -> bool:
    return observation.phase is Phase.INVASION and index == observation.invasions


def _type_vp(city: CityFront, kind: BuildingType) -> int:
    return sum(building.vp for building in city.buildings if building.type == kind)
