-- Brand relevancy: what a brand wants its ads to stand beside, and how its keywords became what they are.
CREATE TABLE br_requirement (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- What it is called in addresses that are handed on: drawn at random, so that nobody counts through them.
  reference text NOT NULL UNIQUE,
  campaign_name text NOT NULL,
  brand text NOT NULL,
  category text NOT NULL DEFAULT '',
  keywords text[] NOT NULL DEFAULT '{}',
  excluded_keywords text[] NOT NULL DEFAULT '{}',
  -- ISO 3166 alpha-2 and ISO 639-1.
  locations text[] NOT NULL DEFAULT '{}',
  languages text[] NOT NULL DEFAULT '{}',
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  status text NOT NULL DEFAULT 'draft',
  -- What an output has to keep to.
  accepts_review boolean NOT NULL DEFAULT false,
  min_views bigint,
  max_age_days integer,
  allowed_channels text[] NOT NULL DEFAULT '{}',
  blocked_channels text[] NOT NULL DEFAULT '{}',
  target_count integer,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX br_requirement_name ON br_requirement (package_name, campaign_name);

CREATE TABLE br_keyword_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requirement_id integer NOT NULL REFERENCES br_requirement ON DELETE CASCADE,
  added text[] NOT NULL DEFAULT '{}',
  removed text[] NOT NULL DEFAULT '{}',
  excluded_added text[] NOT NULL DEFAULT '{}',
  excluded_removed text[] NOT NULL DEFAULT '{}',
  reason text NOT NULL DEFAULT '',
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX br_keyword_change_of ON br_keyword_change (requirement_id, id DESC);
