"""What a seat submits: a tagged union of strict models, as written in a record (record.md)."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError

from bot.game.components import CardId, Seat
from bot.game.errors import MalformedRecord
from bot.game.resources import Resources

Count = Annotated[int, Field(ge=0)]
# JSON has lists and the models have tuples; the names inside stay strict.
Names = Annotated[tuple[StrictStr, ...], Field(strict=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, validate_by_name=True
    )


class _Action(_Strict):
    seat: Seat


class Bid(_Action):
    """Place a free envoy with a bid (rules 5.1-5.3). `column` counts from 1."""

    type: Literal["bid"] = "bid"
    column: Count
    coins: Count = 0
    believers: Count = 0


class Acquire(_Action):
    """Take all cards of the columns where one's envoys stand (rules 5.8, 5.9)."""

    type: Literal["acquire"] = "acquire"
    bonus: Names = ()


class Income(_Action):
    """Claim income (rules 5.10, 5.11)."""

    type: Literal["income"] = "income"
    choice: Names = ()


class Withdraw(_Action):
    """Take an outbid envoy and its tokens back (rule 5.4)."""

    type: Literal["withdraw"] = "withdraw"


class Move(_Action):
    """Move an outbid envoy with its bid for one believer (rule 5.5)."""

    type: Literal["move"] = "move"
    column: Count


class Build(_Action):
    """Found a building (`building` None) or expand the n-th one (rules 8.4-8.8).

    `declared` is the type of a new building from a wild card; records call it `as`.
    """

    type: Literal["build"] = "build"
    card: CardId
    building: Count | None = None
    declared: str | None = Field(default=None, alias="as")
    artisans: Count = 0
    believers: Count = 0


class Wall(_Action):
    """Found a wall section (`section` None) or raise the n-th one (rules 8.9, 8.10)."""

    type: Literal["wall"] = "wall"
    card: CardId
    section: Count | None = None
    artisans: Count = 0
    believers: Count = 0


class Finish(_Action):
    """End construction, discarding the excess (rule 8.11)."""

    type: Literal["finish"] = "finish"
    discard: Names = ()


class Repair(_Action):
    """Remove 0, 1 or 2 loot points (rule 10.1)."""

    type: Literal["repair"] = "repair"
    loot: Count = 0


class Force(_Strict):
    """Tokens sent to one side of a defence; pairs of coins or believers stand for soldiers (rule 4.2)."""

    soldiers: Count = 0
    coins: Count = 0
    believers: Count = 0

    @property
    def strength(self) -> int:
        """How many soldiers it amounts to (rule 11.2)."""
        return self.soldiers + self.coins // 2 + self.believers // 2

    @property
    def tokens(self) -> Resources:
        """The tokens as resources."""
        return Resources(coins=self.coins, soldiers=self.soldiers, believers=self.believers)


class Defend(_Action):
    """Seal a defence, or seal another in its place (rules 11.2, 11.9)."""

    type: Literal["defend"] = "defend"
    league: Force = Force()
    walls: Force = Force()


Action = Bid | Acquire | Income | Withdraw | Move | Build | Wall | Finish | Repair | Defend

_MODELS: dict[object, type[Action]] = {model.model_fields["type"].default: model for model in get_args(Action)}


def parse_action(data: object, communes: tuple[Seat, ...]) -> Action:
    """The action that JSON data describes. Raises MalformedRecord for anything else (record.md, every action)."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _MODELS:
        raise MalformedRecord(detail="type: no action is called so")
    try:
        action = _MODELS[kind].model_validate(data, by_alias=True, by_name=False)
    except ValidationError as error:
        raise MalformedRecord(detail=where(error)) from error
    if action.seat not in communes:
        raise MalformedRecord(detail="seat: not in this game")
    return action


def dump_action(action: Action) -> dict[str, Any]:
    """The action as JSON data; the inverse of `parse_action`."""
    return action.model_dump(mode="json", by_alias=True)


def where(error: ValidationError) -> str:
    """The first place where data is malformed, without the data itself."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]
