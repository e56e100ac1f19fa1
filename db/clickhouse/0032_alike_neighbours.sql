-- Share of a phone among the new device ids of its address, and alike phones of one address block, source by source.
ALTER TABLE traffic {{on_cluster}}
  ADD COLUMN IF NOT EXISTS address_ids_percent Nullable(Int32) AFTER address_ids_24h;

ALTER TABLE source_day {{on_cluster}}
  ADD COLUMN IF NOT EXISTS block_mates UInt64 AFTER abroad,
  ADD COLUMN IF NOT EXISTS block_pairs UInt64 AFTER block_mates,
  ADD COLUMN IF NOT EXISTS model_pairs UInt64 AFTER block_pairs;

ALTER TABLE source_fact {{on_cluster}}
  ADD COLUMN IF NOT EXISTS source_alike_neighbours Nullable(Float64) AFTER source_abroad_base,
  ADD COLUMN IF NOT EXISTS source_alike_neighbours_n UInt64 AFTER source_alike_neighbours,
  ADD COLUMN IF NOT EXISTS source_alike_neighbours_base Nullable(Float64) AFTER source_alike_neighbours_n;
