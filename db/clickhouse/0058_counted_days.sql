-- What the counts of a day were made from: a day whose events are what they were is not counted again.
CREATE TABLE IF NOT EXISTS source_counted (
  package LowCardinality(String),
  day Date,
  inputs String,
  version UInt64
) ENGINE = {{ReplacingMergeTree}}(version)
PARTITION BY toYYYYMM(day)
ORDER BY (package, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
