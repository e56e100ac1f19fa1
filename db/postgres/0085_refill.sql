-- Events stored before this have facts as they were found then: some columns are younger (persons on a server, share of a
-- phone at its address, alike phones of a block), and what contradicts itself in a video is told more carefully now. Left as
-- if a crash had broken it off, so that the next start makes them anew once; where nothing is stored there is nothing to do.
INSERT INTO job_run (job, period, state)
SELECT 'refill', '0085 ' || name, 'running' FROM package
ON CONFLICT DO NOTHING;
