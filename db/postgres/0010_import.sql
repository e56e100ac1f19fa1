-- File imports: what was asked, how far it is, what came of it. The state makes a start after a crash resume or clear.
CREATE TABLE import (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  file_id uuid NOT NULL,
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  mapping jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'scanning', 'judging', 'committing', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  cancel_requested boolean NOT NULL DEFAULT false,
  progress double precision NOT NULL DEFAULT 0,
  rows_per_second double precision NOT NULL DEFAULT 0,
  seconds_left double precision,
  records bigint NOT NULL DEFAULT 0,
  rejected bigint NOT NULL DEFAULT 0,
  duplicates bigint NOT NULL DEFAULT 0,
  first_ts timestamptz,
  last_ts timestamptz,
  blind jsonb NOT NULL DEFAULT '[]',
  error text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX import_by_package ON import (package_name, id DESC);

-- How many records were rejected for which reason; the records themselves are in the rejects file.
CREATE TABLE import_reject (
  import_id integer NOT NULL REFERENCES import ON DELETE CASCADE,
  column_name text NOT NULL,
  reason text NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (import_id, column_name, reason)
);

CREATE TABLE import_mapping (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  fingerprint text NOT NULL,
  mapping jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (package_name, fingerprint)
);

-- A stored upload and whose it is; the bytes lie in the data folder under its id.
CREATE TABLE import_file (
  id uuid PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  bytes bigint NOT NULL,
  stored_by text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
