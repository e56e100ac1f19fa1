-- Standing rules of a block list: what they look for, and what became of it.
CREATE TABLE block_standing (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  kind text NOT NULL,
  percent double precision NOT NULL,
  days integer NOT NULL,
  least integer NOT NULL,
  rest integer NOT NULL,
  condition jsonb,
  active boolean NOT NULL DEFAULT true,
  -- Of the clean traffic, what somebody confirmed it to hit when it was saved; beyond it asks again.
  clean_share double precision NOT NULL DEFAULT 0,
  -- Sources it does not block for that reason, and what they would have hit.
  held_back integer NOT NULL DEFAULT 0,
  held_share double precision NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT '',
  looked_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- What somebody unblocked before is forgotten by it.
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX block_standing_name ON block_standing (package_name, lower(name));

-- The rule that put an entry there, and what it counted when it held last. An entry outlives its rule as history.
ALTER TABLE block_entry ADD COLUMN rule_id integer REFERENCES block_standing ON DELETE SET NULL,
  ADD COLUMN fraud integer, ADD COLUMN events integer;
CREATE INDEX block_entry_rule ON block_entry (rule_id) WHERE rule_id IS NOT NULL;
