import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { type DeliverDeps, deliverDue } from './deliver.ts';
import { type EvaluateDeps, evaluateAll } from './evaluate.ts';
import { sendAllGathered } from './gather.ts';

/** After what changes figures, and every few minutes for what comes live. One waits at most: it looks at everything. */
export const evaluateAlertsJob = job({
  name: 'evaluate-alerts',
  data: nothing,
  key: () => 'all',
  cron: '2-59/10 * * * *',
  after: 'figures',
  retries: 1,
});

const BETWEEN = 8;

export const deliverAlertsJob = job({
  name: 'deliver-alerts',
  data: nothing,
  key: () => 'all',
  cron: '* * * * *',
  retries: 0,
  expireMinutes: 10,
});

export const alertJobs = (deps: EvaluateDeps & DeliverDeps): BoundJob[] => [
  runs(evaluateAlertsJob, async ({ scope, signal, enqueue }) => {
    const raised = await evaluateAll(scope, deps, signal);
    if (raised > 0) await enqueue(deliverAlertsJob, {});
  }),
  runs(deliverAlertsJob, async ({ signal, enqueue }) => {
    // Between two turns of the clock above, in minutes in which nothing else begins.
    if (deps.now().getUTCMinutes() % 10 === BETWEEN) await enqueue(evaluateAlertsJob, {});
    await deliverDue(deps, signal);
    await sendAllGathered(deps, signal);
  }),
];
