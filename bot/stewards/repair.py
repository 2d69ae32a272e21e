"""Phase 6: believers for loot points (rule 10)."""

from bot.game.actions import Repair
from bot.game.observation import Observation
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.game.resources import Resources
from bot.stewards.decision import Motive, Offers, Option, Reason
from bot.stewards.holding import held
from bot.stewards.worth import Judge


def options(observation: Observation, offers: Offers, judge: Judge) -> list[Option]:
    """Each is valued by the holding after it."""
    holding, options = held(observation), []
    for action in offers.of(Repair):
        assert isinstance(action, Repair)
        after = holding.paid(Resources(believers=BELIEVERS_FOR[action.loot]))
        worth = judge.worth(after._replace(loot=holding.loot - action.loot)) - judge.worth(holding)
        motive = Motive.REPAIR if action.loot else Motive.LEAVE_LOOT
        options.append(Option(worth, action, Reason(motive, {"loot": action.loot or holding.loot})))
    return options
