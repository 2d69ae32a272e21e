"""Every write, to be called between BEGIN and COMMIT of one transaction (`Store.write`)."""

import sqlite3

from storage.database import Row, Transaction, Value
from storage.errors import ChannelTaken, NoSuchRow, StaleVersion


class Writer:
    """The writes of one transaction; each raises sqlite3.Error where the database itself refuses.

    After any exception of the database, ChannelTaken included, the transaction cannot be committed any more.
    """

    def __init__(self, transaction: Transaction) -> None:
        self._run = transaction.run

    async def create_table(self, *, guild_id: int, channel_id: int, host_id: int, settings: str, at: str) -> int:
        """Add a table in lobby and give its id; ChannelTaken where the channel has an open one."""
        sql = """INSERT INTO game_table (guild_id, channel_id, host_id, settings, created_at)
                 VALUES (?, ?, ?, ?, ?) RETURNING id"""
        ((table_id,),) = await self._run_in_channel(sql, guild_id, channel_id, host_id, settings, at)
        return int(table_id)

    async def set_state(self, table_id: int, state: str) -> None:
        """Move the table to lobby, running, over, stopped or archived.

        Raises ChannelTaken where that opens a second one in the channel, as the way back to running may.
        """
        sql = "UPDATE game_table SET state = ? WHERE id = ? RETURNING id"
        _require(await self._run_in_channel(sql, state, table_id), table_id)

    async def set_host(self, table_id: int, user_id: int) -> None:
        """Hand the table to another person."""
        await self._change("UPDATE game_table SET host_id = ? WHERE id = ? RETURNING id", user_id, table_id)

    async def set_aside(self, table_id: int, reason: str | None) -> None:
        """Set the table aside with a reason, or with None take it back."""
        await self._change("UPDATE game_table SET aside = ? WHERE id = ? RETURNING id", reason, table_id)

    async def suspend(self, table_id: int, reason: str | None) -> None:
        """Note why nothing can be posted for the table, or with None that it can."""
        await self._change("UPDATE game_table SET suspended = ? WHERE id = ? RETURNING id", reason, table_id)

    async def move_table(self, table_id: int, guild_id: int, channel_id: int) -> None:
        """Move the table to another channel, where nothing of it is posted yet; ChannelTaken where that has one."""
        sql = "UPDATE game_table SET guild_id = ?, channel_id = ?, suspended = NULL WHERE id = ? RETURNING id"
        _require(await self._run_in_channel(sql, guild_id, channel_id, table_id), table_id)
        await self._run("DELETE FROM message WHERE table_id = ? AND kind = 'board'", table_id)

    async def save_settings(self, table_id: int, settings: str) -> None:
        """Keep other settings in place of those kept before."""
        await self._change("UPDATE game_table SET settings = ? WHERE id = ? RETURNING id", settings, table_id)

    async def save_clock(self, table_id: int, clock: str, due_at: str | None) -> None:
        """Keep a table's clock, and when something of it falls due next; None: nothing does."""
        sql = "UPDATE game_table SET clock = ?, due_at = ? WHERE id = ? RETURNING id"
        await self._change(sql, clock, due_at, table_id)

    async def beat(self, at: str) -> None:
        """Note that the program is there, in place of the time noted before."""
        sql = "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
        await self._run(sql, at)

    async def add_outage(self, began_at: str, ended_at: str) -> None:
        """Note when the program was not there; sqlite3.IntegrityError unless it ended after it began."""
        await self._run("INSERT INTO outage (began_at, ended_at) VALUES (?, ?)", began_at, ended_at)

    async def cut_outages(self, at: str) -> None:
        """Let no outage reach beyond an instant; whatever falls due is to be looked at anew then."""
        await self._run("DELETE FROM outage WHERE began_at >= ?", at)
        await self._run("UPDATE outage SET ended_at = ? WHERE ended_at > ?", at, at)
        await self._run("UPDATE game_table SET due_at = ? WHERE due_at IS NOT NULL", at)

    async def add_seat(self, table_id: int, user_id: int) -> None:
        """Seat a person behind all others; sqlite3.IntegrityError where they sit there already."""
        sql = """INSERT INTO seat (table_id, user_id, place)
                 VALUES (?1, ?2, (SELECT COALESCE(MAX(place), 0) + 1 FROM seat WHERE table_id = ?1))"""
        await self._run(sql, table_id, user_id)

    async def add_steward(self, table_id: int, steward: str) -> None:
        """Seat a computer player behind all others; its user id is its place, negative."""
        sql = """INSERT INTO seat (table_id, user_id, place, steward)
                 SELECT ?1, -place, place, ?2
                 FROM (SELECT COALESCE(MAX(place), 0) + 1 AS place FROM seat WHERE table_id = ?1)"""
        await self._run(sql, table_id, steward)

    async def remove_seat(self, table_id: int, user_id: int) -> None:
        """Let a person go; the places of the others stay. Harmless where they hold no seat."""
        await self._run("DELETE FROM seat WHERE table_id = ? AND user_id = ?", table_id, user_id)

    async def set_commune(self, table_id: int, user_id: int, commune: str) -> None:
        """Give a person's seat its commune; sqlite3.IntegrityError where another seat has it."""
        sql = "UPDATE seat SET commune = ? WHERE table_id = ? AND user_id = ? RETURNING place"
        await self._change_seat(sql, commune, table_id, user_id)

    async def set_agrees(self, table_id: int, user_id: int) -> None:
        """Note that a person agrees to open what was hidden in a stopped game."""
        sql = "UPDATE seat SET agrees = 1 WHERE table_id = ? AND user_id = ? RETURNING place"
        await self._change_seat(sql, table_id, user_id)

    async def save_orders(self, table_id: int, user_id: int, orders: str) -> None:
        """Keep what a person has ordered in advance."""
        sql = "UPDATE seat SET orders = ? WHERE table_id = ? AND user_id = ? RETURNING place"
        await self._change_seat(sql, orders, table_id, user_id)

    async def save_looked(self, table_id: int, user_id: int, rows: int) -> None:
        """Note how many rows of the log a person has looked at; fewer than noted, or no seat, changes nothing."""
        sql = "UPDATE seat SET looked = MAX(looked, ?) WHERE table_id = ? AND user_id = ?"
        await self._run(sql, rows, table_id, user_id)

    async def offer_seat(self, table_id: int, user_id: int, to: int, *, by: int) -> None:
        """Offer a person's seat to another, in place of an earlier offer."""
        sql = "UPDATE seat SET offered_to = ?, offered_by = ? WHERE table_id = ? AND user_id = ? RETURNING place"
        await self._change_seat(sql, to, by, table_id, user_id)

    async def end_offer(self, table_id: int, user_id: int) -> None:
        """Offer a person's seat to nobody any more."""
        sql = "UPDATE seat SET offered_to = NULL, offered_by = NULL WHERE table_id = ? AND user_id = ? RETURNING place"
        await self._change_seat(sql, table_id, user_id)

    async def hand_seat(self, table_id: int, user_id: int, to: int) -> None:
        """Give a person's seat to another, with nothing of what the first had ordered or looked at.

        sqlite3.IntegrityError where the other sits there already.
        """
        await self._pass_on(table_id, user_id, to, None)

    async def seat_steward(self, table_id: int, user_id: int, steward: str) -> None:
        """Give a person's seat to a computer player, under an id that names nobody."""
        await self._pass_on(table_id, user_id, None, steward)

    async def append_log(
        self,
        table_id: int,
        version: int,
        kind: str,
        author: int | None,
        at: str,
        body: str,
        *,
        reason: str | None = None,
    ) -> None:
        """Add row number `version` to the log and count the version up (laws 1, 2).

        Raises StaleVersion, having changed nothing, unless the table is at exactly that version.
        """
        sql = "UPDATE game_table SET version = version + 1 WHERE id = ? AND version = ? RETURNING id"
        if not await self._run(sql, table_id, version):
            raise StaleVersion(table_id, version)
        sql = "INSERT INTO log (table_id, number, kind, author, at, body, reason) VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self._run(sql, table_id, version, kind, author, at, body, reason)

    async def save_snapshot(self, table_id: int, version: int, rules_version: int, body: str) -> None:
        """Keep the state at a version in place of the one kept before."""
        sql = """INSERT INTO snapshot (table_id, version, rules_version, body) VALUES (?, ?, ?, ?)
                 ON CONFLICT (table_id) DO UPDATE SET version = excluded.version,
                 rules_version = excluded.rules_version, body = excluded.body"""
        await self._run(sql, table_id, version, rules_version, body)

    async def want_board(self, table_id: int) -> None:
        """Ask for the board to be drawn once more."""
        sql = "UPDATE game_table SET board_wanted = board_wanted + 1 WHERE id = ? RETURNING id"
        await self._change(sql, table_id)

    async def want_running_boards(self) -> list[int]:
        """Ask for the boards of all running tables of which something falls due; give their ids, oldest first."""
        sql = """UPDATE game_table SET board_wanted = board_wanted + 1
                 WHERE state = 'running' AND due_at IS NOT NULL RETURNING id"""
        return sorted(int(table_id) for (table_id,) in await self._run(sql))

    async def board_shown(self, table_id: int, wanted: int) -> None:
        """Note that the board is drawn as of `wanted`; an older one than noted changes nothing."""
        sql = "UPDATE game_table SET board_shown = MAX(board_shown, ?) WHERE id = ? RETURNING id"
        await self._change(sql, wanted, table_id)

    async def add_outbox(self, table_id: int, kind: str, seat: str | None, prompt: int | None, at: str) -> int:
        """Add something to tell and give its id, which was never given before."""
        sql = """INSERT INTO outbox (table_id, kind, seat, prompt, created_at)
                 VALUES (?, ?, ?, ?, ?) RETURNING id"""
        ((row_id,),) = await self._run(sql, table_id, kind, seat, prompt, at)
        return int(row_id)

    async def drop_outbox(self, row_id: int) -> None:
        """Forget an outbox row: told, or no longer true. Harmless where it is gone."""
        await self._run("DELETE FROM outbox WHERE id = ?", row_id)

    async def drop_asked(self, table_id: int, seat: str, prompt: int) -> None:
        """Forget what is not yet told of one asking of a seat: something newer says it."""
        await self._run("DELETE FROM outbox WHERE table_id = ? AND seat = ? AND prompt = ?", table_id, seat, prompt)

    async def drop_told(self, table_id: int, seat: str, kind: str | None = None) -> None:
        """Forget what is not yet told to a seat; with a kind, only that."""
        sql = "DELETE FROM outbox WHERE table_id = ?1 AND seat = ?2 AND kind = COALESCE(?3, kind)"
        await self._run(sql, table_id, seat, kind)

    async def save_message(
        self, table_id: int, kind: str, channel_id: int, message_id: int, at: str, turn_key: str
    ) -> None:
        """Keep the newest message of its kind in place of the one kept before."""
        sql = """INSERT INTO message (table_id, kind, channel_id, message_id, posted_at, turn_key)
                 VALUES (?, ?, ?, ?, ?, ?)
                 ON CONFLICT (table_id, kind) DO UPDATE SET channel_id = excluded.channel_id,
                 message_id = excluded.message_id, posted_at = excluded.posted_at,
                 turn_key = excluded.turn_key"""
        await self._run(sql, table_id, kind, channel_id, message_id, at, turn_key)

    async def save_person(self, user_id: int, name: str, locale: str | None) -> None:
        """Keep a person's name and last locale; a None locale keeps the one known."""
        sql = """INSERT INTO person (user_id, name, locale) VALUES (?, ?, ?)
                 ON CONFLICT (user_id) DO UPDATE SET name = excluded.name,
                 locale = COALESCE(excluded.locale, locale)"""
        await self._run(sql, user_id, name, locale)

    async def save_dm(self, user_id: int, dm_channel_id: int) -> None:
        """Keep where a person's DM is."""
        sql = """INSERT INTO person (user_id, dm_channel_id) VALUES (?, ?)
                 ON CONFLICT (user_id) DO UPDATE SET dm_channel_id = excluded.dm_channel_id"""
        await self._run(sql, user_id, dm_channel_id)

    async def save_pings(self, user_id: int, pings: str) -> None:
        """Keep how a person wants to be pinged: dm, mention or none."""
        sql = """INSERT INTO person (user_id, pings) VALUES (?, ?)
                 ON CONFLICT (user_id) DO UPDATE SET pings = excluded.pings"""
        await self._run(sql, user_id, pings)

    async def _pass_on(self, table_id: int, user_id: int, to: int | None, steward: str | None) -> None:
        sql = """UPDATE seat SET user_id = COALESCE(?, -place), steward = ?, agrees = 0, orders = '{}',
                 offered_to = NULL, offered_by = NULL, looked = 0
                 WHERE table_id = ? AND user_id = ? RETURNING place"""
        await self._change_seat(sql, to, steward, table_id, user_id)

    async def _change_seat(self, sql: str, *values: Value) -> None:
        _require(await self._run(sql, *values), values[-2])

    async def _change(self, sql: str, *values: Value) -> None:
        _require(await self._run(sql, *values), values[-1])

    async def _run_in_channel(self, sql: str, *values: Value) -> list[Row]:
        try:
            return await self._run(sql, *values)
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                raise ChannelTaken from error
            raise


def _require(changed: list[Row], table_id: Value) -> None:
    if not changed:
        raise NoSuchRow(f"Table {table_id} has no such row.")
