import { z } from 'zod';
import { packagesOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { takeTurn, unfinishedPeriods } from './job-runs.ts';
import { refillPackage, refillReached } from './refill.ts';
import type { SweepDeps } from './sweep-jobs.ts';

const QUEUE = 'refill';
/** A package of tens of millions of events takes a while; what is done by then is not done again. */
const EXPIRE_MINUTES = 12 * 60;
const data = z.object({ period: z.string() });

/**
 * Facts that a migration asked to be made anew for what is stored: once for each package, begun with the next start and
 * gone on with after every stop.
 */
export async function defineRefillJobs(deps: SweepDeps, jobs: Jobs): Promise<void> {
  await jobs.define(
    QUEUE,
    async (run) => {
      await refillPeriod(deps, data.parse(run.data).period, run.signal);
    },
    { concurrency: 1, retries: 3, expireMinutes: EXPIRE_MINUTES },
  );
  for (const period of await unfinishedRefills(deps)) await jobs.enqueue(QUEUE, { period }, { singletonKey: period });
}

/** What failed is tried again with the next start: nothing else would ever do it. */
export const unfinishedRefills = ({ database }: Pick<SweepDeps, 'database'>): Promise<string[]> =>
  unfinishedPeriods(database, QUEUE, ['running', 'failed']);

/** `period`: the number of the migration that asked for it, and the package. False when it was done already. */
export async function refillPeriod(
  { clickhouse, database, now }: SweepDeps,
  period: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const turn = await takeTurn(database, { job: QUEUE, period, progress: refillReached });
  if (!turn) return false;
  const name = period.slice(period.indexOf(' ') + 1);
  try {
    const known = await packagesOf(database, systemScope(), now());
    const because = {
      ...{ cause: 'sweep' as const, operation: `refill ${period}`, author: 'system', at: now() },
      ...recorded('facts_renewed'),
    };
    const changes = known.some((each) => each.package_name === name)
      ? await refillPackage(
          clickhouse,
          database,
          { package: name, because },
          { signal, done: turn.progress, onStep: (reached) => turn.save(reached) },
        )
      : [];
    await turn.finish({ changes });
    return true;
  } catch (error) {
    // Left running: the next start, or the retry of the queue, goes on after the last step.
    if (!signal?.aborted) await turn.fail(error instanceof Error ? error.message : String(error)).catch(() => {});
    throw error;
  }
}
