-- Trackers of campaigns that run elsewhere: what is handed out for each, and where its clicks may go.
CREATE TABLE br_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- What its addresses are called by: drawn at random, so that nobody counts through trackers.
  key text NOT NULL UNIQUE,
  requirement_id integer REFERENCES br_requirement ON DELETE SET NULL,
  name text NOT NULL,
  type text NOT NULL,
  platform text NOT NULL,
  advertiser text NOT NULL,
  campaign text NOT NULL,
  -- 300x250; of a display ad.
  creative_size text NOT NULL DEFAULT '',
  -- Seconds; of a video.
  duration integer,
  click_url text NOT NULL DEFAULT '',
  -- Hosts beside that of the address that clicks may be sent to.
  landing_hosts text[] NOT NULL DEFAULT '{}',
  vast_url text NOT NULL DEFAULT '',
  -- The tracker of video ads that answers for it.
  vast_tracker_id integer REFERENCES vast_tracker ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'active',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX br_entry_name ON br_entry (package_name, name);
