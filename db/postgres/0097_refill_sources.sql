-- Small sources are put together in parts, and a fact of them has to hold without each: facts of what is stored are made
-- anew once, as in 0085. Where that has not ended yet, this takes its place.
DELETE FROM job_run WHERE job = 'refill' AND state IN ('running', 'failed');
INSERT INTO job_run (job, period, state)
SELECT 'refill', '0097 ' || name, 'running' FROM package
ON CONFLICT DO NOTHING;
