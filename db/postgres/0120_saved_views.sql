-- How somebody looks at a board or list, under a name. What is deleted is marked, so that it can be put back.
CREATE TABLE saved_view (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  -- Of the address: the page; filters, search, order, columns.
  path text NOT NULL,
  asked jsonb NOT NULL,
  -- The last so many days, or from one day to another.
  days smallint CHECK (days > 0),
  first_day date,
  last_day date,
  -- In the address of a view that is shared.
  key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  CHECK ((days IS NULL) <> (first_day IS NULL) AND (first_day IS NULL) = (last_day IS NULL))
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (user_id, package_name, lower(name)) WHERE removed_at IS NULL;
CREATE INDEX saved_view_package ON saved_view (package_name);
