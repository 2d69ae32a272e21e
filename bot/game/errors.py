"""The tree of refusals: each has its rule number, a message key (its name) and data for the message.

The data is what the acting seat may know: its own tokens, and what is public.
"""


class Refusal(Exception):
    """An action or a setup that the rules do not allow; nothing has changed.

    `rule` is the number to cite; a class whose rule depends on the place is given it when raised.
    """

    rule: str = ""

    def __init__(self, *, rule: str | None = None, **data: str | int | None) -> None:
        self.rule = rule or self.rule
        self.data = data
        super().__init__(rule, data)

    @property
    def key(self) -> str:
        """The name of the message in the catalogue."""
        return type(self).__name__

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.data.items())
        return f"{self.key}({details})"


class MalformedRecord(Refusal):
    """Data that is no record or no action; `detail` says where."""

    rule = "record"


class WrongPhase(Refusal):
    """The present phase does not know this action."""

    rule = "phase"


class NotAsked(Refusal):
    """Another seat is asked."""

    rule = "turn"


class WrongCommunes(Refusal):
    """Not 2-5 different communes in the order of their numbers."""

    rule = "1.1"


class WrongDeck(Refusal):
    """A deck that does not hold exactly the cards in use."""

    rule = "1.4"


class PlaceRefused(Refusal):
    """A column that takes no envoy of this seat."""

    rule = "5.2"


class ColumnNotInUse(PlaceRefused):
    """There is no such column in this game."""


class ColumnEmpty(PlaceRefused):
    """The column has no card."""


class OwnEnvoyThere(PlaceRefused):
    """One envoy a column."""


class BidRefused(Refusal):
    """A bid that the column or the seat's tokens do not allow."""

    rule = "5.1"


class BidNotHigher(BidRefused):
    """The bid must beat the one that stands (values in half coins)."""


class NoFreeEnvoy(Refusal):
    """All three envoys are placed: the seat must acquire."""

    rule = "5.3"


class NoEnvoyPlaced(Refusal):
    """Nothing to acquire."""

    rule = "5.8"


class MoveRefused(Refusal):
    """An outbid envoy cannot go there."""

    rule = "5.5"


class SameColumn(MoveRefused):
    """It was outbid on this very column."""


class MoveNotHigher(MoveRefused):
    """Its bid does not beat the one that stands (values in half coins)."""


class NoBeliever(MoveRefused):
    """A move costs one believer from behind the screen."""


class ChoiceRefused(Refusal):
    """Resources of choice that cannot be taken (5.9 or 5.11)."""


class WrongChoiceCount(ChoiceRefused):
    """Not exactly as many as can be taken."""


class UnknownResource(ChoiceRefused):
    """No resource of that name."""


class NotInReserve(ChoiceRefused):
    """The reserve does not hold that many of it."""


class OddTokens(Refusal):
    """Substitutes come in pairs (4.2; refused by 5.1, 8.7 or 11.2)."""


class NotHeld(Refusal):
    """More than the seat holds (4.3; refused by the rule of the action)."""


class CardNotInHand(Refusal):
    """The card is not in this hand (8.4, 8.5, 8.9 or 8.11)."""


class DeclarationRefused(Refusal):
    """The type of a building is declared once: for a new one from a wild card."""

    rule = "8.4"


class DeclarationMissing(DeclarationRefused):
    """A wild card needs a type."""


class DeclarationWrong(DeclarationRefused):
    """Not a type of this card."""


class DeclarationNotWanted(DeclarationRefused):
    """The type is fixed already."""


class ExpansionRefused(Refusal):
    """A building that this card cannot expand."""

    rule = "8.5"


class NoSuchBuilding(ExpansionRefused):
    """The seat has no building of that number."""


class WrongType(ExpansionRefused):
    """The card is not of the building's type."""


class LevelTooHigh(Refusal):
    """Level 4 is the highest (8.5 or 8.9)."""


class PaymentNotExact(Refusal):
    """Artisans, or two believers for each, must be exactly what is due."""

    rule = "8.7"


class NoSuchSection(Refusal):
    """The seat has no wall section of that number."""

    rule = "8.9"


class DiscardRefused(Refusal):
    """Exactly the cards above two are discarded."""

    rule = "8.11"


class CardTwice(DiscardRefused):
    """A card named twice."""


class WrongDiscardCount(DiscardRefused):
    """Not exactly the excess."""


class RepairRefused(Refusal):
    """Loot points that cannot be removed."""

    rule = "10.1"


class WrongLootNumber(RepairRefused):
    """At most two a turn."""


class MoreThanLoot(RepairRefused):
    """More than the seat has."""
