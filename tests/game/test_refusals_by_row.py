"""The refusal table of record.md, row by row; where two rows apply, the first is the answer."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.game.state import State
from tests.game.builders import answer, empty_column, first
from tests.game.stages import (
    all_out,
    construction,
    invasion,
    outbid,
    outbid_without_believer,
    over,
    poor_reserve,
    projects,
    repair,
)

Stage = Callable[[], State]
Row = tuple[Stage, dict[str, Any], str | None]
HUGE = 10**400


def act(kind: str, *, by: str = "lucca", **fields: Any) -> dict[str, Any]:
    """An action as data; `as` is written `declared`."""
    if "declared" in fields:
        fields["as"] = fields.pop("declared")
    return {"seat": by, "type": kind, **fields}


def check(rows: list[Row]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("stage", "data", "rule"),
        rows,
        ids=[f"{stage.__name__}: {' '.join(map(str, data.values()))[:60]} -> {rule}" for stage, data, rule in rows],
    )


PHASE_AND_TURN: list[Row] = [
    (projects, act("withdraw"), "phase"),
    (projects, act("move", column=1), "phase"),
    (projects, act("build", card="D01"), "phase"),
    (projects, act("wall", card="D01"), "phase"),
    (projects, act("finish"), "phase"),
    (projects, act("repair"), "phase"),
    (projects, act("defend"), "phase"),
    (projects, act("withdraw", by="siena"), "phase"),
    (projects, act("bid", by="siena", column=1), "turn"),
    (projects, act("acquire", by="siena"), "turn"),
    (projects, act("income", by="siena", choice=["coins"]), "turn"),
    (outbid, act("bid", column=5), "phase"),
    (outbid, act("acquire"), "phase"),
    (outbid, act("income"), "phase"),
    (outbid, act("defend", by="siena"), "phase"),
    (outbid, act("withdraw"), "turn"),
    (outbid, act("move", column=5), "turn"),
    (outbid, act("withdraw", by="siena"), None),
    (construction, act("bid", column=1), "phase"),
    (construction, act("repair"), "phase"),
    (construction, act("finish", by="siena"), "turn"),
    (construction, act("build", by="siena", card="D01"), "turn"),
    (repair, act("finish"), "phase"),
    (repair, act("repair", by="firenze"), "turn"),
    (invasion, act("bid", column=1), "phase"),
    (invasion, act("finish"), "phase"),
    (invasion, act("defend", by="milano"), None),
    (invasion, act("defend", by="firenze", league={"soldiers": 3}), None),
    (over, act("defend"), "phase"),
    (over, act("income"), "phase"),
    (over, act("bid", column=99), "phase"),
]
BIDS: list[Row] = [
    (projects, act("bid", column=0), "5.2"),
    (projects, act("bid", column=8), "5.2"),
    (projects, act("bid", column=HUGE), "5.2"),
    (projects, act("bid", column=4), "5.2"),
    (projects, act("bid", column=3, coins=2), "5.2"),
    (all_out, act("bid", column=5), "5.3"),
    (projects, act("bid", column=1, believers=1), "5.1"),
    (projects, act("bid", column=1, coins=3), "5.1"),
    (projects, act("bid", column=1, coins=HUGE), "5.1"),
    (projects, act("bid", column=1, believers=4), "5.1"),
    (projects, act("bid", column=2), "5.1"),
    (projects, act("bid", column=2, coins=1), "5.1"),
    (projects, act("bid", column=2, believers=2), "5.1"),
    (projects, act("bid", column=2, coins=1, believers=2), None),
    (projects, act("bid", column=1), None),
]
ACQUIRE: list[Row] = [
    (projects, act("acquire", by="lucca"), None),
    (invasion, act("acquire"), "phase"),
    (all_out, act("acquire"), "5.9"),
    (all_out, act("acquire", bonus=["coins", "coins"]), "5.9"),
    (all_out, act("acquire", bonus=["gold"]), "5.9"),
    (all_out, act("acquire", bonus=["artisans"]), None),
    (poor_reserve, act("acquire", bonus=["coins", "coins"]), "5.9"),
    (poor_reserve, act("acquire", bonus=["artisans", "coins"]), "5.9"),
    (poor_reserve, act("acquire", bonus=["coins", "soldiers"]), None),
]
INCOME: list[Row] = [
    (all_out, act("income", choice=["coins"]), "5.3"),
    (projects, act("income"), "5.11"),
    (projects, act("income", choice=["coins", "coins"]), "5.11"),
    (projects, act("income", choice=["gold"]), "5.11"),
    (projects, act("income", choice=[""]), "5.11"),
    (poor_reserve, act("income", choice=["believers"]), "5.11"),
    (poor_reserve, act("income", choice=["artisans"]), "5.11"),
    (poor_reserve, act("income", choice=["coins"]), None),
]
MOVES: list[Row] = [
    (outbid, act("move", by="siena", column=0), "5.2"),
    (outbid, act("move", by="siena", column=8), "5.2"),
    (outbid, act("move", by="siena", column=HUGE), "5.2"),
    (outbid, act("move", by="siena", column=1), "5.5"),
    (outbid, act("move", by="siena", column=4), "5.2"),
    (outbid, act("move", by="siena", column=2), "5.2"),
    (outbid, act("move", by="siena", column=3), "5.5"),
    (outbid_without_believer, act("move", by="siena", column=5), "5.5"),
    (outbid, act("move", by="siena", column=5), None),
]
BUILDS: list[Row] = [
    (construction, act("build", card="A01"), "8.4"),
    (construction, act("build", card="E99"), "8.4"),
    (construction, act("build", card=""), "8.4"),
    (construction, act("build", card="A01", building=2), "8.5"),
    (construction, act("build", card="E99", building=2), "8.5"),
    (construction, act("build", card="D12"), "8.4"),
    (construction, act("build", card="D12", declared="treasurer"), "8.4"),
    (construction, act("build", card="D01", declared="economic"), "8.4"),
    (construction, act("build", card="D01", declared="military"), "8.4"),
    (construction, act("build", card="D08", building=0), "8.5"),
    (construction, act("build", card="D08", building=3), "8.5"),
    (construction, act("build", card="D08", building=HUGE), "8.5"),
    (construction, act("build", card="D12", building=2, declared="religious"), "8.4"),
    (construction, act("build", card="D08", building=2, declared="religious"), "8.4"),
    (construction, act("build", card="D02", building=1), "8.5"),
    (construction, act("build", card="D03", building=2), "8.5"),
    (construction, act("build", card="D08", building=2, believers=1), "8.7"),
    (construction, act("build", card="D08", building=2), "8.7"),
    (construction, act("build", card="D08", building=2, artisans=2), "8.7"),
    (construction, act("build", card="D08", building=2, artisans=HUGE), "8.7"),
    (construction, act("build", card="D08", artisans=1), "8.7"),
    (construction, act("build", card="D08", building=2, artisans=1), None),
    (construction, act("build", card="D08", building=2, believers=2), None),
    (construction, act("build", card="D12", declared="military"), None),
    (construction, act("build", card="D12", building=2, declared=None, artisans=1), None),
]
WALLS: list[Row] = [
    (construction, act("wall", card="A01"), "8.9"),
    (construction, act("wall", card="E99"), "8.9"),
    (construction, act("wall", card="D01", section=0), "8.9"),
    (construction, act("wall", card="D01", section=3), "8.9"),
    (construction, act("wall", card="D02", section=1), "8.9"),
    (construction, act("wall", card="D01", section=2), "8.7"),
    (construction, act("wall", card="D01", section=2, artisans=2), "8.7"),
    (construction, act("wall", card="D08", section=2, believers=4), "8.7"),
    (construction, act("wall", card="D01", section=2, believers=1), "8.7"),
    (construction, act("wall", card="D01", section=2, artisans=1), None),
    (construction, act("wall", card="D01"), None),
]
ENDS: list[Row] = [
    (construction, act("finish", discard=["D01", "D01", "D02"]), "8.11"),
    (construction, act("finish", discard=["A01", "D01", "D02"]), "8.11"),
    (construction, act("finish", discard=["D01", "D02"]), "8.11"),
    (construction, act("finish", discard=["D01", "D02", "D03", "D08"]), "8.11"),
    (construction, act("finish"), "8.11"),
    (construction, act("finish", discard=["D01", "D12", "D03"]), None),
    (repair, act("repair", loot=3), "10.1"),
    (repair, act("repair", loot=HUGE), "10.1"),
    (repair, act("repair", loot=2), "10.1"),
    (repair, act("repair", loot=1), None),
    (repair, act("repair"), None),
]
DEFENCES: list[Row] = [
    (invasion, act("defend", league={"coins": 1}), "11.2"),
    (invasion, act("defend", walls={"believers": 3}), "11.2"),
    (invasion, act("defend", league={"soldiers": 2}, walls={"soldiers": 2}), "11.2"),
    (invasion, act("defend", league={"coins": 2}, walls={"coins": 2}), "11.2"),
    (invasion, act("defend", walls={"soldiers": HUGE}), "11.2"),
    (invasion, act("defend", league={"soldiers": 2}, walls={"soldiers": 1, "coins": 2, "believers": 2}), None),
]


@check([*PHASE_AND_TURN, *BIDS, *ACQUIRE, *INCOME, *MOVES, *BUILDS, *WALLS, *ENDS, *DEFENCES])
def test_each_row_is_refused_by_its_rule(stage: Stage, data: dict[str, Any], rule: str | None) -> None:
    assert answer(stage(), data) == rule


FIRST_OF_TWO: list[Row] = [
    (over, act("bid", column=True), "record"),
    (projects, act("defend", by="milano", league={"coins": 1.0}), "record"),
    (outbid, act("bid", by="lucca", column=0), "phase"),
    (projects, act("finish", by="siena", discard=["D01", "D01"]), "phase"),
    (projects, act("bid", by="siena", column=0), "turn"),
    (construction, act("build", by="siena", card="E99"), "turn"),
    (all_out, act("bid", column=0, coins=99), "5.2"),
    (all_out, act("bid", column=6), "5.2"),
    (all_out, act("bid", column=1, believers=1), "5.2"),
    (all_out, act("bid", column=5, coins=99, believers=1), "5.3"),
    (all_out, act("bid", column=2, coins=0), "5.3"),
    (all_out, act("income", choice=["gold", "gold"]), "5.3"),
    (outbid_without_believer, act("move", by="siena", column=8), "5.2"),
    (outbid_without_believer, act("move", by="siena", column=4), "5.2"),
    (outbid_without_believer, act("move", by="siena", column=2), "5.2"),
    (construction, act("build", card="A01", declared="military", artisans=9), "8.4"),
    (construction, act("build", card="A17", building=9), "8.5"),
    (construction, act("build", card="A17", building=1, declared="military"), "8.5"),
    (construction, act("build", card="D01", declared="economic", believers=1), "8.4"),
    (construction, act("build", card="D12", artisans=9), "8.4"),
    (construction, act("build", card="D08", building=3, declared="religious"), "8.5"),
    (construction, act("build", card="D02", building=1, declared="economic"), "8.4"),
    (construction, act("build", card="D03", building=2, declared="religious"), "8.4"),
    (construction, act("build", card="D03", building=1, artisans=9), "8.5"),
    (construction, act("build", card="D03", building=2, believers=1), "8.5"),
    (construction, act("wall", card="A01", section=1, believers=1), "8.9"),
    (construction, act("wall", card="D01", section=9, believers=1), "8.9"),
    (construction, act("wall", card="D01", section=1, believers=1), "8.9"),
]


@check(FIRST_OF_TWO)
def test_where_two_rows_apply_the_first_is_the_answer(stage: Stage, data: dict[str, Any], rule: str | None) -> None:
    assert answer(stage(), data) == rule


def test_acquiring_without_an_envoy_is_refused_before_a_wrong_bonus() -> None:
    assert answer(first(2), act("acquire", bonus=["gold"])) == "5.8"


def test_the_column_it_was_outbid_on_is_refused_before_it_is_looked_at() -> None:
    assert answer(empty_column(outbid(), 1), act("move", by="siena", column=1)) == "5.5"
