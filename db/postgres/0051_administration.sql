-- What administrators decide: who people are, what they see, how long data are kept, who calls without a person.
ALTER TABLE app_user
  ADD COLUMN phone text NOT NULL DEFAULT '',
  -- When a link to set the first password was last sent; NULL once it was used, or when there never was one.
  ADD COLUMN invited_at timestamptz,
  -- Grows with every edit, so that the second of two administrators is told.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Grows with everything that changes what the person may see: open pages notice.
  ADD COLUMN rights integer NOT NULL DEFAULT 1;
CREATE INDEX app_user_search ON app_user USING gin ((lower(email) || ' ' || lower(name)) gin_trgm_ops);

-- The user whose view an administrator's session shows, read-only.
ALTER TABLE session ADD COLUMN view_as integer REFERENCES app_user ON DELETE SET NULL;

ALTER TABLE package
  ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Days events are kept, by event time; NULL keeps them for good.
  ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 3650),
  -- Days after which addresses lose their last part (IPv4 /24, IPv6 /48); 0 at once, NULL never.
  ADD COLUMN truncate_after_days integer CHECK (truncate_after_days BETWEEN 0 AND 3650);

ALTER TABLE user_package
  ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- Names of filters; NULL means every filter.
  ADD COLUMN filters text[],
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX user_package_by_package ON user_package (package_name);

-- Whatever changes rights, through whichever door, is noticed.
CREATE FUNCTION rights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'user_package' THEN
    UPDATE app_user SET rights = rights + 1
      WHERE id IN (CASE WHEN TG_OP = 'INSERT' THEN NEW.user_id ELSE OLD.user_id END,
                   CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  ELSIF TG_TABLE_NAME = 'package' THEN
    UPDATE app_user SET rights = rights + 1
      WHERE lower(role) = 'admin' OR id IN (SELECT user_id FROM user_package WHERE package_name IN (
        CASE WHEN TG_OP = 'INSERT' THEN NEW.name ELSE OLD.name END, CASE WHEN TG_OP = 'DELETE' THEN OLD.name ELSE NEW.name END));
  ELSE
    UPDATE app_user SET rights = rights + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rights_by_mapping AFTER INSERT OR UPDATE OR DELETE ON user_package
  FOR EACH ROW EXECUTE FUNCTION rights_changed();
CREATE TRIGGER rights_by_package AFTER INSERT OR UPDATE OR DELETE ON package
  FOR EACH ROW EXECUTE FUNCTION rights_changed();

-- The menu catalogue is made from the registry of pages; a row here changes how a page is shown, or adds an entry.
CREATE TABLE menu_entry (
  -- A page of the registry, or own-… for an entry of the operator's.
  page_id text PRIMARY KEY,
  category text NOT NULL,
  category_icon text NOT NULL DEFAULT '',
  sub_category text NOT NULL DEFAULT '',
  sub_category_icon text NOT NULL DEFAULT '',
  menu_title text NOT NULL,
  menu_icon text NOT NULL DEFAULT '',
  -- Own entries only. Without one the entry leads to /error.
  route text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER rights_by_menu AFTER INSERT OR UPDATE OR DELETE ON menu_entry
  FOR EACH STATEMENT EXECUTE FUNCTION rights_changed();

-- Sign-up names a package that is there already: its owner or an administrator decides.
CREATE TABLE package_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by text
);
CREATE UNIQUE INDEX package_request_once ON package_request (user_id, package_name) WHERE state = 'open';

-- Keys for programs: one package, some permissions. Only the hash is kept.
CREATE TABLE api_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  -- The beginning, so that a person can tell which of several it is.
  hint text NOT NULL,
  permissions text[] NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_token_by_package ON api_token (package_name);

-- Erasures asked for: a package or a person. Kept until done, so that a stop in between loses nothing.
CREATE TABLE erasure (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- sha256 of what is erased once the work is done; until then what to look for.
  target jsonb NOT NULL,
  kind text NOT NULL CHECK (kind IN ('package', 'person', 'retention')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  step text NOT NULL DEFAULT '',
  -- What was erased: {traffic rows, records, …}.
  erased jsonb NOT NULL DEFAULT '{}',
  error text,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

-- Programs have keys too, and their numbers are not those of people.
ALTER TABLE idempotent_call DROP CONSTRAINT idempotent_call_user_id_fkey;
