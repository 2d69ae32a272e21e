"""A defence that is being put together: soldiers for the League and the walls, and which tokens make them (11.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.resources import Resources
from bot.game.state import Defence
from bot.ui.offers import most_soldiers
from bot.ui.panels.asking import UnfitPath, number

HEAD = "draft"
ALL = "all"
PAIR = 2  # coins or believers that serve as one soldier (4.1)


@dataclass(frozen=True, slots=True)
class Draft:
    """Soldiers for each side, and how many of them pairs of coins and pairs of believers are to make at least."""

    league: int = 0
    walls: int = 0
    coins: int = 0
    believers: int = 0

    @property
    def total(self) -> int:
        """All that is sent, in soldiers."""
        return self.league + self.walls


def path_of(draft: Draft, *, league: int | str | None = None, walls: int | str | None = None) -> str:
    """The path of a draft, or of one with another side; a side may be `ALL` that the other one leaves."""
    sides = (draft.league if league is None else league, draft.walls if walls is None else walls)
    return ".".join(map(str, (HEAD, *sides, draft.coins, draft.believers)))


def read_draft(rest: Sequence[str], held: Resources) -> Draft:
    """The draft of a path. Raises UnfitPath where it is none, or takes more than is held."""
    if len(rest) != 4:
        raise UnfitPath
    most = most_soldiers(held)
    league, walls = _side(rest[0], rest[1], most), _side(rest[1], rest[0], most)
    if not 0 <= min(league, walls) <= league + walls <= most:
        raise UnfitPath
    return Draft(league, walls, number(rest[2]), number(rest[3]))


def draft_of(sealed: Defence | None, held: Resources) -> Draft:
    """The draft that stands for a sealed defence; an empty one where nothing is sealed."""
    if sealed is None:
        return Draft()
    draft, tokens = Draft(sealed.league.strength, sealed.walls.strength), sealed.tokens
    if paid(draft, held).tokens == tokens:
        return draft
    return replace(draft, coins=tokens.coins // PAIR, believers=tokens.believers // PAIR)


def paid(draft: Draft, held: Resources) -> Force:
    """The tokens that a draft takes: soldiers, and where they run short coins, then believers."""
    coins = min(draft.coins, held.coins // PAIR, draft.total)
    believers = min(draft.believers, held.believers // PAIR, draft.total - coins)
    lacking = max(0, draft.total - coins - believers - held.soldiers)
    coins, lacking = _more(coins, lacking, held.coins // PAIR)
    believers, _ = _more(believers, lacking, held.believers // PAIR)
    return Force(soldiers=draft.total - coins - believers, coins=PAIR * coins, believers=PAIR * believers)


def other_payments(draft: Draft, held: Resources) -> Iterator[Draft]:
    """The same soldiers with the next number of pairs of coins, and of believers, each round and round."""
    now = paid(draft, held)
    coins, believers = now.coins // PAIR, now.believers // PAIR
    pairs = held.believers // PAIR
    others = max(0, draft.total - held.soldiers)  # soldiers that substitutes must make
    next_coins = _next(coins, max(0, others - pairs), min(held.coins // PAIR, draft.total))
    if next_coins != coins:
        within = min(max(believers, others - next_coins), draft.total - next_coins)
        yield replace(draft, coins=next_coins, believers=within)
    next_believers = _next(believers, max(0, others - coins), min(pairs, draft.total - coins))
    if next_believers != believers:
        yield replace(draft, coins=coins, believers=next_believers)


def defence_of(draft: Draft, held: Resources, seat: Seat) -> Defend:
    """The action that seals the draft; the League gets soldiers first, then coins, then believers."""
    whole = paid(draft, held)
    soldiers = min(draft.league, whole.soldiers)
    coins = min(draft.league - soldiers, whole.coins // PAIR)
    league = Force(soldiers=soldiers, coins=PAIR * coins, believers=PAIR * (draft.league - soldiers - coins))
    walls = Force(
        soldiers=whole.soldiers - league.soldiers,
        coins=whole.coins - league.coins,
        believers=whole.believers - league.believers,
    )
    return Defend(seat=seat, league=league, walls=walls)


def _side(text: str, other: str, most: int) -> int:
    return most - number(other) if text == ALL else number(text)


def _more(count: int, lacking: int, most: int) -> tuple[int, int]:
    """A count raised by what is lacking as far as it goes, and what is lacking still."""
    more = min(lacking, most - count)
    return count + more, lacking - more


def _next(count: int, least: int, most: int) -> int:
    return count + 1 if count < most else least
