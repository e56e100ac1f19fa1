-- Rules are asked in this order, which people choose; until now it was that of their writing.
ALTER TABLE integrity_rule ADD COLUMN place integer NOT NULL DEFAULT 0;
UPDATE integrity_rule SET place = id;
