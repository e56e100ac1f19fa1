-- Where verdicts of a package are sent.
CREATE TABLE verdict_destination (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  settings jsonb NOT NULL,
  -- What it is signed with is made from these and the key of the installation; the old one until its time is over.
  salt uuid NOT NULL,
  old_salt uuid,
  old_until timestamptz,
  stopped text CHECK (stopped IN ('by_hand', 'failing', 'gone')),
  failing_since timestamptz,
  -- Up to where the change feed of the package is read: every call before is stored.
  seq bigint NOT NULL,
  place jsonb,
  read_at timestamptz,
  skipped_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX verdict_destination_name ON verdict_destination (package_name, lower(name));

-- One call: events of a webhook, one event of a postback.
CREATE TABLE verdict_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  destination_id integer NOT NULL REFERENCES verdict_destination ON DELETE CASCADE,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  events jsonb NOT NULL,
  sample boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  first_try_at timestamptz,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  status smallint,
  answer text NOT NULL DEFAULT '',
  error text
);
CREATE INDEX verdict_delivery_due ON verdict_delivery (destination_id, due_at) WHERE state = 'waiting';
CREATE INDEX verdict_delivery_log ON verdict_delivery (destination_id, state, id);
CREATE INDEX verdict_delivery_done ON verdict_delivery (done_at) WHERE state <> 'waiting';

-- What was sent of which event last: the change feed says what events are, not what they were.
CREATE TABLE verdict_sent (
  destination_id integer NOT NULL REFERENCES verdict_destination ON DELETE CASCADE,
  row_id uuid NOT NULL,
  verdict text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (destination_id, row_id)
);
CREATE INDEX verdict_sent_at ON verdict_sent (sent_at);
