-- What the facts of a day were made from when a sweep last judged by them: a sweep of other days that reaches this one has
-- nothing to do here while that is unchanged.
CREATE TABLE IF NOT EXISTS source_swept (
  package LowCardinality(String),
  day Date,
  inputs String,
  version UInt64
) ENGINE = {{ReplacingMergeTree}}(version)
PARTITION BY toYYYYMM(day)
ORDER BY (package, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
