-- What a write key may send at most, in events: a second on average, and a day (UTC). Null: what the server allows all.
ALTER TABLE write_key
  ADD COLUMN per_second integer CHECK (per_second > 0),
  ADD COLUMN per_day integer CHECK (per_day > 0);

-- What was seen of a write key lately, counted: events of a day, and what its senders did wrong.
CREATE TABLE sender_note (
  key_id integer NOT NULL REFERENCES write_key ON DELETE CASCADE,
  note text NOT NULL,
  -- The day, the origin, the name of the field: what the note is about.
  detail text NOT NULL,
  n bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, note, detail)
);
CREATE INDEX sender_note_at ON sender_note (last_at);
