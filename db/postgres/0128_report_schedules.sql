-- Reports that are made again and again and sent by mail. What is deleted is marked, so that it can be put back.
CREATE TABLE report_schedule (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  report text NOT NULL,
  name text NOT NULL,
  -- What the report asks beside package and days; read anew for everybody it is made for.
  asked jsonb NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'pdf')),
  timing jsonb NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL,
  covers text NOT NULL,
  owner_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
  -- Why it has stopped, as a code and values.
  why jsonb,
  -- When it is due next, in UTC: reckoned once by the clocks of its zone.
  next_at timestamptz,
  last_at timestamptz,
  -- Its owner was told that a report failed, and not every report was ready since.
  failure_told boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  CHECK ((state = 'active') = (next_at IS NOT NULL))
);
CREATE INDEX report_schedule_package ON report_schedule (package_name);
CREATE INDEX report_schedule_due ON report_schedule (next_at) WHERE removed_at IS NULL;

CREATE TABLE report_recipient (
  schedule_id integer NOT NULL REFERENCES report_schedule ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Why nothing is sent any more.
  off text CHECK (off IN ('left', 'disabled', 'lost')),
  PRIMARY KEY (schedule_id, user_id)
);
CREATE INDEX report_recipient_user ON report_recipient (user_id);

-- One report for each run and person, with the rights of that person.
ALTER TABLE report_entry
  ADD COLUMN schedule_id integer REFERENCES report_schedule ON DELETE SET NULL,
  ADD COLUMN slot_at timestamptz,
  -- A mail about it was written, or there was none to write.
  ADD COLUMN settled_at timestamptz;
CREATE UNIQUE INDEX report_entry_slot ON report_entry (schedule_id, slot_at, author_id);

-- A file sent along: where it lies until the mail goes out, and what it is called.
ALTER TABLE mail ADD COLUMN attachment jsonb;
