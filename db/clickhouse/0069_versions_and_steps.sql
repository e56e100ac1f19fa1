-- What a person did in the app before a purchase, and the share of a source's purchases without any of it; versions of
-- app and SDK that installs report.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS steps_before_purchase Nullable(Int32) AFTER click_after_seconds;

ALTER TABLE source_day
  ADD COLUMN IF NOT EXISTS versions Array(UInt64) AFTER models,
  ADD COLUMN IF NOT EXISTS purchases UInt64 AFTER stayed,
  ADD COLUMN IF NOT EXISTS skipped UInt64 AFTER purchases;

ALTER TABLE source_fact
  ADD COLUMN IF NOT EXISTS source_unseen_versions Nullable(Float64) AFTER source_model_divergence_base,
  ADD COLUMN IF NOT EXISTS source_unseen_versions_n UInt64 AFTER source_unseen_versions,
  ADD COLUMN IF NOT EXISTS source_unseen_versions_base Nullable(Float64) AFTER source_unseen_versions_n,
  ADD COLUMN IF NOT EXISTS source_skipped_steps Nullable(Float64) AFTER source_unseen_versions_base,
  ADD COLUMN IF NOT EXISTS source_skipped_steps_n UInt64 AFTER source_skipped_steps,
  ADD COLUMN IF NOT EXISTS source_skipped_steps_base Nullable(Float64) AFTER source_skipped_steps_n;
