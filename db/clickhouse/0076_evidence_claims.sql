-- Events that an evidence file claims, under the mark of the try that wrote it: only marks of files that are ready count.
-- By event and not by campaign or reason: an event that is judged anew for another reason is claimed already.
CREATE TABLE IF NOT EXISTS evidence_claim (
  package LowCardinality(String),
  claim UUID,
  day Date,
  row_id UUID
) ENGINE = {{MergeTree}}
ORDER BY (package, claim, day, row_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
