-- AUTOINCREMENT: controls on old messages name a table by its id for ever.
CREATE TABLE game_table (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'lobby' CHECK (state IN ('lobby', 'running', 'over', 'stopped')),
    settings TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    board_wanted INTEGER NOT NULL DEFAULT 0 CHECK (board_wanted >= 0),
    board_shown INTEGER NOT NULL DEFAULT 0 CHECK (board_shown BETWEEN 0 AND board_wanted),
    aside TEXT,
    created_at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON game_table (channel_id) WHERE state IN ('lobby', 'running');

CREATE INDEX tables_of_a_channel ON game_table (channel_id, id);

CREATE INDEX running_tables ON game_table (id) WHERE state = 'running';

CREATE INDEX unsettled_boards ON game_table (id) WHERE board_wanted <> board_shown;

CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    place INTEGER NOT NULL CHECK (place >= 1),
    user_id INTEGER NOT NULL,
    commune TEXT,
    agrees INTEGER NOT NULL DEFAULT 0 CHECK (agrees IN (0, 1)),
    steward TEXT,  -- which computer player holds the seat; its user id is then negative and names nobody
    PRIMARY KEY (table_id, place),
    UNIQUE (table_id, user_id),
    UNIQUE (table_id, commune)
) STRICT;

CREATE INDEX seats_of_a_person ON seat (user_id, table_id);

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('setup', 'action', 'undo', 'correction')),
    author INTEGER,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    reason TEXT,  -- why a steward did it
    PRIMARY KEY (table_id, number),
    CHECK ((number = 0) = (kind = 'setup'))
) STRICT;

-- The log is the truth: rows are added at its end and never touched again. The first trigger stops REPLACE too.
CREATE TRIGGER log_grows_at_its_end BEFORE INSERT ON log
WHEN NEW.number <> (SELECT COALESCE(MAX(number) + 1, 0) FROM log WHERE table_id = NEW.table_id)
BEGIN
    SELECT RAISE(ABORT, 'the log grows at its end only');
END;

CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is never changed');
END;

CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is never shortened');
END;

CREATE TABLE snapshot (
    table_id INTEGER PRIMARY KEY REFERENCES game_table (id),
    version INTEGER NOT NULL CHECK (version >= 0),
    rules_version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- AUTOINCREMENT: the id is the nonce of a message, and Discord drops a repeat.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    kind TEXT NOT NULL,
    seat TEXT,
    prompt INTEGER,
    created_at TEXT NOT NULL
) STRICT;

CREATE INDEX outbox_of_a_table ON outbox (table_id, id);

CREATE TABLE message (
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    kind TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    posted_at TEXT NOT NULL,
    turn_key TEXT NOT NULL,
    PRIMARY KEY (table_id, kind)
) STRICT;

CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL DEFAULT '',
    locale TEXT,
    dm_channel_id INTEGER,
    pings TEXT NOT NULL DEFAULT 'dm' CHECK (pings IN ('dm', 'mention', 'none'))
) STRICT;
