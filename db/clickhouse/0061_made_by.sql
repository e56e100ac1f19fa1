-- By which version of the product the facts of a day were made: another text of counting asks for a refill by itself from
-- here on (`askForRefills`), without a migration like 0085 of PostgreSQL. What lies here was made as when this column came;
-- where it is older, 0093 of PostgreSQL has asked already.
ALTER TABLE source_swept {{on_cluster}} ADD COLUMN IF NOT EXISTS made_by LowCardinality(String) DEFAULT '76e17d4a827c' AFTER inputs;
