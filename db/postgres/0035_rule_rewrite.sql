-- A version that reaches into history is written there by a job; this is how far it is and what it changed. The effect is
-- counted once, before anything is written, so that a job that was broken off and taken up again still tells it rightly.
CREATE TABLE rule_rewrite (
  package_name text NOT NULL,
  version integer NOT NULL,
  -- First event time that is judged again.
  judged_from timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'counting', 'writing', 'done')),
  progress double precision NOT NULL DEFAULT 0,
  -- Events before it have their new verdicts.
  written_until timestamptz,
  effect jsonb,
  -- Of the last try; the job is tried again.
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (package_name, version),
  FOREIGN KEY (package_name, version) REFERENCES rule_set ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX rule_rewrite_unfinished ON rule_rewrite (created_at) WHERE state != 'done';

ALTER TABLE rule_set ADD COLUMN undoes integer;
