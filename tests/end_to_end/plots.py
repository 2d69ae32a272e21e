"""Two plays of one game that look alike to an observer and differ in what is hidden, planned by the rules (law 4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

from bot.game.actions import Action, Defend
from bot.game.components import COMMUNES, Seat
from bot.game.events import Event, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import apply, legal, start, waiting
from bot.game.state import City, Defence, Phase, Setup, State
from bot.tables.undoing import REVEALING
from tests.end_to_end.chance import chance
from tests.end_to_end.decks import candidates, dealt, defences, reshuffled
from tests.end_to_end.routes import Order, Route, ordered
from tests.game.strange import strange_actions

LIKES = {"acquire": 4.0, "bid": 2.0, "income": 1.5, "build": 2.0}
TRIES = 40
STEADY = 0.4  # as many seal at once what they will not change any more
LONGEST_PRELUDE = 150  # moments
STRANGE = 2  # of what the observer may not do is tried each time
BY_HAND = (Route.SLASH, Route.TAP)
IDLE = [("repair", {"loot": "0"}), ("repair", {"loot": "1"}), ("outbid", {"do": "withdraw"}), ("defend", {})]

Actions = tuple[Action, ...]
Orders = tuple[Order | None, Order | None]


@dataclass(frozen=True, slots=True)
class Play:
    """What is drawn: who sits there and who looks on, and by which route each step is to come, where it can.

    `observer` is a place at the table, None a spectator. The observer begins to look round as soon as the game has come
    to the phase `since` and something hidden differs. With `undrawn` the order of the first deck differs too.
    """

    seats: int
    seed: int
    routes: tuple[Route, ...]
    observer: int | None = 0
    stewards: int = 0
    since: Phase = Phase.PROJECTS
    steps: int = 12
    picture: bool = False
    undrawn: bool = False
    pings: str = "dm"


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happens, for each of the two plays: by which route, and what is done.

    It `follows` where it comes about with the moment before. `ahead` is ordered before it and does the next one; `idle`
    orders are given before it, do nothing and are cancelled. Afterwards the observer tries what is `strange`.
    """

    routes: tuple[Route, Route]
    actions: tuple[Actions, Actions] = ((), ())
    follows: bool = False
    ahead: Orders = (None, None)
    idle: Orders = (None, None)
    strange: Actions = ()


@dataclass
class Plot:
    """The two plays as they are planned; `unseen` moments pass before the observer looks round."""

    play: Play
    moments: list[Moment] = field(default_factory=list)
    unseen: int = 0

    def __post_init__(self) -> None:
        play = self.play
        self.random = chance("twins", play.seats, play.seed)
        decks = dealt(play.seats, self.random)
        self.decks = (decks, reshuffled(decks, play.seats, self.random, first_deck=play.undrawn))
        communes = tuple(COMMUNES)[: play.seats]
        setups = [Setup(communes, tuple(map(tuple, shuffled.values()))) for shuffled in self.decks]
        self.states = [start(setup) for setup in setups]
        self.people = communes[: play.seats - play.stewards]
        self.observer = None if play.observer is None else self.people[play.observer % len(self.people)]
        self._past: list[tuple[list[State], int | None]] = []  # before each moment
        self._undone: list[State] | None = None
        self._stand_in: int | None = None
        self._closing = Route.SLASH
        self._targets: dict[Seat, Defend] = {}

    def plan(self) -> None:
        """Play on while the observer can know no difference."""
        while not (self.state.phase is self.play.since and self._differs(self.states)):
            if len(self.moments) > LONGEST_PRELUDE or not self._next(Route.SLASH):
                break
        self.unseen = max(0, len(self.moments) - 1)
        for route in cycle(self.play.routes):
            if self.seen >= self.play.steps or not self._next(route):
                break
        while self.moments and self._goes_on:
            self._drop()

    @property
    def seen(self) -> int:
        """How many moments the observer looks at."""
        return len(self.moments) - self.unseen

    @property
    def differed(self) -> int:
        """After how many of them something hidden differs."""
        return sum(map(self._differs, self._looked_at))

    @property
    def hidden(self) -> set[str]:
        """The kinds of hidden things that differ at any of them."""
        return {
            kind
            for states in self._looked_at
            for kind, of in HIDDEN.items()
            if of(states[0], self.observer) != of(states[1], self.observer)
        }

    @property
    def _looked_at(self) -> list[list[State]]:
        return [*(states for states, _ in self._past[self.unseen + 1 :]), self.states]

    @property
    def state(self) -> State:
        """The first of the two."""
        return self.states[0]

    def _differs(self, states: Sequence[State]) -> bool:
        """Whether anything hidden differs; the order of the later decks does so all the time, and does not count."""
        one, other = ([of(state, self.observer) for of in HIDDEN.values()] for state in states)
        return one != other

    @property
    def _goes_on(self) -> bool:
        """Whether a steward is about to act."""
        asked = waiting(self.state)
        return any(map(self._is_for_steward, asked)) and self.state.phase is not Phase.OVER

    def _is_for_steward(self, seat: Seat) -> bool:
        stands_in = (seat, self.state.turn) == (self.state.active, self._stand_in)
        return seat not in self.people or (stands_in and self.state.phase is not Phase.INVASION)

    def _drop(self) -> None:
        """Take the last moment out of the plan."""
        self.moments.pop()
        self.states, self._stand_in = self._past.pop()
        if self.moments:
            self.moments[-1] = replace(self.moments[-1], ahead=(None, None))

    def _next(self, wanted: Route) -> bool:
        """Plan one more moment; False where there is none that leaves both plays alike."""
        if self.state.phase is Phase.OVER:
            return False
        if wanted is Route.OPERATOR:
            return self._add(Moment((wanted, wanted)), list(self.states), self._stand_in)
        if wanted is Route.UNDO and self._undone and not self._goes_on:
            return self._add(Moment((wanted, wanted), self.moments[-1].actions), self._undone, self._stand_in)
        return self._seal(wanted) if self.state.phase is Phase.INVASION else self._act(wanted)

    def _act(self, wanted: Route) -> bool:
        (seat,) = waiting(self.state)
        actions = self._alike(seat)
        if actions is None:
            return False
        moment = Moment((Route.STEWARD,) * 2, ((actions[0],), (actions[1],)), follows=True)
        return self._do(moment if self._is_for_steward(seat) else self._by(wanted, actions))

    def _by(self, wanted: Route, actions: tuple[Action, Action]) -> Moment:
        """A person's action, by the wanted route if it can be."""
        done = ((actions[0],), (actions[1],))
        if wanted is Route.DEADLINE:
            return Moment((wanted, wanted), done)
        ahead = wanted is Route.ORDER and self._can_order_ahead(actions)
        if ahead and (orders := self._orders(actions, self._past[-1][0])):
            self.moments[-1] = replace(self.moments[-1], ahead=orders)
            return Moment((wanted, wanted), done, follows=True)
        if wanted is Route.ORDER and not self._orders(actions, self.states):
            return Moment(self._ways(actions[0].seat, Route.SLASH), done, idle=self._idle(actions))
        return Moment(self._ways(actions[0].seat, wanted), done)

    def _ways(self, seat: Seat, wanted: Route) -> tuple[Route, Route]:
        """By which hand a person does it: what others do is not told, so it need not be the same."""
        first = wanted if wanted in (*BY_HAND, Route.ORDER) else self.random.choice(BY_HAND)
        return (first, first if seat == self.observer else self.random.choice(BY_HAND))

    def _can_order_ahead(self, actions: tuple[Action, Action]) -> bool:
        """Whether something happens before, by a person or for one, at which those who act now were not asked."""
        last = self.moments[-1] if self.moments else None
        if last is None or last.follows or not all(last.actions) or Route.UNDO in last.routes:
            return False
        asked = [seat for state in self._past[-1][0] for seat in waiting(state)]
        stewards_seal = self.state.phase is Phase.INVASION and len(self.people) < self.play.seats
        return not any(action.seat in asked for action in actions) and not stewards_seal

    def _orders(self, actions: tuple[Action, Action], given: Sequence[State]) -> tuple[Order, Order] | None:
        one, other = (ordered(*each) for each in zip(actions, given, self.states, strict=True))
        return None if one is None or other is None else (one, other)

    def _idle(self, actions: tuple[Action, Action]) -> Orders:
        """Somebody who is not asked orders this or that, or nothing."""
        after = [apply(state, action)[0] for state, action in zip(self.states, actions, strict=True)]
        asked = {seat for state in (*self.states, *after) for seat in waiting(state)} | {self.observer}
        idle = [seat for seat in self.people if seat not in asked]
        if not idle or len(self.people) < self.play.seats or self._stand_in == self.state.turn:
            return (None, None)
        seat = self.random.choice(idle)
        one, other = self.random.sample([None, *(Order(seat, *order) for order in IDLE)], 2)
        return (one, other)

    def _do(self, moment: Moment) -> bool:
        """Take the moment's actions; False where the observer would see a difference."""
        done = [_after(state, actions) for state, actions in zip(self.states, moment.actions, strict=True)]
        if self._seen(*done[0]) != self._seen(*done[1]):
            return False
        reveals = any(isinstance(event, REVEALING) for _, events in done for event in events)
        undoable = not reveals and self.state.phase is not Phase.INVASION and set(moment.routes) <= set(BY_HAND)
        after = [state for state, _ in done]
        return self._add(moment, after, self._who_stands_in(moment), self.states if undoable else None)

    def _who_stands_in(self, moment: Moment) -> int | None:
        """The turn that a steward plays to its end, after a moment."""
        own = all(self.state.active in [action.seat for action in actions] for actions in moment.actions)
        if Route.DEADLINE in moment.routes:
            return self.state.turn if own and self.state.phase is not Phase.INVASION else self._stand_in
        return None if own and not moment.follows else self._stand_in

    def _add(
        self, moment: Moment, after: list[State], stand_in: int | None = None, undone: list[State] | None = None
    ) -> bool:
        self._past.append((self.states, self._stand_in))
        self.states, self._stand_in, self._undone = after, stand_in, undone
        strange = strange_actions(self.state, self.random, STRANGE) if self.state.phase is not Phase.OVER else ()
        own = [each.model_copy(update={"seat": self.observer or self.people[0]}) for each in strange]
        refused = tuple(each for each in own if not legal(self.state, each.seat).contains(each))
        self.moments.append(replace(moment, strange=refused))
        return True

    # ------------------------------------------------------------------------------------------------- invasions

    def _seal(self, wanted: Route) -> bool:
        """Others seal this and that, and not the same ones; in the end all defences are those that will be opened."""
        if not any(city.sealed for city in self.state.cities):
            self._closing, self._targets = Route.SLASH, self._targets_for_all()
        missing = [waiting(state) for state in self.states]
        stewards = [seat for seat in missing[0] if seat not in self.people]
        if stewards:
            sealed = (self._targets[stewards[0]],)
            return self._do(Moment((Route.STEWARD,) * 2, (sealed, sealed), follows=True))
        if wanted is Route.DEADLINE:
            self._closing = wanted
        strays = [self._strays(state) for state in self.states]
        if self._closing is Route.DEADLINE and not any(strays):
            one, other = (tuple(self._targets[seat] for seat in seats) for seats in missing)
            return self._do(Moment((Route.DEADLINE,) * 2, (one, other)))
        if (self._closing is Route.DEADLINE or len(missing[0]) == 1) and any(strays):
            return self._do(self._changes_of_mind(strays, wanted))
        return self._do(self._first_seals(missing, wanted))

    def _first_seals(self, missing: Sequence[Sequence[Seat]], wanted: Route) -> Moment:
        last = len(missing[0]) == 1
        others = [[seat for seat in seats if seat != self.observer] for seats in missing]
        if not all(others) or (self.observer in missing[0] and not last and self.random.random() < 0.3):
            assert self.observer is not None
            return self._by_person((self._targets[self.observer],) * 2, wanted)
        seats = [self.random.choice(each) for each in others]
        if self._stand_in == self.state.turn:  # to seal by hand ends that, which is told when all is opened
            seats = [self.random.choice(sorted(set(others[0]) & set(others[1])))] * 2
        sealed = [
            self._targets[seat]
            if last or self.random.random() < STEADY
            else next(defences(state, seat, self.random, 1))
            for state, seat in zip(self.states, seats, strict=True)
        ]
        return self._by_person((sealed[0], sealed[1]), wanted)

    def _by_person(self, actions: tuple[Action, Action], wanted: Route) -> Moment:
        """The seats may be different ones."""
        moment = self._by(Route.SLASH if wanted is Route.DEADLINE else wanted, actions)
        return replace(moment, idle=(None, None))

    def _changes_of_mind(self, strays: Sequence[list[Seat]], wanted: Route) -> Moment:
        """In a play where somebody has sealed what will not be opened, they seal what will be; else nothing happens."""
        sealed = [tuple(self._targets[seat] for seat in stray[:1]) for stray in strays]
        way = wanted if wanted in BY_HAND else Route.SLASH
        return Moment((way, way), (sealed[0], sealed[1]))

    def _strays(self, state: State) -> list[Seat]:
        """Who has sealed something else than what will be opened."""
        return [city.seat for city in state.cities if city.sealed and city.sealed != _defence(self._targets[city.seat])]

    def _targets_for_all(self) -> dict[Seat, Defend]:
        """For each seat a defence that it can seal in both plays."""
        found = {}
        for seat in self.state.communes:
            tried = defences(self.state, seat, self.random, TRIES)
            found[seat] = next(
                (each for each in tried if legal(self.states[1], seat).contains(each)), Defend(seat=seat)
            )
        return found

    # ------------------------------------------------------------------------------------------------- alike

    def _alike(self, seat: Seat) -> tuple[Action, Action] | None:
        """An action for each play such that the observer sees the same; different ones where there are such."""
        for _ in range(TRIES):
            first = self._pick(seat)
            seen = self._seen(*apply(self.states[0], first))
            alike = [action for action in self._others(first) if self._seen(*apply(self.states[1], action)) == seen]
            if alike:
                return first, min(alike, key=lambda action: action == first)
        return None

    def _others(self, first: Action) -> list[Action]:
        """What may stand for an action in the other play: the observer's own actions are the same in both."""
        if first.seat != self.observer:
            found = candidates(self.states[1], first.seat)
            return [action for action in found if action.type == first.type]
        return [first] if legal(self.states[1], first.seat).contains(first) else []

    def _pick(self, seat: Seat) -> Action:
        found = list(candidates(self.state, seat))
        kinds = sorted({action.type for action in found})
        kind = self.random.choices(kinds, [LIKES.get(kind, 1.0) for kind in kinds])[0]
        return self.random.choice([action for action in found if action.type == kind])

    def _seen(self, after: State, events: Sequence[Event]) -> tuple[Observation, list[Event]]:
        visible = [event for event in events if visible_to(event, self.observer, open_screens=False)]
        return observe(after, self.observer), visible


def _after(state: State, actions: Actions) -> tuple[State, list[Event]]:
    """The state after some actions, with all that happened."""
    happened: list[Event] = []
    for action in actions:
        state, events = apply(state, action)
        happened += events
    return state, happened


def _others(state: State, observer: Seat | None) -> list[City]:
    return [city for city in state.cities if city.seat != observer]


HIDDEN: Mapping[str, Callable[[State, Seat | None], object]] = {
    "resources": lambda state, observer: [city.resources for city in _others(state, observer)],
    "hands": lambda state, observer: [sorted(city.hand) for city in _others(state, observer)],
    "walls": lambda state, observer: [city.walls for city in _others(state, observer)],
    "seals": lambda state, observer: [city.sealed for city in _others(state, observer)],
    "who has sealed": lambda state, observer: [city.sealed is None for city in _others(state, observer)],
    "undrawn": lambda state, _: state.decks[0],
}


def _defence(action: Defend) -> Defence:
    return Defence(action.league, action.walls)
