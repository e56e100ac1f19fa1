-- Brand hygiene: what was uploaded (for a day), what was found in it, and what packages want of it.
CREATE TABLE hygiene_upload (
  -- Of its file: the moment and something drawn, so that nobody counts through them.
  name text PRIMARY KEY,
  -- Nothing for an upload of the public tools.
  package_name text REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whose turn it is when many wait: an account, or a keyed hash of an address.
  sender text NOT NULL,
  -- What the sender called it.
  called text NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  created_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX hygiene_upload_created ON hygiene_upload (created_at);

-- One for each upload and what was asked of it; those of a package outlive the file.
CREATE TABLE hygiene_analysis (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upload_name text NOT NULL,
  analysis text NOT NULL,
  -- 'hygiene' or 'adao': the screen it was sent from.
  tool text NOT NULL,
  package_name text REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  called text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  -- How often it was begun: a second stop is an answer.
  tries integer NOT NULL DEFAULT 0,
  -- Nobody has asked for it since; nothing: it is finished whoever waits.
  waited_at timestamptz,
  status_code integer,
  -- { "statusCode", "body" }
  answer jsonb,
  verdict text,
  -- Small, drawn anew, without the notes a camera makes.
  preview bytea,
  created_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  UNIQUE (upload_name, analysis)
);
CREATE INDEX hygiene_analysis_of_package ON hygiene_analysis (package_name, id DESC);
CREATE INDEX hygiene_analysis_open ON hygiene_analysis (id) WHERE state IN ('queued', 'processing');

CREATE TABLE hygiene_policy (
  package_name text PRIMARY KEY REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- [{ "category", "confidence", "action" }]
  rules jsonb NOT NULL,
  own_words text[] NOT NULL DEFAULT '{}',
  -- Faces are compared with the gallery, and ages and moods guessed, only where somebody has said so.
  gallery boolean NOT NULL DEFAULT false,
  demographics boolean NOT NULL DEFAULT false,
  brand text NOT NULL DEFAULT '',
  -- Where its ads are shown: pages and channels, as people know them.
  channels text[] NOT NULL DEFAULT '{}',
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Logos and words to be found, and creatives that were approved.
CREATE TABLE hygiene_mark (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  picture bytea,
  hash text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX hygiene_mark_name ON hygiene_mark (package_name, kind, name);

-- Persons who agreed to be recognised, by numbers that no picture can be made of.
CREATE TABLE hygiene_talent (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  -- The address by which the person would ask to be erased; '' where it is not known.
  email text NOT NULL DEFAULT '',
  consent_on date NOT NULL,
  consent_note text NOT NULL,
  -- [[128 numbers], …], one for each picture.
  prints jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX hygiene_talent_name ON hygiene_talent (package_name, name);
