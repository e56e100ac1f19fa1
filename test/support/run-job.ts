import { systemScope } from '#platform/server/access/scope.ts';
import type { BoundJob, Job } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Runs a job here and now, as its queue would. Answers its result; undefined when its period has one already. */
export function runJob<D extends object, P extends object>(
  database: Database,
  jobs: readonly BoundJob[],
  of: Job<D, P>,
  data: NoInfer<D>,
): Promise<unknown> {
  const bound = jobs.find(({ plan }) => plan.name === of.name);
  if (!bound) throw new Error(`Nobody runs ${of.name}`);
  const { signal } = new AbortController();
  return bound.run(data, { database, scope: systemScope(), signal, show: () => {}, enqueue: async () => null });
}
