-- Rules of own links, pixels and conversions as they are written.
CREATE TABLE integrity_rule (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  -- Null for all campaigns.
  campaign_id integer REFERENCES tracking_campaign ON DELETE CASCADE,
  field text NOT NULL,
  operator text NOT NULL,
  compared text[] NOT NULL DEFAULT '{}',
  action text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX integrity_rule_of_package ON integrity_rule (package_name, kind, id);

-- What was in force from when on.
CREATE TABLE integrity_version (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  version integer NOT NULL,
  rules jsonb NOT NULL,
  note text NOT NULL DEFAULT '',
  published_by text NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (package_name, kind, version)
);

-- Countries that requests of a campaign may come from.
CREATE TABLE integrity_place (
  campaign_id integer NOT NULL REFERENCES tracking_campaign ON DELETE CASCADE,
  kind text NOT NULL,
  countries text[] NOT NULL DEFAULT '{}',
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, kind)
);

-- Keys that sign links; their secrets are derived from that of the installation.
CREATE TABLE integrity_key (
  key_id text PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  -- Null for the one that signs.
  ends_at timestamptz
);
CREATE UNIQUE INDEX integrity_key_signs ON integrity_key (package_name) WHERE ends_at IS NULL;

-- Links that hold once.
CREATE TABLE integrity_nonce (
  nonce bytea PRIMARY KEY,
  used_at timestamptz NOT NULL
);
CREATE INDEX integrity_nonce_at ON integrity_nonce USING brin (used_at);
