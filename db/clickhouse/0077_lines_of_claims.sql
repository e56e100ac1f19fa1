-- The line of the evidence file an event was counted in: judged anew since, it would be found in none.
ALTER TABLE evidence_claim
  ADD COLUMN IF NOT EXISTS campaign String,
  ADD COLUMN IF NOT EXISTS event LowCardinality(String),
  ADD COLUMN IF NOT EXISTS category LowCardinality(String),
  ADD COLUMN IF NOT EXISTS currency LowCardinality(String);
