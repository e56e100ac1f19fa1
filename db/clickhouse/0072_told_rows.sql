-- Which events a step of the change feed is about, by their keys alone: what became of them is read when it is asked.
CREATE TABLE IF NOT EXISTS told_row (
  step UInt64,
  package LowCardinality(String),
  ts DateTime64(3, 'UTC'),
  row_id UUID,
  at Date DEFAULT today()
) ENGINE = {{MergeTree}}
PARTITION BY toMonday(at)
ORDER BY (step, package, ts, row_id)
TTL at + INTERVAL 45 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
