-- What happened to stored events, in the order in which it is told. A step is opened before events are written and told
-- when they are; one that is never told was broken off, and is told all the same.
CREATE TABLE feed_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- rows: those of told_row. import: all that an import brought between two times. before: all events before a time are gone.
  what text NOT NULL,
  package_name text REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  import_id integer,
  first_ts timestamptz,
  last_ts timestamptz,
  opened_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz
);
CREATE INDEX feed_step_open ON feed_step (opened_at) WHERE told_at IS NULL;

-- The last number of each package: whoever takes the next one holds the row until it is committed, so numbers become
-- visible in their order.
CREATE TABLE feed_head (
  package_name text PRIMARY KEY REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  seq bigint NOT NULL,
  -- Up to here nothing is kept any more.
  forgotten bigint NOT NULL DEFAULT 0
);

CREATE TABLE feed_entry (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  seq bigint NOT NULL,
  step_id bigint NOT NULL REFERENCES feed_step ON DELETE CASCADE,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (package_name, seq)
);
CREATE INDEX feed_entry_step ON feed_entry (step_id);
CREATE INDEX feed_entry_told_at ON feed_entry (told_at);
