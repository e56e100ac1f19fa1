-- Events with revenue by name, currency and amount, source by source, and what those of others bring at most.
ALTER TABLE source_day {{on_cluster}}
  ADD COLUMN IF NOT EXISTS amounts Map(UInt64, UInt64) AFTER model_pairs;

ALTER TABLE source_fact {{on_cluster}}
  ADD COLUMN IF NOT EXISTS usual_amounts Map(UInt64, Float64) AFTER events,
  ADD COLUMN IF NOT EXISTS source_revenue_times Nullable(Float64) AFTER source_alike_neighbours_base,
  ADD COLUMN IF NOT EXISTS source_revenue_times_n UInt64 AFTER source_revenue_times,
  ADD COLUMN IF NOT EXISTS source_revenue_times_base Nullable(Float64) AFTER source_revenue_times_n;
