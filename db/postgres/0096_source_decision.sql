-- What people said of sources: confirmed as fraudulent, or cleared of what statistics say. Nothing is overwritten: a later
-- decision counts from its moment on, one that is taken back is marked.
CREATE TABLE source_decision (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL CHECK (publisher <> ''),
  -- NULL: the whole publisher.
  sub_publisher text,
  state text NOT NULL CHECK (state IN ('confirmed', 'cleared')),
  reason text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- First event time it is about, UTC; NULL is everything.
  covers_from timestamptz,
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX source_decision_active ON source_decision (package_name, id) WHERE undone_at IS NULL;

ALTER TABLE verdict_change DROP CONSTRAINT verdict_change_cause_check;
ALTER TABLE verdict_change ADD CONSTRAINT verdict_change_cause_check
  CHECK (cause IN ('import', 'sweep', 'rules', 'white_list', 'source', 'decision', 'undo'));
