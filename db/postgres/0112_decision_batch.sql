-- A decision about many events at once. Which they are is written down when it is previewed, so that exactly those are
-- marked, whatever arrives meanwhile; a job marks them, some at a time, and takes them back the same way.
CREATE TABLE decision_batch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  decision text NOT NULL CHECK (decision IN ('clean', 'fraud', 'none')),
  state text NOT NULL DEFAULT 'previewed' CHECK (state IN ('previewed', 'marking', 'done', 'undoing', 'undone')),
  -- In the order in which they are marked; emptied afterwards.
  row_ids uuid[] NOT NULL,
  events integer NOT NULL,
  -- Their times, which find them in the traffic.
  first_ts timestamptz NOT NULL,
  last_ts timestamptz NOT NULL,
  -- How many of them are marked.
  marked integer NOT NULL DEFAULT 0,
  -- The last of its decisions that was taken back.
  undone_until bigint NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  author text NOT NULL,
  -- Who previewed it; another's events may be more than one sees oneself. 0 for the program, negative for a token.
  author_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  finished_at timestamptz,
  undone_by text,
  -- Of the last try; the job is tried again.
  error text
);
CREATE INDEX decision_batch_package ON decision_batch (package_name, id);
CREATE INDEX decision_batch_unfinished ON decision_batch (id) WHERE state IN ('marking', 'undoing');

ALTER TABLE event_decision ADD COLUMN batch_id bigint REFERENCES decision_batch ON DELETE SET NULL;
CREATE INDEX event_decision_batch ON event_decision (batch_id, id) WHERE batch_id IS NOT NULL;
