import { z } from 'zod';
import { addDays } from '#platform/contract/date-range.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { type BoundJob, type Enqueue, type JobRun, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { unfinishedPeriods } from '#platform/server/jobs/job-runs.ts';
import type { Stores } from '#platform/server/stores.ts';
import { VERDICTS } from '#traffic/event/contract/event.ts';
import { recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { addUp, type VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import { sweepPackage } from './sweep-package.ts';

export interface SweepDeps extends Stores {
  now: () => Date;
}

/**
 * Scheduled sweeps: how many days up to today each looks at, and what its period is called. Minutes keep them apart.
 */
export const SWEEP_JOBS = {
  hourly: { days: 2, onlyAsked: true, cron: '7 * * * *', periodOf: (now: Date) => now.toISOString().slice(0, 13) },
  daily: { days: 8, onlyAsked: false, cron: '37 1 * * *', periodOf: (now: Date) => now.toISOString().slice(0, 10) },
} as const;

export type SweepJob = keyof typeof SWEEP_JOBS;

/** Packages that are done, and the last step of the one under way. */
const progressSchema = z.object({
  done: z.array(z.string()),
  current: z.string(),
  step: z.object({ phase: z.enum(['count', 'sweep']), day: z.string() }).optional(),
  changes: z.array(
    z.object({
      from: z.enum(VERDICTS),
      to: z.enum(VERDICTS),
      events: z.number().int(),
    }),
  ),
});
type Progress = z.output<typeof progressSchema>;

interface SweepPeriodResult {
  packages: number;
  changes: VerdictChange[];
}

/** One sweep at a time: two would share the heavy lane. A period over all packages has one result, whatever crashes. */
export const sweepJob = job({
  name: 'sweep',
  data: z.strictObject({ job: z.enum(['hourly', 'daily']), period: z.string() }),
  changes: 'figures',
  once: { period: ({ job: name, period }) => ({ job: `sweep ${name}`, period }), progress: progressSchema },
  expireMinutes: 55,
  // Facts and verdicts of a step are written together; the days that are left are outdated for the next daily sweep.
  cancel: 'at-next-step',
});

const hourlyJob = job({ name: 'sweep-hourly', data: nothing, cron: SWEEP_JOBS.hourly.cron });
const dailyJob = job({ name: 'sweep-daily', data: nothing, cron: SWEEP_JOBS.daily.cron });

export function sweepJobs(deps: SweepDeps): BoundJob[] {
  const begin = (name: SweepJob) => (run: { enqueue: Enqueue }) =>
    run.enqueue(sweepJob, { job: name, period: SWEEP_JOBS[name].periodOf(deps.now()) });
  const left = async (name: SweepJob) =>
    (await unfinishedPeriods(deps.database, `sweep ${name}`)).map((period) => ({ job: name, period }));
  return [
    runs(
      sweepJob,
      (run) => sweepPeriod(deps, run),
      async () => [...(await left('hourly')), ...(await left('daily'))],
    ),
    runs(hourlyJob, begin('hourly')),
    runs(dailyJob, begin('daily')),
  ];
}

/** Goes on after the last finished day. */
async function sweepPeriod(
  deps: SweepDeps,
  run: JobRun<{ job: SweepJob; period: string }, Progress>,
): Promise<SweepPeriodResult> {
  const { database, now } = deps;
  const { job: name, period } = run.data;
  const { days, onlyAsked } = SWEEP_JOBS[name];
  const to = period.slice(0, 10);
  const from = addDays(to, 1 - days);
  const reached: Progress = run.reached ?? { done: [], current: '', changes: [] };
  const packages = await packagesOf(run.scope, database, now());
  for (const { package_name: packageName } of packages) {
    if (reached.done.includes(packageName)) continue;
    const cause = {
      kind: 'sweep' as const,
      operation: `sweep ${name} ${period}`,
      author: 'system',
      at: now(),
      ...recorded('scheduled_sweep', { days }),
    };
    const { changes } = await sweepPackage(
      deps,
      { package: packageName, from, to, cause, onlyNew: true, onlyAsked },
      {
        signal: run.signal,
        done: reached.current === packageName ? reached.step : undefined,
        onStep: (step, share) => {
          Object.assign(reached, { current: packageName, step });
          run.show((reached.done.length + share) / packages.length);
          return run.save(reached);
        },
      },
    );
    reached.changes = addUp([...reached.changes, ...changes]);
    reached.done.push(packageName);
    await run.save(reached);
  }
  return { packages: reached.done.length, changes: reached.changes };
}
