-- What of a file lies where events are compared, so that one that did not change is not brought there anew each day.
ALTER TABLE supply_file
  -- Grows with every change of its versions: of what is brought there the highest holds.
  ADD COLUMN revision bigint NOT NULL DEFAULT 0,
  -- The revision that was brought there whole, events compared with it.
  ADD COLUMN compared bigint NOT NULL DEFAULT -1;
-- What lies there already was numbered by the clock.
UPDATE supply_file SET revision = floor(extract(epoch FROM clock_timestamp()) * 1000);

ALTER TABLE supply_version
  -- Its records lie there, all of them.
  ADD COLUMN recorded boolean NOT NULL DEFAULT false,
  -- Of an old version only the numbers stay, and when it held.
  ADD COLUMN record_count integer NOT NULL DEFAULT 0,
  ADD COLUMN fault_count integer NOT NULL DEFAULT 0,
  ADD COLUMN added_count integer NOT NULL DEFAULT 0,
  ADD COLUMN removed_count integer NOT NULL DEFAULT 0;
UPDATE supply_version SET record_count = jsonb_array_length(records), fault_count = jsonb_array_length(faults),
  added_count = jsonb_array_length(added), removed_count = jsonb_array_length(removed);
-- Of a list that was cut off nobody can say who is not in it; it is read whole the next time.
UPDATE supply_version SET says = 'nothing', hash = '' WHERE record_count >= 20000;
