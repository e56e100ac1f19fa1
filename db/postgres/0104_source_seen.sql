-- Sources that a person has seen in the worklist of a package: what stands there for the first time is new to them.
CREATE TABLE source_seen (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  -- '': what its publisher brings without naming a site.
  sub_publisher text NOT NULL,
  -- When the visit began in which it was seen first: until that visit ends it stays new.
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, package_name, publisher, sub_publisher)
);
CREATE INDEX source_seen_package ON source_seen (package_name);
