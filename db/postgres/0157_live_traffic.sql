-- Traffic that is sent as it happens. A secret that senders write with: of one package, stored as a hash.
CREATE TABLE write_key (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  -- Sites whose pages may send with it; empty: servers only.
  origins text[] NOT NULL DEFAULT '{}',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX write_key_package ON write_key (package_name);

-- What was acknowledged and is not loaded yet. A load deletes its batches when their events are in the traffic table.
CREATE TABLE intake_batch (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  received_at timestamptz NOT NULL,
  n integer NOT NULL,
  events bytea NOT NULL,
  -- The import that has taken it.
  load_id integer
);
CREATE INDEX intake_batch_waiting ON intake_batch (package_name, seq) WHERE load_id IS NULL;
CREATE INDEX intake_batch_load ON intake_batch (load_id) WHERE load_id IS NOT NULL;

-- Ids of events that were acknowledged, as hashes over package and id: the same id within a week is the same event.
CREATE TABLE intake_seen (
  event uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE INDEX intake_seen_at ON intake_seen (seen_at);

-- Events that cannot be stored, with what is wrong.
CREATE TABLE dead_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  received_at timestamptz NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL,
  field text NOT NULL,
  reason text NOT NULL
);
CREATE INDEX dead_letter_package ON dead_letter (package_name, id);

-- What came, in steps of ten seconds, for whoever looks on; kept for a day.
CREATE TABLE intake_count (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  at timestamptz NOT NULL,
  accepted integer NOT NULL DEFAULT 0,
  duplicates integer NOT NULL DEFAULT 0,
  dead integer NOT NULL DEFAULT 0,
  loaded integer NOT NULL DEFAULT 0,
  PRIMARY KEY (package_name, at)
);
CREATE INDEX intake_count_at ON intake_count (at);

-- An import that the collector made of such batches.
ALTER TABLE import ADD COLUMN live boolean NOT NULL DEFAULT false;
CREATE INDEX import_live ON import (package_name, finished_at) WHERE live;
