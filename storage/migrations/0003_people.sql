-- What a person has ordered in advance, and how much of the log they have looked at, belong to their seat and end with it.
ALTER TABLE seat ADD COLUMN orders TEXT NOT NULL DEFAULT '{}';

ALTER TABLE seat ADD COLUMN offered_to INTEGER;

-- Who offers it: its person, or the host once its time has run out.
ALTER TABLE seat ADD COLUMN offered_by INTEGER;

ALTER TABLE seat ADD COLUMN looked INTEGER NOT NULL DEFAULT 0 CHECK (looked >= 0);

CREATE INDEX seats_offered ON seat (offered_to) WHERE offered_to IS NOT NULL;

-- Why nothing can be posted in a table's channel; it waits until it can, or is moved to another.
ALTER TABLE game_table ADD COLUMN suspended TEXT;

CREATE INDEX open_tables_of_a_guild ON game_table (guild_id) WHERE state IN ('lobby', 'running');
