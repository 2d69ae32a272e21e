"""Stewards at their seats, or in place of people: each decides from its observation and acts through the door."""

import asyncio
import logging
from random import Random

from bot.game.actions import dump_action
from bot.game.components import Seat
from bot.game.rules import waiting
from bot.stewards import STEWARDS, Decision, Motive, Reason
from bot.tables.errors import TableRefusal
from bot.tables.log import reason_body
from bot.tables.model import Sight, Table, TableState
from bot.tables.playing import Playing
from bot.tables.reading import Reader

log = logging.getLogger(__name__)


class Stewarding:
    """Plays for the stewards of tables, one loop a table at a time."""

    def __init__(self, reader: Reader, playing: Playing, random: Random) -> None:
        self._reader = reader
        self._playing = playing
        self._random = random

    async def play(self, table_id: int) -> None:
        """Act for every steward that is asked, until none is. Raises TableAside where the table cannot be read."""
        while (sight := await self.asked(await self._reader.table(table_id))) is not None:
            await self._act(sight, await asyncio.to_thread(self._decide, sight))

    async def asked(self, table: Table) -> Sight | None:
        """What the first steward sees that holds the game up; None where none does."""
        if table.state is not TableState.RUNNING or table.aside is not None:
            return None
        for seated in table.people:
            if seated.seat is None or table.acting_steward(seated.seat) is None:
                continue
            sight = await self._reader.sight(table.id, seated.user_id)
            asked = sight.prompt is not None and sight.observation and sight.observation.defence is None
            if asked and not await self._is_to_wait(table, seated.seat):
                return sight
        return None

    async def _is_to_wait(self, table: Table, seat: Seat) -> bool:
        """Who took a seat over while its defence was asked seals when all others have: else it would tell (3.5)."""
        last = table.clock.sealing_last
        return seat in last and not set(waiting((await self._reader.snapshot(table)).state)).issubset(last)

    def _decide(self, sight: Sight) -> Decision:
        """A steward that fails, or wants what is not legal, must not stop the game: the first legal action is taken."""
        assert sight.seat is not None
        assert sight.observation is not None
        assert sight.choices is not None
        character = sight.table.acting_steward(sight.seat)
        assert character is not None
        try:
            decision = STEWARDS[character](sight.observation, sight.choices, self._random)
            if sight.choices.contains(decision.action):
                return decision
            log.error("table %s: a steward wants what is not legal", sight.table.id)
        except Exception:
            log.exception("table %s: a steward failed", sight.table.id)
        return Decision(next(iter(sight.choices)), Reason(Motive.SLIP))

    async def _act(self, sight: Sight, decision: Decision) -> None:
        assert sight.seat is not None
        user_id = sight.table.holder(sight.seat).user_id
        data = {name: value for name, value in dump_action(decision.action).items() if name != "seat"}
        reason = reason_body(decision.reason)
        try:
            await self._playing.act(sight.table.id, user_id, data, prompt=sight.prompt, reason=reason)
        except TableRefusal:
            return  # stopped or asked anew in the meantime: looked at afresh
