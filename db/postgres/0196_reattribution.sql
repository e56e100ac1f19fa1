-- Who should have been credited for installs or events of some days, as the rules stood when it was generated. Other rules
-- make another version of the same days, beside the old one; the same rules make the same version again.
CREATE TABLE reattribution_report (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  version integer NOT NULL,
  -- Of the rule set; `rules` stands for it with the lists, marks and meaning of suspect events.
  rule_version integer NOT NULL,
  rules text NOT NULL,
  state text NOT NULL DEFAULT 'Queued',
  tries smallint NOT NULL DEFAULT 0,
  -- By publisher, all of them together, and what differs from the version before.
  figures jsonb,
  totals jsonb,
  differs jsonb,
  rows bigint NOT NULL DEFAULT 0,
  file_name text,
  bytes bigint,
  error text,
  told jsonb,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK (first_day <= last_day)
);
CREATE UNIQUE INDEX reattribution_report_version ON reattribution_report (package_name, kind, first_day, last_day, version);
CREATE UNIQUE INDEX reattribution_report_rules ON reattribution_report (package_name, kind, first_day, last_day, rules);
