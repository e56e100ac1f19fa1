-- A case somebody owns until it is closed; it gathers incidents. Nothing of it is deleted: closing keeps it.
CREATE TABLE ticket (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  sub_category text NOT NULL DEFAULT '',
  brand text NOT NULL DEFAULT '',
  channel text NOT NULL DEFAULT '',
  sub_channel text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  publisher text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  priority text NOT NULL CHECK (priority IN ('Low', 'Medium', 'High', 'Critical')),
  status text NOT NULL DEFAULT 'Open' CHECK (status IN ('Open', 'In Progress', 'Resolved', 'Closed', 'Reopened')),
  assignee_id integer REFERENCES app_user ON DELETE SET NULL,
  customer_id integer REFERENCES app_user ON DELETE SET NULL,
  due_on date,
  -- When it was told that the due day has passed.
  escalated_at timestamptz,
  closing_reason text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Of two who change it at once the second is told.
  version integer NOT NULL DEFAULT 1,
  search tsvector GENERATED ALWAYS AS (
    to_tsvector('simple', title || ' ' || description || ' ' || category || ' ' || sub_category || ' ' || brand || ' ' ||
      channel || ' ' || sub_channel || ' ' || country || ' ' || location || ' ' || publisher || ' ' || url)
  ) STORED
);
CREATE INDEX ticket_created ON ticket (package_name, created_at DESC, id DESC);
CREATE INDEX ticket_search ON ticket USING gin (search);
CREATE INDEX ticket_due ON ticket (due_on) WHERE escalated_at IS NULL AND status IN ('Open', 'In Progress', 'Reopened');

-- What was known of an incident when it was attached; it stays so while the traffic is judged anew.
CREATE TABLE ticket_incident (
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  incident_id bigint NOT NULL REFERENCES incident ON DELETE CASCADE,
  evidence jsonb NOT NULL,
  attached_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, incident_id)
);
CREATE INDEX ticket_incident_of ON ticket_incident (incident_id);

CREATE TABLE ticket_comment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  author text NOT NULL,
  author_id integer REFERENCES app_user ON DELETE SET NULL,
  text text NOT NULL,
  -- Not for those the ticket is shared with.
  internal boolean NOT NULL DEFAULT false,
  mentions integer[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_comment_of ON ticket_comment (ticket_id, id);

CREATE TABLE ticket_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  field text NOT NULL,
  -- Of people their number; nothing where the text itself stays with the ticket alone.
  before text NOT NULL DEFAULT '',
  after text NOT NULL DEFAULT '',
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_change_of ON ticket_change (ticket_id, id);

CREATE TABLE ticket_attachment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  file_name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  content bytea NOT NULL,
  internal boolean NOT NULL DEFAULT false,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_attachment_of ON ticket_attachment (ticket_id, id);

-- Publishers and vendors whose people may read the ticket and answer.
CREATE TABLE ticket_share (
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('publisher', 'vendor')),
  name text NOT NULL,
  PRIMARY KEY (ticket_id, kind, name)
);
CREATE INDEX ticket_share_name ON ticket_share (kind, name, ticket_id);
