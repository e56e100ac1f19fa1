-- Wrong passwords in a row, by account, by network and by both. Keys are hashed: what a stranger types is nobody's business.
-- Logged, unlike the counters of calls: a crash forgives no guess.
CREATE TABLE sign_in_guess (
  key text PRIMARY KEY,
  wrong integer NOT NULL,
  last_at timestamptz NOT NULL,
  -- When the next try is taken.
  open_at timestamptz NOT NULL,
  -- Last right password; only where account and network are known together.
  right_at timestamptz
);
CREATE INDEX sign_in_guess_by_age ON sign_in_guess (last_at);
