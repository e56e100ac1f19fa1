-- The click as the store tells it; ids that name nothing; one click or one device id of several people or phones;
-- re-engagements that many publishers brought at once. What was stored before has none until facts are made anew.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS referrer_click_time Nullable(DateTime64(3, 'UTC')) AFTER install_begin_time,
  ADD COLUMN IF NOT EXISTS id_flaw LowCardinality(String) AFTER device_id_class,
  ADD COLUMN IF NOT EXISTS store_click_after_begin_seconds Nullable(Int32) AFTER click_after_begin_seconds,
  ADD COLUMN IF NOT EXISTS click_id_installers Nullable(Int32) AFTER click_id_repeats,
  ADD COLUMN IF NOT EXISTS device_models_7d Nullable(Int32) AFTER click_id_installers,
  ADD COLUMN IF NOT EXISTS burst_publishers Nullable(Int32) AFTER device_models_7d;
