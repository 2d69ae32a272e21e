"""How much a steward cares for what, in VP unless said otherwise."""

from dataclasses import dataclass

from bot.game.resources import Resource


@dataclass(frozen=True, slots=True)
class Weights:
    """The judgement of one character; the numbers were found by playing characters against each other."""

    coins: float = 0.75
    soldiers: float = 0.85
    believers: float = 0.6
    artisans: float = 0.65
    glut: float = 0.93  # each further token of a kind is worth this part of the one before
    majority: float = 0.3  # a token in hand at the very end
    draw_rate: float = 1.1  # cards that leave the decks in a turn
    recruits: float = 0.6  # soldiers and substitutes gained in a turn
    substitutes: float = 0.5  # how much of the coins and believers would serve as soldiers
    foresight: float = 0.8  # weight of each invasion after the next, on the one before
    doubt: float = 3.0  # soldiers: how unsure the strength of an invasion is
    allies: float = 0.3  # the part of an invasion that the League of each other seat takes away
    relief: float = 0.4  # what a rival's smaller loot costs, for the seat with the lowest VP
    lead: float = 1.0  # how well it knows that invaders grow with its own lead
    loot: float = 1.0
    variety: float = 0.8  # VP of the lowest type
    spread: float = 0.25  # likewise of the second lowest
    notable: float = 3.0
    notable_margin: float = 0.12  # how much surer a notable is for each VP of margin
    office: float = 0.12  # income of a notable, for each turn left
    activity: float = 0.7  # part of an active type's income that counts before it is claimed
    room: float = 1.0  # room to expand a building of each level, while turns are left
    horizon: float = 8.0  # turns from which time does not matter
    stake: float = 0.7  # part of a column's cards that counts when the envoy is placed
    hunger: float = 1.0  # what a card is worth, on its best step: rivals do not get it
    risk: float = 0.35  # chance that a rival outbids a bid of nothing
    caution: float = 1.2  # coins that lower this chance by the factor e
    spite: float = 1.0  # for outbidding a rival
    overcrowding: float = 0.8  # each further card in hand is worth this part of the one before
    keeping: float = 0.85  # part of a card's worth that is left a turn later
    heroism: float = 0.8  # VP for each of a heroism token
    envy: float = 0.6  # what a rival's loot is worth, shared between the rivals
    guards: float = 0.45  # soldiers a rival sets on its walls, as a part of the invasion's strength
    slip: float = 0.0  # chance of a worse action

    def price(self, kind: Resource) -> float:
        """Of the first token of a kind."""
        return float(getattr(self, kind))


STEWARD = Weights()
# A novice looks no further than the next invasion, sees little of what its own lead does to it, thinks late of the
# type it lacks, and now and then does not do what it takes to be best.
NOVICE = Weights(foresight=0.0, lead=0.25, relief=0.0, variety=0.2, spread=0.0, slip=0.3)
