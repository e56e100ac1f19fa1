-- What the HTTP layer remembers between requests, shared by all processes.

-- A write sent with an Idempotency-Key happens once; a repetition gets the stored answer. status NULL: still running.
CREATE TABLE idempotent_call (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  key text NOT NULL,
  fingerprint text NOT NULL,
  claimed_at timestamptz NOT NULL,
  status smallint,
  body text,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotent_call_by_age ON idempotent_call (claimed_at);

-- Calls counted per window. Keys are hashed: addresses and e-mails of strangers are nobody's business.
CREATE UNLOGGED TABLE rate_count (
  key text PRIMARY KEY,
  hits integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX rate_count_by_end ON rate_count (ends_at);
