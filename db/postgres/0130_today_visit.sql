-- When a person last looked at what is new in a package: the page tells what changed since the visit before.
CREATE TABLE today_visit (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- The last look of the visit that goes on: it ends after half an hour without another.
  visited_at timestamptz NOT NULL,
  -- The last look of the visit before; null during the first.
  previous_at timestamptz,
  PRIMARY KEY (user_id, package_name)
);
CREATE INDEX today_visit_package ON today_visit (package_name);
