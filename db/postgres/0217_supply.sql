-- Files by which sites, apps and exchanges say who may sell: ads.txt, app-ads.txt, sellers.json.
CREATE TABLE supply_file (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ads', 'app-ads', 'sellers')),
  -- Where it lies, in ASCII.
  domain text NOT NULL,
  -- Apps an app-ads.txt speaks for, as traffic names them.
  apps text[] NOT NULL DEFAULT '{}',
  -- Fetched by the day; a change is an incident.
  watched boolean NOT NULL,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'current', 'missing', 'unreachable')),
  problem text NOT NULL DEFAULT '',
  checked_at timestamptz,
  changed_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (package_name, kind, domain)
);

CREATE TABLE supply_version (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  file_id integer NOT NULL REFERENCES supply_file ON DELETE CASCADE,
  origin text NOT NULL CHECK (origin IN ('fetch', 'upload')),
  -- SHA-256 of what was read.
  hash text NOT NULL,
  says text NOT NULL CHECK (says IN ('records', 'nobody', 'nothing')),
  read_at timestamptz NOT NULL,
  valid_from timestamptz NOT NULL,
  -- Of one that was fetched, seven days after it was last seen; NULL does not end by itself.
  valid_until timestamptz,
  records jsonb NOT NULL,
  variables jsonb NOT NULL,
  faults jsonb NOT NULL,
  -- Against the version before it.
  added jsonb NOT NULL,
  removed jsonb NOT NULL,
  created_by text NOT NULL
);
CREATE INDEX supply_version_of_file ON supply_version (file_id, id DESC);
