-- Who may see what: people, their sessions, the packages (protected apps and sites) and the mapping between them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  publishers text[] NOT NULL DEFAULT '{}',
  vendors text[] NOT NULL DEFAULT '{}',
  fraud_types text[] NOT NULL DEFAULT '{}',
  two_factor boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));

CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX session_by_user ON session (user_id);

CREATE TABLE package (
  name text PRIMARY KEY,
  title text NOT NULL,
  platform text NOT NULL CHECK (platform IN ('web', 'app')),
  domain text NOT NULL DEFAULT '',
  dashboard_types text[] NOT NULL,
  currency text NOT NULL DEFAULT 'USD',
  time_zone text NOT NULL DEFAULT 'UTC',
  suspect_counts_as text NOT NULL DEFAULT 'clean' CHECK (suspect_counts_as IN ('clean', 'fraud')),
  demo boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE user_package (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- Page ids of the menu; NULL means every page that fits the package.
  menu text[],
  -- Landing order; NULL means the package's own.
  dashboard_types text[],
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, package_name)
);

-- A proof-of-work answer opens one login only.
CREATE TABLE human_check_used (
  challenge text PRIMARY KEY,
  used_at timestamptz NOT NULL DEFAULT now()
);
