"""What the store refuses, each with one sentence fit for an operator."""


class StoreError(Exception):
    """Root of everything this package raises on purpose; `str()` is one clear sentence."""


class StoreUnusable(StoreError):
    """The file cannot be opened, read, written or migrated; it was left as it was."""


class StoreInUse(StoreError):
    """Another process holds the database."""


class StoreTooNew(StoreError):
    """A newer release of the program wrote the database."""


class StoreFailed(StoreError):
    """The disk is full, or does not take what is written, or another program holds the file; nothing was saved."""


class StoreClosed(StoreError):
    """The store, or the transaction, has ended and takes no more calls."""


class ChannelTaken(StoreError):
    """A table in lobby or running is already in that channel."""

    def __init__(self) -> None:
        super().__init__("There is an open table in this channel already.")


class StaleVersion(StoreError):
    """The log has grown (or the table is unknown) since `version` was read; nothing was appended."""

    def __init__(self, table_id: int, version: int) -> None:
        super().__init__(f"Table {table_id} is not at version {version}.")
        self.table_id = table_id
        self.version = version


class NoSuchRow(StoreError):
    """A write named a table, or a seat of it, that does not exist."""
