-- What the page, app or video around an ad is about, as its source reports it. What was stored before has none.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS content_category LowCardinality(String) AFTER brand;
