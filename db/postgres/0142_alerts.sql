-- Alerts: what is watched, what was raised, what became of each message, and how far each person is with it.
CREATE TABLE alert (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  -- What is watched, compared with what, and how it is told.
  settings jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  -- Periods that were over before this moment are history and raise nothing.
  watched_from timestamptz NOT NULL DEFAULT now(),
  -- Why it could not be reckoned the last time, in the words of the refusal.
  problem text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX alert_name ON alert (package_name, lower(name));

CREATE TABLE alert_recipient (
  alert_id integer NOT NULL REFERENCES alert ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_recipient_user ON alert_recipient (user_id);

-- One result for each alert and period, however often it is reckoned and whatever is killed.
CREATE TABLE alert_event (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id integer NOT NULL REFERENCES alert ON DELETE CASCADE,
  -- A day or an hour by the clock of the package; of data that stopped the hour of the newest.
  period text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  -- What was found: value, what is usual, the limit, causes and the curve.
  found jsonb NOT NULL,
  -- Sent, or within the cool-down of one before: then it stands in the inbox alone.
  told text NOT NULL CHECK (told IN ('sent', 'cool_down')),
  raised_at timestamptz NOT NULL,
  UNIQUE (alert_id, period)
);
CREATE INDEX alert_event_raised ON alert_event (raised_at);

CREATE TABLE alert_delivery (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES alert_event ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook', 'slack', 'teams', 'incident')),
  -- The address that is called; '' for a mail, which goes to the person.
  target text NOT NULL DEFAULT '',
  user_id integer REFERENCES app_user ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  tries smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  status smallint,
  error text,
  CHECK ((channel = 'mail') = (user_id IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (event_id, channel, target, user_id)
);
CREATE INDEX alert_delivery_due ON alert_delivery (due_at) WHERE state = 'waiting';
CREATE INDEX alert_delivery_user ON alert_delivery (user_id);

CREATE TABLE alert_inbox (
  event_id integer NOT NULL REFERENCES alert_event ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  read_at timestamptz,
  acknowledged_at timestamptz,
  snoozed_until timestamptz,
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX alert_inbox_user ON alert_inbox (user_id);

CREATE TABLE alert_mute (
  alert_id integer NOT NULL REFERENCES alert ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_mute_user ON alert_mute (user_id);
