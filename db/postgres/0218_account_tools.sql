-- Bank accounts that were checked. The number is not kept: its last characters, and a keyed hash that finds it again.
CREATE TABLE bank_check (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  scheme text NOT NULL,
  holder text NOT NULL,
  masked text NOT NULL,
  number_hash bytea NOT NULL,
  country text NOT NULL,
  bank_code text NOT NULL,
  state text NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}',
  checker text NOT NULL,
  author text NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE INDEX bank_check_of_number ON bank_check (package_name, number_hash);

-- Merchants of a file, a line each.
CREATE TABLE merchant_batch (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  author text NOT NULL,
  added_at timestamptz NOT NULL
);
CREATE TABLE merchant (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  batch_id integer NOT NULL REFERENCES merchant_batch ON DELETE CASCADE,
  line integer NOT NULL,
  name text NOT NULL,
  legal_name text NOT NULL,
  country text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  website text NOT NULL,
  bank_scheme text,
  bank_masked text NOT NULL,
  bank_hash bytea,
  state text NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}',
  author text NOT NULL,
  added_at timestamptz NOT NULL
);
CREATE INDEX merchant_of_package ON merchant (package_name, lower(name));

-- What was asked about a person or a machine, and why. Forgotten after 30 days.
CREATE TABLE footprint (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  value text NOT NULL,
  purpose text NOT NULL,
  score integer NOT NULL,
  found jsonb NOT NULL,
  author text NOT NULL,
  looked_at timestamptz NOT NULL
);
CREATE INDEX footprint_of_package ON footprint (package_name, id);

-- Accounts of ad platforms and measurement partners.
CREATE TABLE linked_account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  name text NOT NULL,
  note text NOT NULL,
  linked_by text NOT NULL,
  linked_at timestamptz NOT NULL,
  UNIQUE (package_name, platform, account_id)
);

-- The page of another site that a package shows.
CREATE TABLE embedded_page (
  package_name text PRIMARY KEY REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  url text NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz NOT NULL
);

-- Browsers people sat at, by an id of their package.
CREATE TABLE device_print (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  visitor_id text NOT NULL,
  confidence real NOT NULL,
  user_agent text NOT NULL,
  risks text[] NOT NULL DEFAULT '{}',
  seen_count integer NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  PRIMARY KEY (package_name, user_id, visitor_id)
);
