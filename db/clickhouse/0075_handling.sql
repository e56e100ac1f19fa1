-- What an own link, pixel or video tag did with the request, and which of its checks decided. Other traffic has neither.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS handling LowCardinality(String) AFTER vendor_verdict,
  ADD COLUMN IF NOT EXISTS handling_reason LowCardinality(String) AFTER handling;
