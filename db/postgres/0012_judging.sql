-- What verdicts are made from beside the facts: rule sets, the white list and what people decided. Nothing here is
-- overwritten: a rule set gets a new version, an entry is marked removed, a decision is followed by another.
CREATE TABLE rule_set (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  -- {rule id: {mode, limits}}, see RuleSet.
  rules jsonb NOT NULL,
  -- First event time it judges; NULL judges everything. Of those that cover an event the newest version counts.
  effective_from timestamptz,
  reason text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (package_name, version)
);

CREATE TABLE white_list_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ip', 'network', 'device_id', 'publisher', 'sub_publisher', 'user_agent', 'asn', 'condition')),
  -- What was typed, for people; the condition is what counts.
  value text NOT NULL,
  condition jsonb NOT NULL,
  reason text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Event times it covers, UTC: from (inclusive) and until (exclusive); NULL is open.
  covers_from timestamptz,
  expires_at timestamptz,
  removed_at timestamptz,
  removed_by text
);
CREATE INDEX white_list_active ON white_list_entry (package_name, id) WHERE removed_at IS NULL;
-- The same simple entry twice would only hide which of them explains the verdict.
CREATE UNIQUE INDEX white_list_once ON white_list_entry (package_name, kind, md5(value)) WHERE removed_at IS NULL;
CREATE INDEX white_list_expiry ON white_list_entry (expires_at) WHERE removed_at IS NULL;

CREATE TABLE event_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  row_id uuid NOT NULL,
  -- With the row id they find the row by its sort key.
  kind text NOT NULL,
  ts timestamptz NOT NULL,
  decision text NOT NULL CHECK (decision IN ('clean', 'fraud', 'none')),
  reason text NOT NULL,
  author text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_decision_row ON event_decision (package_name, row_id, id);
