-- What happened to verdicts after they were first made: one row per operation and month of event time (reporting zone), so
-- that a change to a closed month stands by itself. Written before the verdicts are, keyed by the operation and its part:
-- one that a crash broke off and that is done again is recorded once.
CREATE TABLE verdict_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  cause text NOT NULL CHECK (cause IN ('import', 'sweep', 'rules', 'white_list', 'decision', 'undo')),
  operation text NOT NULL,
  part text NOT NULL DEFAULT '',
  month date NOT NULL,
  first_ts timestamptz NOT NULL,
  last_ts timestamptz NOT NULL,
  rule_version integer NOT NULL,
  author text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  after_closing boolean NOT NULL,
  UNIQUE (package_name, operation, part, month)
);
CREATE INDEX verdict_change_by_time ON verdict_change (package_name, at DESC);

CREATE TABLE verdict_change_count (
  change_id bigint NOT NULL REFERENCES verdict_change ON DELETE CASCADE,
  kind text NOT NULL,
  from_verdict text NOT NULL,
  to_verdict text NOT NULL,
  -- '' where the events name none.
  currency text NOT NULL,
  events bigint NOT NULL,
  -- What the events cost, as reported.
  cost numeric(24, 6) NOT NULL,
  PRIMARY KEY (change_id, kind, from_verdict, to_verdict, currency)
);

-- Exactly one result per job and period: the fence rises with each try, and only the holder of the newest one may finish.
CREATE TABLE job_run (
  job text NOT NULL,
  period text NOT NULL,
  fence integer NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- How far it is, for going on after a crash.
  progress jsonb NOT NULL DEFAULT '{}',
  result jsonb,
  error text,
  PRIMARY KEY (job, period)
);
