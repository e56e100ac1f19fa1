-- A cause that joins a raised alert later in its period is told too, and what no longer holds ends by itself.
ALTER TABLE alert_event
  -- Publishers that were told or seen with it; '' for the whole.
  ADD COLUMN known text[] NOT NULL DEFAULT '{}',
  -- How often it was found with a cause that was new.
  ADD COLUMN turn smallint NOT NULL DEFAULT 1,
  -- When messages were written for it last; the cool-down begins then.
  ADD COLUMN told_at timestamptz,
  ADD COLUMN ended_at timestamptz,
  -- The data of its period are gone, or they are within the limit again.
  ADD COLUMN ended_why text CHECK (ended_why IN ('no_data', 'within')),
  ADD CHECK ((ended_at IS NULL) = (ended_why IS NULL));
UPDATE alert_event SET told_at = CASE told WHEN 'sent' THEN raised_at END,
  known = ARRAY(SELECT cause ->> 'publisher' FROM jsonb_array_elements(found -> 'causes') AS cause);

ALTER TABLE alert_delivery
  ADD COLUMN turn smallint NOT NULL DEFAULT 1,
  DROP CONSTRAINT alert_delivery_event_id_channel_target_user_id_key,
  ADD UNIQUE NULLS NOT DISTINCT (event_id, channel, target, user_id, turn);
