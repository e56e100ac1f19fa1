import { z } from 'zod';
import { packagesOf } from '#platform/server/access/packages.ts';
import { type BoundJob, job, runs } from '#platform/server/jobs/job.ts';
import { unfinishedPeriods } from '#platform/server/jobs/job-runs.ts';
import { recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { askForRefills } from './ask-for-refills.ts';
import { type RefillReached, refillPackage, refillReached } from './refill.ts';
import type { SweepDeps } from './sweep-jobs.ts';

/**
 * Facts that an update asks to be made anew for what is stored: once for each package, begun with the next start and
 * gone on with after every stop.
 */
export const refillJob = job({
  name: 'refill',
  /** `period`: what asked for it, the number of a migration or `MADE_BY`, and the package. */
  data: z.strictObject({ period: z.string() }),
  changes: 'figures',
  once: { period: ({ period }) => ({ job: 'refill', period }), progress: refillReached },
  // A package of tens of millions of events takes a while; what is done by then is not done again.
  expireMinutes: 12 * 60,
});

/** What failed is tried again with the next start: nothing else would ever do it. */
export const unfinishedRefills = ({ database }: Pick<SweepDeps, 'database'>): Promise<string[]> =>
  unfinishedPeriods(database, 'refill', ['running', 'failed']);

export const refillJobs = (deps: SweepDeps): BoundJob[] => [
  runs(
    refillJob,
    async ({ scope, data: { period }, reached, save, show, signal }) => {
      const { database, now } = deps;
      const name = period.slice(period.indexOf(' ') + 1);
      const known = await packagesOf(scope, database, now());
      if (!known.some((each) => each.package_name === name)) return { changes: [] };
      const cause = {
        kind: 'sweep' as const,
        operation: `refill ${period}`,
        author: 'system',
        at: now(),
        ...recorded('facts_renewed'),
      };
      const onStep = (step: RefillReached, share: number): Promise<void> => {
        show(share);
        return save(step);
      };
      return {
        changes: await refillPackage(deps, { package: name, cause }, { signal, done: reached, onStep }),
      };
    },
    async () => {
      await askForRefills(deps);
      return (await unfinishedRefills(deps)).map((period) => ({ period }));
    },
  ),
];
