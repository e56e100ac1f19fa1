-- What came of requirements: files of videos and channels, held row by row against what was required.
CREATE TABLE br_upload (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  file_name text NOT NULL,
  -- The file as it came.
  content bytea NOT NULL,
  rows integer NOT NULL,
  accepted integer NOT NULL,
  -- The first that were rejected: [{ "line", "reason", "url" }].
  errors jsonb NOT NULL DEFAULT '[]',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX br_upload_of ON br_upload (package_name, id DESC);

CREATE TABLE br_output (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  upload_id integer NOT NULL REFERENCES br_upload ON DELETE CASCADE,
  requirement_id integer NOT NULL REFERENCES br_requirement ON DELETE CASCADE,
  line integer NOT NULL,
  platform text NOT NULL,
  kind text NOT NULL,
  -- What the platform calls it.
  item text NOT NULL,
  url text NOT NULL,
  title text NOT NULL DEFAULT '',
  channel text NOT NULL DEFAULT '',
  day date NOT NULL,
  -- 0 to 1.
  relevancy numeric(5, 4),
  views bigint,
  verdict text NOT NULL,
  country text NOT NULL DEFAULT '',
  language text NOT NULL DEFAULT '',
  published_on date,
  -- In the currency of the package.
  spend numeric(20, 6) NOT NULL DEFAULT 0,
  -- Why the row was rejected; empty for an accepted one.
  reason text NOT NULL DEFAULT ''
);
-- The same video or channel of a day that comes again takes the place of the row before.
CREATE UNIQUE INDEX br_output_item ON br_output (requirement_id, platform, kind, item, day);
CREATE INDEX br_output_day ON br_output (package_name, day);
CREATE INDEX br_output_upload ON br_output (upload_id, line);
