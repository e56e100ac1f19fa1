-- Events by name and time since the install, and whether people of a source reach one of them at the same time.
ALTER TABLE source_day
  ADD COLUMN IF NOT EXISTS event_times Map(UInt64, UInt64) AFTER fast;

ALTER TABLE source_fact
  ADD COLUMN IF NOT EXISTS source_goal_times Nullable(Float64) AFTER source_fast_events_base,
  ADD COLUMN IF NOT EXISTS source_goal_times_n UInt64 AFTER source_goal_times,
  ADD COLUMN IF NOT EXISTS source_goal_times_base Nullable(Float64) AFTER source_goal_times_n;
