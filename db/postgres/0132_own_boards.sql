-- Boards of one's own: questions of Explore as cards, under a name. What is deleted is marked, so that it can be put back.
CREATE TABLE own_board (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  owner_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  -- Everybody who has the package may look at it, with their own rights.
  shared boolean NOT NULL DEFAULT false,
  -- In their order: title, how it is looked at, and the question as its address says it.
  cards jsonb NOT NULL,
  -- Of two who change it at once the second is told.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX own_board_name ON own_board (owner_id, package_name, lower(name)) WHERE removed_at IS NULL;
CREATE INDEX own_board_package ON own_board (package_name);
