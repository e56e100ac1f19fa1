-- Clicks of one person on several days, alike phones within a week, agents of one address: facts of what is stored are
-- made anew once, as in 0085. Where that has not ended yet, this takes its place.
DELETE FROM job_run WHERE job = 'refill' AND state IN ('running', 'failed');
INSERT INTO job_run (job, period, state)
SELECT 'refill', '0099 ' || name, 'running' FROM package
ON CONFLICT DO NOTHING;
