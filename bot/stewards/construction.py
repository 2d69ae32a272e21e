"""Phase 4: building and wall steps, and when to stop (rule 8)."""

from collections.abc import Iterator

from bot.game.actions import Build, Finish, Wall
from bot.game.components import CARDS
from bot.game.observation import Observation
from bot.game.resources import Resources
from bot.stewards.cards import Appraiser
from bot.stewards.decision import Motive, Offers, Option, Reason
from bot.stewards.holding import Holding, held
from bot.stewards.worth import Judge


def options(observation: Observation, offers: Offers, judge: Judge) -> list[Option]:
    """Each is valued by the holding after it, with the cards still in hand."""
    holding = held(observation)
    appraiser = Appraiser(judge, holding)
    gains = dict(zip(holding.hand, appraiser.gains(holding.hand), strict=True))
    site = Site(appraiser, gains)
    return [*_finishes(site, offers), *_builds(site, offers), *_walls(site, offers)]


class Site:
    """A hand to be placed."""

    def __init__(self, appraiser: Appraiser, gains: dict[str, float]) -> None:
        self.appraiser, self.gains = appraiser, gains
        self.holding, self.judge = appraiser.holding, appraiser.judge

    def after(self, holding: Holding) -> float:
        """The worth of a holding and of what would be left in hand, on the present holding."""
        left = self.appraiser.kept(self.gains[card] for card in holding.hand)
        return self.judge.worth(holding) - self.appraiser.now + left


def _finishes(site: Site, offers: Offers) -> Iterator[Option]:
    for action in offers.of(Finish):
        assert isinstance(action, Finish)
        motive = Motive.DISCARD if action.discard else Motive.KEEP
        count = len(action.discard) or len(site.holding.hand)
        yield Option(site.after(site.holding.without(*action.discard)), action, Reason(motive, {"cards": count}))


def _builds(site: Site, offers: Offers) -> Iterator[Option]:
    for action in offers.of(Build):
        assert isinstance(action, Build)
        buildings = site.holding.buildings
        if action.building is None:
            kind = next(kind for kind in CARDS[action.card].types if action.declared in (kind, None))
        else:
            kind = buildings[action.building - 1][0]
        paid = Resources(artisans=action.artisans, believers=action.believers)
        after = site.holding.without(action.card).paid(paid).built(kind, action.building)
        yield Option(site.after(after), action, _why_build(site, action, kind))


def _why_build(site: Site, action: Build, kind: str) -> Reason:
    if action.building is None:
        return Reason(Motive.FOUND, {"card": action.card, "kind": kind})
    level = site.holding.buildings[action.building - 1][1] + 1
    return Reason(Motive.EXPAND, {"card": action.card, "kind": kind, "level": level})


def _walls(site: Site, offers: Offers) -> Iterator[Option]:
    for action in offers.of(Wall):
        assert isinstance(action, Wall)
        paid = Resources(artisans=action.artisans, believers=action.believers)
        after = site.holding.without(action.card).paid(paid).walled(action.section)
        yield Option(site.after(after), action, _why_wall(site, action))


def _why_wall(site: Site, action: Wall) -> Reason:
    if action.section is None:
        return Reason(Motive.FOUND_WALL, {"card": action.card})
    level = site.holding.walls[action.section - 1] + 1
    return Reason(Motive.RAISE_WALL, {"card": action.card, "level": level})
