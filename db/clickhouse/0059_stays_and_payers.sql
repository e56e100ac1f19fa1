-- Use of the app on each of the days after the install, not on the seventh alone; who pays by the next day, by country;
-- clicks by the seconds since their impression.
ALTER TABLE source_day {{on_cluster}}
  ADD COLUMN IF NOT EXISTS click_delays Array(UInt64) AFTER ctits,
  ADD COLUMN IF NOT EXISTS cohort_countries Map(String, UInt64) AFTER returned,
  ADD COLUMN IF NOT EXISTS payer_countries Map(String, UInt64) AFTER cohort_countries,
  ADD COLUMN IF NOT EXISTS stay_cohorts Array(UInt64) AFTER payer_countries,
  ADD COLUMN IF NOT EXISTS stayed Array(UInt64) AFTER stay_cohorts;

ALTER TABLE source_day {{on_cluster}}
  DROP COLUMN IF EXISTS week_cohort,
  DROP COLUMN IF EXISTS week_returned;

ALTER TABLE source_fact {{on_cluster}}
  ADD COLUMN IF NOT EXISTS source_stay_break Nullable(Float64) AFTER source_rich_bands_base,
  ADD COLUMN IF NOT EXISTS source_stay_break_n UInt64 AFTER source_stay_break,
  ADD COLUMN IF NOT EXISTS source_stay_break_base Nullable(Float64) AFTER source_stay_break_n,
  ADD COLUMN IF NOT EXISTS source_payer_ratio Nullable(Float64) AFTER source_stay_break_base,
  ADD COLUMN IF NOT EXISTS source_payer_ratio_n UInt64 AFTER source_payer_ratio,
  ADD COLUMN IF NOT EXISTS source_payer_ratio_base Nullable(Float64) AFTER source_payer_ratio_n,
  ADD COLUMN IF NOT EXISTS source_click_delay_share Nullable(Float64) AFTER source_payer_ratio_base,
  ADD COLUMN IF NOT EXISTS source_click_delay_share_n UInt64 AFTER source_click_delay_share,
  ADD COLUMN IF NOT EXISTS source_click_delay_share_base Nullable(Float64) AFTER source_click_delay_share_n;
