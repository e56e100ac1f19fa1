-- What is claimed of a publisher, and what it says of each line. The evidence it is about stays as long as the claim.
CREATE TABLE dispute (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  evidence_id integer NOT NULL UNIQUE REFERENCES evidence,
  publisher text NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  settlement_id integer REFERENCES settlement ON DELETE SET NULL,
  note text NOT NULL,
  -- SHA-256 of the token of its link; null where it was taken back.
  link_hash text UNIQUE,
  ends_at timestamptz NOT NULL,
  incident_id bigint,
  opened_by text NOT NULL,
  opened_at timestamptz NOT NULL
);
CREATE INDEX dispute_of_publisher ON dispute (package_name, publisher);
CREATE INDEX dispute_of_settlement ON dispute (settlement_id);

CREATE TABLE dispute_line (
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  line integer NOT NULL,
  campaign text NOT NULL,
  event text NOT NULL,
  category text NOT NULL,
  units integer NOT NULL,
  -- Null where nobody knows what the events cost.
  amount numeric(24, 10),
  currency text NOT NULL,
  answer text,
  text text NOT NULL DEFAULT '',
  answered_by text NOT NULL DEFAULT '',
  answered_at timestamptz,
  decision text,
  reason text NOT NULL DEFAULT '',
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  -- Events that were marked clean when it was taken back.
  events integer,
  PRIMARY KEY (dispute_id, line),
  CHECK (decision IS NULL OR answer = 'objected')
);

CREATE TABLE dispute_file (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id integer NOT NULL,
  line integer NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  content bytea NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  FOREIGN KEY (dispute_id, line) REFERENCES dispute_line ON DELETE CASCADE
);
CREATE INDEX dispute_file_of_line ON dispute_file (dispute_id, line);

-- Who did what when, in order.
CREATE TABLE dispute_step (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  what text NOT NULL,
  done_by text NOT NULL,
  -- 'login' or 'link' where the publisher did it.
  way text,
  accepted integer NOT NULL DEFAULT 0,
  objected integer NOT NULL DEFAULT 0,
  line integer,
  at timestamptz NOT NULL
);
CREATE INDEX dispute_step_of ON dispute_step (dispute_id);

-- An objection to a claim is a case.
ALTER TABLE incident DROP CONSTRAINT incident_source_check;
ALTER TABLE incident ADD CONSTRAINT incident_source_check
  CHECK (source IN ('manual', 'fraud_spike', 'alert', 'infringement', 'dispute'));
