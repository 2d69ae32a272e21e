"""How a character comes to an action: it weighs what the phase offers, and takes the best, or slips."""

from random import Random

from bot.game.observation import Observation
from bot.game.state import Phase
from bot.stewards import construction, invasion, outbid, projects, repair
from bot.stewards.decision import Decide, Decision, Motive, Offers, Option, Reason
from bot.stewards.outlook import outlook
from bot.stewards.weights import Weights
from bot.stewards.worth import Judge

WEIGH = {
    Phase.PROJECTS: projects.options,
    Phase.OUTBID: outbid.options,
    Phase.INVASION: invasion.options,
    Phase.CONSTRUCTION: construction.options,
    Phase.REPAIR: repair.options,
}
SLIPS_AMONG = 4  # the best so many


def character(weights: Weights) -> Decide:
    """A steward with such a judgement."""

    def decide(observation: Observation, offers: Offers, random: Random) -> Decision:
        judge = Judge(outlook(observation, weights), weights)
        options = WEIGH[observation.phase](observation, offers, judge)
        return _pick(sorted(options, key=lambda option: -option.worth), weights.slip, random)

    return decide


def _pick(best_first: list[Option], slip: float, random: Random) -> Decision:
    """The best; with the chance of a slip, another of the best few (equal ones in the order of the rules)."""
    others = best_first[1:SLIPS_AMONG]
    if others and random.random() < slip:
        return Decision(random.choice(others).action, Reason(Motive.SLIP))
    return Decision(best_first[0].action, best_first[0].reason)
