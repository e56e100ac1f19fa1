-- An import may replace what earlier imports of the same source and report brought on its days; a person looks at the
-- days and confirms (state `waiting`), so nothing is replaced unseen.
ALTER TABLE import
  ADD COLUMN replacing boolean NOT NULL DEFAULT false,
  ADD COLUMN replace_plan jsonb,
  ADD COLUMN replace_days jsonb,
  ADD COLUMN replaced bigint NOT NULL DEFAULT 0;
ALTER TABLE import DROP CONSTRAINT import_state_check;
ALTER TABLE import ADD CONSTRAINT import_state_check CHECK (state IN ('queued', 'scanning', 'judging', 'waiting', 'committing', 'done', 'failed', 'cancelled', 'undoing', 'undone'));
