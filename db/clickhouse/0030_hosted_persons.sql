-- How many persons came from one address of a hosting network within a week. What was stored before has none until the
-- address next brings an event.
ALTER TABLE traffic {{on_cluster}}
  ADD COLUMN IF NOT EXISTS hosted_persons_7d Nullable(Int32) AFTER address_ids_24h;
