-- What the install of an event was called: events of suspect installs inherit suspicion. Until facts are made anew,
-- those stored before inherited from fraudulent installs only.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS origin_verdict LowCardinality(String) DEFAULT if(origin_reason != '', 'fraud', '') AFTER origin_reason;
