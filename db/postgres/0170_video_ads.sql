-- Video ads: files of creatives, the tags that players ask for, and how often a campaign was shown to whom.
CREATE TABLE vast_creative (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  -- Names of its files begin with it; drawn at random, since players need no key.
  file_key text NOT NULL UNIQUE,
  state text NOT NULL,
  problem text NOT NULL DEFAULT '',
  media_type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer,
  milliseconds integer,
  codec text NOT NULL DEFAULT '',
  -- What players are given: [{ "file", "width", "height", "bytes", "kbps" }].
  renditions jsonb NOT NULL DEFAULT '[]',
  poster boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vast_creative_name ON vast_creative (package_name, name);

CREATE TABLE vast_tracker (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- What its tag is called by: drawn at random, so that nobody counts through trackers.
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  campaign text NOT NULL,
  brand text NOT NULL DEFAULT '',
  publishers text[] NOT NULL DEFAULT '{}',
  mode text NOT NULL,
  vast_url text NOT NULL DEFAULT '',
  creative_id integer REFERENCES vast_creative,
  landing_url text NOT NULL DEFAULT '',
  skip_seconds integer,
  status text NOT NULL DEFAULT 'active',
  countries text[] NOT NULL DEFAULT '{}',
  cap_limit integer NOT NULL DEFAULT 3,
  cap_window text NOT NULL DEFAULT 'lifetime',
  block_domains text[] NOT NULL DEFAULT '{}',
  block_apps text[] NOT NULL DEFAULT '{}',
  strict boolean NOT NULL DEFAULT false,
  -- [{ "vendor", "url", "parameters" }]
  verifications jsonb NOT NULL DEFAULT '[]',
  ssai_addresses text[] NOT NULL DEFAULT '{}',
  starts_on date,
  ends_on date,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vast_tracker_name ON vast_tracker (package_name, name);

-- Impressions of a campaign to one person in a window, and those that were promised and may still come.
CREATE TABLE vast_cap_use (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  campaign text NOT NULL,
  -- A keyed hash: of the device id, or of address, agent and day where there is none.
  person bytea NOT NULL,
  window_start date NOT NULL,
  shown integer NOT NULL DEFAULT 0,
  -- Request by request, until when a promise holds (milliseconds since 1970).
  held jsonb NOT NULL DEFAULT '{}',
  touched_on date NOT NULL,
  PRIMARY KEY (package_name, campaign, person, window_start)
);
CREATE INDEX vast_cap_use_touched ON vast_cap_use (touched_on);

-- Promises a person still has: those that time has passed count for nothing.
CREATE FUNCTION vast_promises(held jsonb, at bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(held) WHERE value::text::bigint > at
$$;

-- Promises one impression more where the limit allows it; no row where it does not. Whoever comes at the same moment
-- waits for the row and is counted against what is in it then.
CREATE FUNCTION vast_promise(
  of_package text, of_campaign text, to_person bytea, since date, most integer, request text, at bigint, until bigint, today date
) RETURNS boolean LANGUAGE sql AS $$
  INSERT INTO vast_cap_use AS used (package_name, campaign, person, window_start, held, touched_on)
  VALUES (of_package, of_campaign, to_person, since, jsonb_build_object(request, until), today)
  ON CONFLICT (package_name, campaign, person, window_start) DO UPDATE
    SET held = vast_promises(used.held, at) || jsonb_build_object(request, until), touched_on = today
    WHERE used.shown + (SELECT count(*) FROM jsonb_object_keys(vast_promises(used.held, at))) < most
  RETURNING true
$$;
