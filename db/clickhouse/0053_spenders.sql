-- Persons of a day by what they spent, source by source.
ALTER TABLE source_day {{on_cluster}}
  ADD COLUMN IF NOT EXISTS spenders Map(UInt64, UInt64) AFTER amounts,
  ADD COLUMN IF NOT EXISTS paid UInt64 AFTER model_pairs,
  ADD COLUMN IF NOT EXISTS payers UInt64 AFTER paid;

ALTER TABLE source_fact {{on_cluster}}
  ADD COLUMN IF NOT EXISTS source_rich_bands Nullable(Float64) AFTER source_week_return_chance_base,
  ADD COLUMN IF NOT EXISTS source_rich_bands_n UInt64 AFTER source_rich_bands,
  ADD COLUMN IF NOT EXISTS source_rich_bands_base Nullable(Float64) AFTER source_rich_bands_n;
