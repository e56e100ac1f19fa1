-- Events whose address belongs to a hosting network, of those with an address; events with signs of their own.
ALTER TABLE source_day
  ADD COLUMN IF NOT EXISTS hosted UInt64 AFTER abroad,
  ADD COLUMN IF NOT EXISTS signed UInt64 AFTER hosted;

ALTER TABLE source_fact
  ADD COLUMN IF NOT EXISTS source_hosted Nullable(Float64) AFTER source_abroad_base,
  ADD COLUMN IF NOT EXISTS source_hosted_n UInt64 AFTER source_hosted,
  ADD COLUMN IF NOT EXISTS source_hosted_base Nullable(Float64) AFTER source_hosted_n,
  ADD COLUMN IF NOT EXISTS source_signs Nullable(Float64) AFTER source_hosted_base,
  ADD COLUMN IF NOT EXISTS source_signs_n UInt64 AFTER source_signs,
  ADD COLUMN IF NOT EXISTS source_signs_base Nullable(Float64) AFTER source_signs_n;
