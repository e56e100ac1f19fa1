-- Whose events wait, so that keys of one package are loaded in turn and one that floods is known; null for programs of our own.
ALTER TABLE intake_batch ADD COLUMN key_id integer;

DROP FUNCTION intake_append(
  integer[], uuid[], timestamptz, text[], text[], integer[], bytea[], text[], text[], text[], text[], text[], text[],
  timestamptz, integer, text[], integer[], integer[], integer[]
);

-- Stores a group of requests in one round trip. Nothing is stored when it fails: AD001 when an id was seen before,
-- AD002 when a key does not hold any more. Whoever calls takes those out and calls again.
CREATE FUNCTION intake_append(
  key_ids integer[], ids uuid[], received timestamptz,
  batch_packages text[], batch_keys integer[], batch_kinds text[], batch_sizes integer[], batch_events bytea[],
  dead_packages text[], dead_kinds text[], dead_ids text[], dead_events text[], dead_fields text[], dead_reasons text[],
  counted_at timestamptz, count_writer integer,
  count_packages text[], count_accepted integer[], count_duplicates integer[], count_dead integer[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stored bigint;
BEGIN
  -- They, and so their packages, stay until the commit.
  PERFORM 1 FROM write_key WHERE id = ANY(key_ids) AND revoked_at IS NULL ORDER BY id FOR KEY SHARE;
  GET DIAGNOSTICS stored = ROW_COUNT;
  IF stored < cardinality(key_ids) THEN
    RAISE EXCEPTION 'a write key does not hold any more' USING ERRCODE = 'AD002';
  END IF;
  INSERT INTO intake_seen (event, seen_at) SELECT unnest(ids), received ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS stored = ROW_COUNT;
  IF stored < cardinality(ids) THEN
    RAISE EXCEPTION 'an id was seen before' USING ERRCODE = 'AD001';
  END IF;
  INSERT INTO intake_batch (package_name, key_id, kind, received_at, n, events)
  SELECT name, key_id, kind, received, n, events
  FROM unnest(batch_packages, batch_keys, batch_kinds, batch_sizes, batch_events) AS of (name, key_id, kind, n, events);
  IF cardinality(dead_packages) > 0 THEN
    INSERT INTO dead_letter (package_name, kind, received_at, event_id, event, field, reason)
    SELECT name, kind, received, id, event, field, reason
    FROM unnest(dead_packages, dead_kinds, dead_ids, dead_events, dead_fields, dead_reasons)
      AS of (name, kind, id, event, field, reason);
  END IF;
  INSERT INTO intake_count AS c (package_name, at, writer, accepted, duplicates, dead)
  SELECT name, counted_at, count_writer, accepted, duplicates, dead
  FROM unnest(count_packages, count_accepted, count_duplicates, count_dead) AS of (name, accepted, duplicates, dead)
  ON CONFLICT (package_name, at, writer) DO UPDATE SET accepted = c.accepted + excluded.accepted,
    duplicates = c.duplicates + excluded.duplicates, dead = c.dead + excluded.dead;
END $$;
