-- Installs of the day a week before, source by source, and those whose person used the app on this one.
ALTER TABLE source_day {{on_cluster}}
  ADD COLUMN IF NOT EXISTS week_cohort UInt64 AFTER returned,
  ADD COLUMN IF NOT EXISTS week_returned UInt64 AFTER week_cohort;

ALTER TABLE source_fact {{on_cluster}}
  ADD COLUMN IF NOT EXISTS source_week_return_ratio Nullable(Float64) AFTER source_revenue_times_base,
  ADD COLUMN IF NOT EXISTS source_week_return_ratio_n UInt64 AFTER source_week_return_ratio,
  ADD COLUMN IF NOT EXISTS source_week_return_ratio_base Nullable(Float64) AFTER source_week_return_ratio_n,
  ADD COLUMN IF NOT EXISTS source_week_return_chance Nullable(Float64) AFTER source_week_return_ratio_base,
  ADD COLUMN IF NOT EXISTS source_week_return_chance_n UInt64 AFTER source_week_return_chance,
  ADD COLUMN IF NOT EXISTS source_week_return_chance_base Nullable(Float64) AFTER source_week_return_chance_n;
