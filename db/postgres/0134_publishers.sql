-- Who the publishers of a package are, by the name the traffic gives them. Their traffic and rules do not depend on it.
CREATE TABLE publisher (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  contact text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active',
  notes text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX publisher_name ON publisher (package_name, name);

-- What is written down of a Meta campaign of an app, by the name the traffic gives it.
CREATE TABLE meta_campaign (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  campaign text NOT NULL,
  ad_account text NOT NULL DEFAULT '',
  -- In the currency of the package.
  target_cost numeric(15, 6),
  active boolean NOT NULL DEFAULT true,
  notes text NOT NULL DEFAULT '',
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (package_name, campaign)
);
