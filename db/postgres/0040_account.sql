-- Accounts: mail that waits or is read on this machine, one-time codes and links, two-factor, requests for a package.

-- What is to be sent. With a mail server the text is wiped once it is delivered; without one it is read here.
CREATE TABLE mail (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  html text,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'kept')),
  attempts integer NOT NULL DEFAULT 0,
  -- Why the last attempt failed, in the mail server's words.
  error text,
  created_at timestamptz NOT NULL,
  -- When it may be tried (again); also the lease of the process that is trying.
  due_at timestamptz NOT NULL,
  done_at timestamptz
);
CREATE INDEX mail_waiting ON mail (due_at) WHERE state = 'waiting';
CREATE INDEX mail_by_age ON mail (created_at);

ALTER TABLE app_user
  -- NULL: signed up, but the code of the mail was not entered yet. Whoever an administrator added needs none.
  ADD COLUMN verified_at timestamptz,
  ADD COLUMN domain_name text,
  -- The package asked for at sign-up.
  ADD COLUMN package_name text,
  -- Language of mails; the screen's own is in a cookie.
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  ADD COLUMN password_changed_at timestamptz,
  ADD COLUMN two_factor_method text NOT NULL DEFAULT 'mail' CHECK (two_factor_method IN ('mail', 'app')),
  -- Sealed with a key of the data folder. A secret without two_factor is one that waits for its first code.
  ADD COLUMN totp_secret text,
  -- Time step of the last code used: none is good twice.
  ADD COLUMN totp_step bigint;
UPDATE app_user SET verified_at = created_at;
ALTER TABLE app_user ALTER COLUMN verified_at SET DEFAULT now();

-- One code per person and purpose; a new one takes the place of the old.
CREATE TABLE one_time_code (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'verify', 'two_factor')),
  -- HMAC with a key of the data folder: six digits alone would be found by trying.
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  wrong integer NOT NULL DEFAULT 0,
  used_at timestamptz,
  PRIMARY KEY (user_id, purpose)
);

-- What a signed token that is no session stands for: read once, then used up.
CREATE TABLE one_time_token (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('pre2fa', 'link', 'reset', 'invite')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_token_by_user ON one_time_token (user_id, kind);

CREATE TABLE recovery_code (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Who signed up for a package decides who else may; NULL: its administrators.
ALTER TABLE package ADD COLUMN owner_id integer REFERENCES app_user ON DELETE SET NULL;
