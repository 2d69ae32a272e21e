"""Who may use the powers of a table's host: the host, and whom Discord lets manage the table's channel."""

from bot.tables.errors import NotHost
from bot.tables.model import Table


def has_power(table: Table, user_id: int, *, manages: bool) -> bool:
    """Whether a person may do what the host may; `manages`: whether they may manage the table's channel."""
    return manages or user_id == table.host_id


def require_power(table: Table, user_id: int, *, manages: bool) -> None:
    """Raise NotHost unless a person may do what the host may."""
    if not has_power(table, user_id, manages=manages):
        raise NotHost
