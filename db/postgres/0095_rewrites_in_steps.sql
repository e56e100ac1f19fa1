-- Rewriting history sees to the events of an install before the install itself, step by step, not after all installs.
-- A rewrite that the version before broke off has written installs whose events were still to come: the package gets its
-- facts made anew once, as 0093 asks for it.
INSERT INTO job_run (job, period, state)
SELECT DISTINCT 'refill', '0095 ' || package_name, 'running' FROM rule_rewrite WHERE state = 'writing'
ON CONFLICT DO NOTHING;
