-- A row for each statement that changed what links do: every process asks for the newest, and reads all again when
-- there is one. Rows instead of a counter, so that nobody waits for anybody else's transaction.
CREATE TABLE tracking_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION tracking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tracking_change DEFAULT VALUES;
  RETURN NULL;
END $$;
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_campaign
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_goal
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_landing
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_override
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_publisher
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT OR UPDATE OR DELETE ON tracking_cap
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER INSERT ON tracking_ended
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER UPDATE OR DELETE ON landing_page
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER UPDATE OF name, status ON publisher
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();
CREATE TRIGGER tracking_changed AFTER UPDATE OF name, active OR DELETE ON package
  FOR EACH STATEMENT EXECUTE FUNCTION tracking_changed();

-- Clicks that were shown the page of the challenge: their event is stored when it is passed, or when its time is over.
CREATE TABLE tracking_challenge (
  id text PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  at timestamptz NOT NULL,
  -- Columns of the event but for its handling, as text.
  event jsonb NOT NULL
);
CREATE INDEX tracking_challenge_at ON tracking_challenge (at);

-- Stores touches with what they use of caps and what waits for a challenge. One that is there already changes nothing,
-- so that the same rows may come again.
CREATE FUNCTION tracking_touches(rows jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH new AS (
    INSERT INTO tracking_touch (id, package_name, campaign_id, publisher_id, kind, at, device, handling, handling_reason, given)
    SELECT id, package_name, campaign_id, publisher_id, kind, at, decode(device, 'hex'), handling, handling_reason, given
    FROM jsonb_to_recordset(rows -> 'touches') AS of (id text, package_name text, campaign_id integer,
      publisher_id integer, kind text, at timestamptz, device text, handling text, handling_reason text, given jsonb)
    ON CONFLICT DO NOTHING RETURNING id
  ), challenged AS (
    INSERT INTO tracking_challenge (id, package_name, at, event)
    SELECT id, package_name, at, event FROM jsonb_to_recordset(rows -> 'challenges')
      AS of (id text, package_name text, at timestamptz, event jsonb)
    JOIN new USING (id)
  )
  INSERT INTO tracking_cap_use AS u (cap_id, period_start, used)
  SELECT c.id, of.period_start, count(*)
  FROM jsonb_to_recordset(rows -> 'uses') AS of (touch text, cap_id integer, period_start date)
  JOIN new ON new.id = of.touch JOIN tracking_cap AS c ON c.id = of.cap_id
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (cap_id, period_start) DO UPDATE SET used = u.used + excluded.used;
END $$;

-- What makes a second postback the same: its transaction id where a campaign pays several times for one click.
ALTER TABLE tracking_conversion ADD COLUMN once text NOT NULL DEFAULT '';
DROP INDEX tracking_conversion_once;
CREATE UNIQUE INDEX tracking_conversion_once ON tracking_conversion (click_id, event, once);
