-- What a package blocks: each entry once while it is in force. Ended and removed ones stay, with when and by whom.
CREATE TABLE block_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  value text NOT NULL,
  -- Of a sub-publisher, whose name means nothing without it; empty for the others.
  publisher text NOT NULL DEFAULT '',
  reason text NOT NULL,
  source text NOT NULL DEFAULT 'hand',
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  removed_at timestamptz,
  -- Null while in force and for what ended by its date.
  removed_by text
);
CREATE UNIQUE INDEX block_entry_once ON block_entry (package_name, kind, publisher, value) WHERE removed_at IS NULL;
CREATE INDEX block_entry_ends ON block_entry (ends_at) WHERE removed_at IS NULL AND ends_at IS NOT NULL;

-- How far the rules of a package follow its entries.
CREATE TABLE block_list (
  package_name text PRIMARY KEY REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- Counts changes of entries; what the rules and feeds were made from is behind it until they follow.
  changes integer NOT NULL DEFAULT 0,
  followed integer NOT NULL DEFAULT 0,
  -- Entries in force that the rules hold, and why they do not follow.
  held integer NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT ''
);

-- A list under a secret address, as the text that is answered.
CREATE TABLE block_feed (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  format text NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}',
  -- Of all clean events, how much more networks may hit than the addresses they stand for, in percent.
  clean_percent real NOT NULL DEFAULT 0,
  secret_hash text NOT NULL UNIQUE,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  body text NOT NULL DEFAULT '',
  etag text NOT NULL DEFAULT '',
  entries integer NOT NULL DEFAULT 0,
  -- Entries that the format had no room for.
  left_out integer NOT NULL DEFAULT 0,
  -- When the text last became another, and the change of the list it follows.
  changed_at timestamptz NOT NULL DEFAULT now(),
  followed integer NOT NULL DEFAULT -1,
  fetches integer NOT NULL DEFAULT 0,
  last_fetched_at timestamptz,
  -- Cut to its network.
  last_fetched_from text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX block_feed_name ON block_feed (package_name, name) WHERE revoked_at IS NULL;
