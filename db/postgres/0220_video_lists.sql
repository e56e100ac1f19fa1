-- Videos or channels that a package wants to run beside, or never: named lists, saved out of scans.
CREATE TABLE video_list (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('inclusion', 'exclusion')),
  holds text NOT NULL CHECK (holds IN ('videos', 'channels')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Deleted; put back for a month.
  removed_at timestamptz
);
CREATE UNIQUE INDEX video_list_name ON video_list (package_name, lower(name)) WHERE removed_at IS NULL;

CREATE TABLE video_list_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list_id integer NOT NULL REFERENCES video_list ON DELETE CASCADE,
  -- What tells one from another, however its address is written.
  item text NOT NULL,
  -- Of a list of channels empty, as the title is.
  video_url text NOT NULL,
  title text NOT NULL,
  channel_id text NOT NULL,
  channel_name text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (list_id, item)
);
