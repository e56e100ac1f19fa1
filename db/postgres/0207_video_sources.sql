-- What an administrator says of the catalogue of videos; one row.
CREATE TABLE video_catalogue (
  id integer PRIMARY KEY CHECK (id = 1),
  complete boolean NOT NULL DEFAULT false
);

-- Units of a vendor's quota that were spent on a day of its own.
CREATE TABLE video_quota (
  vendor text NOT NULL,
  day date NOT NULL,
  units integer NOT NULL,
  PRIMARY KEY (vendor, day)
);

-- What a vendor answered, for a day: the same question costs nothing again.
CREATE TABLE video_answer (
  vendor text NOT NULL,
  question text NOT NULL,
  answer jsonb NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, question)
);
CREATE INDEX video_answer_asked ON video_answer (asked_at);
