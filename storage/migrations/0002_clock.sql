-- game_table is made anew: a CHECK cannot be changed in place. What it lets state be has grown by 'archived'.
-- AUTOINCREMENT: controls on old messages name a table by its id for ever.
CREATE TABLE new_game_table (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'lobby' CHECK (state IN ('lobby', 'running', 'over', 'stopped', 'archived')),
    settings TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    board_wanted INTEGER NOT NULL DEFAULT 0 CHECK (board_wanted >= 0),
    board_shown INTEGER NOT NULL DEFAULT 0 CHECK (board_shown BETWEEN 0 AND board_wanted),
    aside TEXT,
    clock TEXT NOT NULL DEFAULT '{}',
    due_at TEXT,  -- when something of the clock falls due next
    created_at TEXT NOT NULL
) STRICT;

INSERT INTO new_game_table (
    id, guild_id, channel_id, host_id, state, settings, version, board_wanted, board_shown, aside, created_at
)
SELECT id, guild_id, channel_id, host_id, state, settings, version, board_wanted, board_shown, aside, created_at
FROM game_table;

-- The rows alone would let an id come back that the newest table had before it was deleted by hand.
DELETE FROM sqlite_sequence WHERE name = 'new_game_table';

INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_game_table', seq FROM sqlite_sequence WHERE name = 'game_table';

DROP TABLE game_table;

ALTER TABLE new_game_table RENAME TO game_table;

CREATE UNIQUE INDEX one_open_table_a_channel ON game_table (channel_id) WHERE state IN ('lobby', 'running');

CREATE INDEX tables_of_a_channel ON game_table (channel_id, id);

CREATE INDEX running_tables ON game_table (id) WHERE state = 'running';

CREATE INDEX unsettled_boards ON game_table (id) WHERE board_wanted <> board_shown;

CREATE INDEX due_tables ON game_table (due_at) WHERE due_at IS NOT NULL;

-- Who sat down at a table without a clock goes on without one.
UPDATE game_table SET settings = json_set(settings, '$.pace', NULL) WHERE json_valid(settings);

-- The last minute in which the program was there.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
) STRICT;

-- When it was not there: time that counts against nobody.
CREATE TABLE outage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    CHECK (began_at < ended_at)
) STRICT;
