"""SQLite: knows rows and JSON text, not the game.

One file, one process, one writer at a time; a log that only grows (law 1). The caller brings the clock.
"""

from storage.daily import DailyBackups
from storage.errors import (
    ChannelTaken,
    NoSuchRow,
    StaleVersion,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreInUse,
    StoreTooNew,
    StoreUnusable,
)
from storage.rows import LogRow, MessageRow, OutageRow, OutboxRow, PersonRow, SeatRow, SnapshotRow, TableRow
from storage.store import Store, open_store, open_store_as
from storage.writer import Writer

__all__ = [
    "ChannelTaken",
    "DailyBackups",
    "LogRow",
    "MessageRow",
    "NoSuchRow",
    "OutageRow",
    "OutboxRow",
    "PersonRow",
    "SeatRow",
    "SnapshotRow",
    "StaleVersion",
    "Store",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoreInUse",
    "StoreTooNew",
    "StoreUnusable",
    "TableRow",
    "Writer",
    "open_store",
    "open_store_as",
]
