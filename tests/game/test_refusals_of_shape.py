"""The first row of record.md for every action: data that is no action of this game is refused by `record`."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.game.actions import parse_action
from bot.game.errors import MalformedRecord
from tests.game.builders import answer, first

HUGE = 10**400
ACTIONS: dict[str, dict[str, Any]] = {
    "bid": {"column": 1, "coins": 1, "believers": 2},
    "acquire": {"bonus": ["coins"]},
    "income": {"choice": ["coins"]},
    "withdraw": {},
    "move": {"column": 1},
    "build": {"card": "A01", "building": 1, "as": "economic", "artisans": 1, "believers": 2},
    "wall": {"card": "A01", "section": 1, "artisans": 1, "believers": 2},
    "finish": {"discard": ["A01"]},
    "repair": {"loot": 1},
    "defend": {
        "league": {"soldiers": 1, "coins": 2, "believers": 2},
        "walls": {"soldiers": 1, "coins": 2, "believers": 2},
    },
}
NUMBERS = {"column", "coins", "believers", "building", "section", "artisans", "loot", "soldiers"}
NULLABLE = {"building", "section", "as"}
REQUIRED = {"column", "card"}
NO_NUMBER: list[Any] = [True, False, 1.0, 0.0, 1.5, float("inf"), "1", "", -1, -HUGE, None, [], {}, [1]]
NO_NAME: list[Any] = [True, 1, 1.5, None, [], {}, ["A01"]]
NO_LIST: list[Any] = [
    None,
    "coins",
    "",
    0,
    1,
    True,
    {},
    {"coins": 1},
    [1],
    [None],
    [True],
    [["coins"]],
    ["coins", 1],
    ["coins", None],
]
NO_TOKENS: list[Any] = [None, 1, True, "1", [], [1], {"artisans": 1}, {"soldiers": 1, "gold": 0}]


def full(kind: str, **changes: Any) -> dict[str, Any]:
    return {"seat": "lucca", "type": kind, **ACTIONS[kind], **changes}


def wrong_values(field: str) -> list[Any]:
    if field in NUMBERS:
        return [value for value in NO_NUMBER if value is not None or field not in NULLABLE]
    if field in ("league", "walls"):
        return NO_TOKENS
    if field in ("card", "as"):
        return [value for value in NO_NAME if value is not None or field not in NULLABLE]
    return NO_LIST


def wrong_fields() -> Iterator[Any]:
    for kind, fields in ACTIONS.items():
        for field in fields:
            for value in wrong_values(field):
                yield pytest.param(full(kind, **{field: value}), id=f"{kind}: {field} {str(value)[:20]}")


def wrong_tokens() -> Iterator[Any]:
    for side in ("league", "walls"):
        for field in ("soldiers", "coins", "believers"):
            for value in NO_NUMBER:
                yield pytest.param(full("defend", **{side: {field: value}}), id=f"{side} {field} {str(value)[:20]}")


def is_malformed(data: object) -> bool:
    try:
        parse_action(data, ("lucca", "firenze"))
    except MalformedRecord:  # the answer
        return True
    return False


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_with_all_its_fields_is_well_formed(kind: str) -> None:
    assert not is_malformed(full(kind))


@pytest.mark.parametrize("data", list(wrong_fields()))
def test_a_field_with_a_value_of_another_shape_is_refused(data: object) -> None:
    assert is_malformed(data)


@pytest.mark.parametrize("data", list(wrong_tokens()))
def test_a_number_of_tokens_that_is_no_number_is_refused(data: object) -> None:
    assert is_malformed(data)


@pytest.mark.parametrize("data", [None, True, 3, 1.5, "bid", [], {}, [full("bid")]])
def test_what_is_no_object_with_seat_and_type_is_refused(data: object) -> None:
    assert answer(first(2), data) == "record"


@pytest.mark.parametrize("kind", ACTIONS)
@pytest.mark.parametrize("missing", ["seat", "type", "column", "card"])
def test_a_field_that_must_be_present_may_not_be_missing(kind: str, missing: str) -> None:
    data = full(kind)
    absent = data.pop(missing, None) is None
    assert is_malformed(data) is not absent


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_other_field_may_be_left_out(kind: str) -> None:
    data = {name: value for name, value in full(kind).items() if name in {"seat", "type"} | REQUIRED}
    assert not is_malformed(data)


@pytest.mark.parametrize("kind", ACTIONS)
@pytest.mark.parametrize("extra", ["note", "", "Coins", "declared", "seat ", "discard ", "action"])
def test_an_unknown_field_is_refused(kind: str, extra: str) -> None:
    assert is_malformed(full(kind, **{extra: 0}))


@pytest.mark.parametrize("field", ["column", "card", "loot", "discard", "league"])
def test_a_field_of_another_action_is_unknown(field: str) -> None:
    assert is_malformed(full("withdraw", **{field: None}))


@pytest.mark.parametrize("kind", ["pass", "", "Bid", "bid ", None, 1, True, [], {}, ["bid"], "EnvoyPlaced"])
def test_an_unknown_type_is_refused(kind: object) -> None:
    assert is_malformed({"seat": "lucca", "type": kind})


@pytest.mark.parametrize("seat", ["roma", "", "Lucca", "milano", None, 1, True, [], {}])
def test_a_seat_that_is_not_in_this_game_is_refused(seat: object) -> None:
    assert answer(first(2), {"seat": seat, "type": "withdraw"}) == "record"


@pytest.mark.parametrize("field", sorted(NULLABLE))
def test_null_is_a_value_of_building_section_and_as(field: str) -> None:
    kind = "wall" if field == "section" else "build"
    assert not is_malformed(full(kind, **{field: None}))


@pytest.mark.parametrize(
    ("kind", "field"), [(kind, field) for kind, fields in ACTIONS.items() for field in fields if field in NUMBERS]
)
def test_a_huge_number_is_a_number(kind: str, field: str) -> None:
    assert not is_malformed(full(kind, **{field: HUGE}))
    assert not is_malformed(full(kind, **{field: 0}))


def test_a_defence_may_leave_out_any_of_its_tokens() -> None:
    data = {"seat": "lucca", "type": "defend", "league": {}, "walls": {"coins": 2}}
    assert not is_malformed(data)


@pytest.mark.parametrize("change", [{"coins": "a secret"}, {"type": "a secret"}, {"seat": "a secret"}])
def test_the_refusal_does_not_repeat_the_data(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_action({**full("bid"), **change}, ("lucca", "firenze"))
    assert "a secret" not in str(caught.value)


def test_an_unknown_name_of_a_card_or_a_resource_is_well_formed() -> None:
    assert not is_malformed(full("acquire", bonus=["gold", ""]))
    assert not is_malformed(full("finish", discard=["E99"]))
    assert not is_malformed(full("build", card="\ud800", **{"as": "roma"}))
