"""The game as a pure reducer: start, apply, legal, waiting (laws 3-5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.game.actions import Action
from bot.game.components import (
    COMMUNES,
    COMPONENTS,
    DECKS,
    CardId,
    Seat,
    cards_in_use,
    columns_in_use,
)
from bot.game.errors import MalformedRecord, NotAsked, Refusal, WrongCommunes, WrongDeck, WrongPhase
from bot.game.events import Event
from bot.game.phases import (
    ActionModule,
    PhaseModule,
    construction,
    invasion,
    notables,
    outbid,
    projects,
    repair,
    replacement,
    turn_end,
)
from bot.game.phases.replacement import draw
from bot.game.state import City, Column, Phase, Setup, State

PHASES: dict[Phase, PhaseModule] = {
    Phase.PROJECTS: projects,
    Phase.OUTBID: outbid,
    Phase.REPLACEMENT: replacement,
    Phase.INVASION: invasion,
    Phase.CONSTRUCTION: construction,
    Phase.NOTABLES: notables,
    Phase.REPAIR: repair,
    Phase.TURN_END: turn_end,
}


def start(setup: Setup) -> State:
    """The state before the first action (rules 1.1, 1.4, 2.1-2.3). Raises a Refusal for a wrong setup."""
    if refused := _setup_refused(setup):
        raise refused
    first, players = setup.communes[0], len(setup.communes)
    columns, decks = _filled_columns(setup.decks, players)
    cities = tuple(City(seat, COMMUNES[seat].start) for seat in setup.communes)
    reserve = COMPONENTS.reserve
    for city in cities:
        reserve = reserve.minus(city.resources)
    return State(
        communes=setup.communes,
        cities=cities,
        decks=decks,
        columns=columns,
        reserve=reserve,
        bonus_walls=COMPONENTS.bonus_walls,
        active=first,
        first_defender=first,
        open_screens=setup.open_screens,
    )


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action and all that follows without asking, with what happened.

    Raises a Refusal, leaving `state` as it was, for an action that is not legal.
    """
    if refused := refusal(state, action):
        raise refused
    events: list[Event] = []
    state = PHASES[state.phase].ACTIONS[type(action)].perform(state, action, events)
    while state.phase in PHASES and not PHASES[state.phase].asked(state):
        state = PHASES[state.phase].proceed(state, events)
    return state, tuple(events)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that hold the game up, in seat order; empty when it is over."""
    return PHASES[state.phase].asked(state) if state.phase in PHASES else ()


def legal(state: State, seat: Seat) -> "Choices":
    """What a seat may do now."""
    return Choices(state, seat)


def refusal(state: State, action: Action) -> Refusal | None:
    """Why an action is refused, by the first row of record.md that applies; None when it is legal."""
    if action.seat not in state.communes:
        return MalformedRecord(detail="seat: not in this game")
    if type(action) not in _actions(state.phase):
        return WrongPhase(phase=state.phase.value, action=action.type)
    if not may_act(state, action.seat):
        return NotAsked(asked=", ".join(waiting(state)))
    return _actions(state.phase)[type(action)].refusal(state, action)


def may_act(state: State, seat: Seat) -> bool:
    """Whether a seat is asked, or may still seal again while an invasion is open (11.9)."""
    return state.phase is Phase.INVASION or seat in waiting(state)


@dataclass(frozen=True, slots=True)
class Choices:
    """What one seat may do in one state. Iterating gives every legal action, up to the order within lists;
    in an invasion there may be tens of thousands."""

    state: State
    seat: Seat

    def contains(self, action: Action) -> bool:
        """Whether `apply` accepts the action from this seat."""
        return action.seat == self.seat and refusal(self.state, action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the rules refuse an action of this seat; None when it is legal."""
        assert action.seat == self.seat
        return refusal(self.state, action)

    def __iter__(self) -> Iterator[Action]:
        for module in self._modules().values():
            yield from module.choices(self.state, self.seat)

    def of(self, kind: type[Action]) -> list[Action]:
        """The legal actions of one kind."""
        module = self._modules().get(kind)
        return list(module.choices(self.state, self.seat)) if module else []

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of which there is a legal action."""
        modules = self._modules().items()
        return tuple(kind for kind, module in modules if any(True for _ in module.choices(self.state, self.seat)))

    def _modules(self) -> Mapping[type[Action], ActionModule]:
        return _actions(self.state.phase) if may_act(self.state, self.seat) else {}


def _actions(phase: Phase) -> Mapping[type[Action], ActionModule]:
    return PHASES[phase].ACTIONS if phase in PHASES else {}


def _setup_refused(setup: Setup) -> Refusal | None:
    numbers = [COMMUNES[seat].number if seat in COMMUNES else 0 for seat in setup.communes]
    if not 2 <= len(numbers) <= 5 or 0 in numbers or numbers != sorted(set(numbers)):
        return WrongCommunes()
    for name, deck in zip(DECKS, setup.decks, strict=True):
        if sorted(deck) != sorted(cards_in_use(name, len(numbers))):
            return WrongDeck(deck=name)
    return None


def _filled_columns(
    decks: tuple[tuple[CardId, ...], ...], players: int
) -> tuple[tuple[Column, ...], tuple[tuple[CardId, ...], ...]]:
    columns = []
    for layout in columns_in_use(players):
        cards, decks = draw(decks, layout.spaces)
        columns.append(Column(cards))
    return tuple(columns), decks
