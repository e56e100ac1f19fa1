-- Sources are asked more than before (how long people stay, who pays, delays of clicks): counted anew once for what is
-- stored, as in 0085. Where that has not ended yet, this takes its place.
DELETE FROM job_run WHERE job = 'refill' AND state IN ('running', 'failed');
INSERT INTO job_run (job, period, state)
SELECT 'refill', '0093 ' || name, 'running' FROM package
ON CONFLICT DO NOTHING;
