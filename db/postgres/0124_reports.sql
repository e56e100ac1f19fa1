-- Reports that were asked for, where they stand, and the file of each in the data folder.
CREATE TABLE report_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  report text NOT NULL,
  report_type text NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  -- What was asked, as it was asked: read anew when the report is made.
  asked jsonb NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  author text NOT NULL,
  -- An account; a token by its negated number.
  author_id integer NOT NULL,
  state text NOT NULL DEFAULT 'Queued' CHECK (state IN ('Queued', 'Processing', 'Ready', 'Failed')),
  -- How often its making was begun since it was asked for or tried again.
  tries smallint NOT NULL DEFAULT 0,
  rows integer NOT NULL DEFAULT 0,
  file_name text,
  media_type text,
  bytes bigint,
  error text,
  -- The same as a code and values, for other languages.
  told jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX report_entry_package ON report_entry (package_name, id DESC);
CREATE INDEX report_entry_created ON report_entry (created_at);

-- Columns and filters that the screen of a report has for everybody of a package.
CREATE TABLE report_config (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  report text NOT NULL,
  columns jsonb NOT NULL,
  filters jsonb NOT NULL,
  PRIMARY KEY (package_name, report)
);
