-- Who did what and when: append-only, each entry chained to the one before by its hash. Whatever could name a person or
-- a package stands apart in audit_word and the entry holds only its salted hash: erasing the word takes the name out of
-- the log without touching an entry, and the chain still proves that nothing was changed or left out.
CREATE TABLE audit_word (
  -- sha256(salt || text): without the salt nobody can find out by guessing whom an entry was about.
  ref bytea PRIMARY KEY,
  salt bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('actor', 'subject', 'package', 'details')),
  text text NOT NULL
);
-- Names recur, details hardly ever do.
CREATE UNIQUE INDEX audit_word_once ON audit_word (kind, md5(text)) WHERE kind <> 'details';
CREATE INDEX audit_word_search ON audit_word USING gin (text gin_trgm_ops);

CREATE TABLE audit_entry (
  -- Without gaps: a missing number is a removed entry.
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  action text NOT NULL,
  -- NULL: the program itself, or somebody who was not signed in.
  actor_id integer,
  actor bytea,
  role text NOT NULL,
  subject bytea,
  package bytea,
  details bytea,
  previous bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_entry_by_time ON audit_entry (at);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, id);
CREATE INDEX audit_entry_by_package ON audit_entry (package, id);
CREATE INDEX audit_entry_by_details ON audit_entry (details);
CREATE INDEX audit_entry_by_subject ON audit_entry (subject);

CREATE FUNCTION audit_hash(e audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(e.previous || convert_to(
    jsonb_build_array(
      e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.action, e.actor_id, encode(e.actor, 'hex'), e.role,
      encode(e.subject, 'hex'), encode(e.package, 'hex'), encode(e.details, 'hex')
    )::text, 'UTF8'))
$$;

-- Number, time and hash are the database's own, so no writer can place an entry anywhere but at the end. The lock is held
-- to the end of the writing transaction: entries are committed in the order of their numbers.
CREATE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit_entry;
BEGIN
  PERFORM pg_advisory_xact_lock(480050);
  SELECT * INTO last FROM audit_entry ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(last.id, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.previous := coalesce(last.hash, sha256('adsieve'));
  NEW.hash := audit_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_chain();

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
-- Words may be erased, never put in place of others.
CREATE TRIGGER audit_words_stay BEFORE UPDATE OR TRUNCATE ON audit_word
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

CREATE FUNCTION audit_word_ref(of_kind text, of_text text) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  found bytea;
  salt bytea := uuid_send(gen_random_uuid());
BEGIN
  IF of_text IS NULL THEN RETURN NULL; END IF;
  IF of_kind <> 'details' THEN
    SELECT ref INTO found FROM audit_word w
      WHERE w.kind = of_kind AND md5(w.text) = md5(of_text) AND w.kind <> 'details' AND w.text = of_text;
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  INSERT INTO audit_word (ref, salt, kind, text)
    VALUES (sha256(salt || convert_to(of_text, 'UTF8')), salt, of_kind, of_text) RETURNING ref INTO found;
  RETURN found;
END $$;

CREATE FUNCTION audit_append(
  action text, actor_id integer, actor text, role text, subject text, package text, details text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
BEGIN
  -- Before the words are looked for: two writers of a new name must not both make it.
  PERFORM pg_advisory_xact_lock(480050);
  INSERT INTO audit_entry (id, at, action, actor_id, actor, role, subject, package, details, previous, hash)
    VALUES (0, now(), action, actor_id, audit_word_ref('actor', actor), role, audit_word_ref('subject', subject),
            audit_word_ref('package', package), audit_word_ref('details', details), '', '')
    RETURNING id INTO made;
  RETURN made;
END $$;

-- Entries that are not what was written, or do not follow the one before. None: the log is whole.
CREATE VIEW audit_break AS
  SELECT e.id FROM (
    SELECT a AS entry, a.id, a.hash, a.previous,
      lag(a.hash, 1, sha256('adsieve')) OVER (ORDER BY a.id) AS expected,
      lag(a.id, 1, 0::bigint) OVER (ORDER BY a.id) AS before
    FROM audit_entry a
  ) e WHERE e.previous <> e.expected OR e.hash <> audit_hash(e.entry) OR e.id <> e.before + 1;
