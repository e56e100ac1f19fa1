-- An import is visible before its sources are swept: a sweep takes longer than the import, and failing at it loses nothing.
ALTER TABLE import DROP CONSTRAINT import_state_check;
ALTER TABLE import ADD CONSTRAINT import_state_check CHECK (state IN ('queued', 'scanning', 'judging', 'waiting', 'committing', 'sweeping', 'done', 'failed', 'cancelled', 'undoing', 'undone'));
