"""Each kind of call with each way in which it may fail: what comes of it while it fails, and when it no longer does."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from bot.local.wire import Trouble
from bot.tables.checking import problems
from tests.end_to_end.faults.kinds import kind_of
from tests.end_to_end.faults.scenes import Scene
from tests.end_to_end.faults.troubles import FAULTS, Fault
from tests.end_to_end.faults.wired import WiredHouse, open_wired

LASTS = 100  # seconds
HEALED = 150  # seconds in which every pause of ours has passed
AUTOCOMPLETE = "Ignoring exception in autocomplete"  # discord.py says so itself


async def row(scene: type[Scene], database: Path, faults: Sequence[Fault] = FAULTS) -> str:
    """What a kind of call comes to, as a part of the table: each outcome with the faults that lead to it."""
    outcomes = defaultdict(list)
    async with open_wired(database) as house:
        stage = scene(house)
        try:
            await stage.open()
            usual = await _done(stage)
            _logged(house)
            assert scene.kind in {kind_of(sent, private(house)) for sent in house.simulation.requests}
            for fault in faults:
                outcome = await cell(stage, fault)
                if outcome not in outcomes:
                    await goes_on(stage, fault, usual)
                outcomes[outcome].append(fault.name)
        finally:
            stage.close()
    told = [f"  {outcome}:\n    {', '.join(names)}" for outcome, names in outcomes.items()]
    return "\n".join([f"{scene.title or scene.kind}: usually {usual}", *told])


async def cell(stage: Scene, fault: Fault) -> str:
    """What one fault comes to, while it lasts and when it is over. Then the table is whole."""
    house = stage.house
    house.simulation.world.backend.drop_private_answers()  # as people do; else each look at a channel takes longer
    trouble = await _act(stage, fault)
    await house.simulation.advance(LASTS)
    assert trouble.met, "the call was not made"
    words = [await stage.seen()]
    house.wire.heal()
    if (table := await house.table()).id in await house.bot.tables.outbox.unsettled() and table.suspended is None:
        await house.simulation.advance(_healed(fault))
        words.append(await stage.seen())
    words = [said for said, _ in groupby(words)]
    words += _logged(house)
    await whole(house)
    await stage.mend()
    return "; then ".join(words)


async def goes_on(stage: Scene, fault: Fault, usual: str) -> None:
    """People can act again and again while a fault lasts, if it is not their own calls that fail; and then as usual."""
    if not fault.once and stage.in_spite:
        for _ in range(2):
            await _act(stage, fault)
            assert await stage.acted()
        stage.house.wire.heal()
        await stage.house.simulation.advance(_healed(fault))
        await whole(stage.house)
        await stage.mend()
    again = await _done(stage)
    assert again == usual, f"after {fault.name}: {again}"
    _logged(stage.house)


async def whole(house: WiredHouse) -> None:
    """The log folds to what is saved, and nothing is owed to anybody who could be told it."""
    store = house.bot._store  # noqa: SLF001 - as an operator looks, by `python -m bot check`
    assert store is not None
    table_id = (await house.table()).id
    row = await store.table(table_id)
    assert row is not None
    assert not list(problems(row, await store.log(table_id), await store.snapshot(table_id)))
    if row.suspended is None:
        assert await house.bot.tables.outbox.pending(table_id) == []
        assert await house.bot.tables.outbox.board_due(table_id) is None


def private(house: WiredHouse) -> set[int]:
    """The channels of private chats."""
    return {person.dm.id for person in house.simulation.people}


async def _act(stage: Scene, fault: Fault) -> Trouble:
    await stage.prepare()
    stage.house.wire.tries.clear()
    trouble = fault.at(*stage.call)
    stage.house.wire.troubles[:] = [trouble]
    await stage.act()
    return trouble


async def _done(stage: Scene) -> str:
    await stage.prepare()
    stage.house.wire.tries.clear()
    await stage.act()
    await stage.house.simulation.settle()
    return await stage.seen()


def _healed(fault: Fault) -> float:
    """The seconds in which every pause has passed, ours and that for which Discord has us wait."""
    return max(HEALED, fault.trouble.retry_after or 0)


def _logged(house: WiredHouse) -> list[str]:
    """Whether errors were logged; our own have a code."""
    errors = house.simulation.errors
    assert all("code " in error or AUTOCOMPLETE in error for error in errors), errors
    found = ["logged with a code" if "code " in errors[0] else "logged by discord.py"] if errors else []
    errors.clear()
    return found
