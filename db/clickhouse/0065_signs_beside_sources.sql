-- What an event of a source that statistics doubt shows besides: clicks of one person on several days, alike phones of one
-- address block within a week, several agents behind one address. What was stored before has none until facts are made anew.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS click_days_30d Nullable(Int32) AFTER video_conflict,
  ADD COLUMN IF NOT EXISTS block_installs_7d Nullable(Int32) AFTER video_conflict,
  ADD COLUMN IF NOT EXISTS address_agents_7d Nullable(Int32) AFTER video_conflict;
