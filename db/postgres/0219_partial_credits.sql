-- A document is corrected as a whole once, and in parts as often as something of it is left.
ALTER TABLE invoice DROP CONSTRAINT invoice_corrects_key;
ALTER TABLE invoice ADD COLUMN corrects_part boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX invoice_corrects_whole ON invoice (corrects) WHERE NOT corrects_part;
CREATE INDEX invoice_corrects ON invoice (corrects) WHERE corrects IS NOT NULL;
