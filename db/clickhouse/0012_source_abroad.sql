-- Events whose address lies in another country than declared, of those where both are known.
ALTER TABLE source_day
  ADD COLUMN IF NOT EXISTS placed UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS abroad UInt64 AFTER placed;

ALTER TABLE source_fact
  ADD COLUMN IF NOT EXISTS source_abroad Nullable(Float64) AFTER source_video_errors_base,
  ADD COLUMN IF NOT EXISTS source_abroad_n UInt64 AFTER source_abroad,
  ADD COLUMN IF NOT EXISTS source_abroad_base Nullable(Float64) AFTER source_abroad_n;
