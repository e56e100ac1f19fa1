-- Installs within an hour of their click, per click of the whole source; the commonest delay of its clicks;
-- events with any sign.
ALTER TABLE source_day
  ADD COLUMN IF NOT EXISTS source_soon UInt64 AFTER source_installs,
  ADD COLUMN IF NOT EXISTS marked UInt64 AFTER signed;

ALTER TABLE source_fact
  ADD COLUMN IF NOT EXISTS source_soon_ratio Nullable(Float64) AFTER source_conversion_ratio_base,
  ADD COLUMN IF NOT EXISTS source_soon_ratio_n UInt64 AFTER source_soon_ratio,
  ADD COLUMN IF NOT EXISTS source_soon_ratio_base Nullable(Float64) AFTER source_soon_ratio_n,
  ADD COLUMN IF NOT EXISTS source_click_delay_times Nullable(Float64) AFTER source_click_delay_share_base,
  ADD COLUMN IF NOT EXISTS source_click_delay_times_n UInt64 AFTER source_click_delay_times,
  ADD COLUMN IF NOT EXISTS source_click_delay_times_base Nullable(Float64) AFTER source_click_delay_times_n,
  ADD COLUMN IF NOT EXISTS source_marked Nullable(Float64) AFTER source_signs_base,
  ADD COLUMN IF NOT EXISTS source_marked_n UInt64 AFTER source_marked,
  ADD COLUMN IF NOT EXISTS source_marked_base Nullable(Float64) AFTER source_marked_n;

-- How soon the click came that followed an impression. What was stored before has none until facts are made anew.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS click_after_seconds Nullable(Int32) AFTER click_days_30d;
