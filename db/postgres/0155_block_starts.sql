-- The first moment of an entry that begins later than it was put on the list; it waits until the clock has begun it.
ALTER TABLE block_entry ADD COLUMN starts_at timestamptz, ADD COLUMN waits boolean NOT NULL DEFAULT false;
CREATE INDEX block_entry_starts ON block_entry (starts_at) WHERE waits;
