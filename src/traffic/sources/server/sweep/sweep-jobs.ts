import { z } from 'zod';
import { addDays } from '#platform/contract/date-range.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { addUp, type VerdictChange } from '#traffic/judge/server/write-changes.ts';
import { takeTurn, unfinishedPeriods } from './job-runs.ts';
import { sweepPackage } from './sweep-package.ts';

export interface SweepDeps {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

/** Scheduled sweeps: how many days up to today each looks at, and what its period is called. Minutes keep them apart. */
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
      from: z.enum(['clean', 'suspect', 'fraud']),
      to: z.enum(['clean', 'suspect', 'fraud']),
      events: z.number().int(),
    }),
  ),
});
type Progress = z.output<typeof progressSchema>;

export interface SweepPeriodResult {
  packages: number;
  changes: VerdictChange[];
}

const QUEUE = 'sweep';
const data = z.object({ job: z.enum(['hourly', 'daily']), period: z.string().optional() });

/** Queue, schedules, and what a stop left unfinished. One sweep at a time: two would share the heavy lane. */
export async function defineSweepJobs(deps: SweepDeps, jobs: Jobs): Promise<void> {
  await jobs.define(
    QUEUE,
    async (run) => {
      const { job, period } = data.parse(run.data);
      await sweepPeriod(deps, job, period ?? SWEEP_JOBS[job].periodOf(deps.now()), run.signal);
    },
    { concurrency: 1, retries: 3, expireMinutes: 55 },
  );
  for (const job of ['hourly', 'daily'] as const) {
    await jobs.define(`sweep-${job}`, async () => {
      const period = SWEEP_JOBS[job].periodOf(deps.now());
      await jobs.enqueue(QUEUE, { job, period }, { singletonKey: `${job} ${period}` });
    });
    await jobs.schedule(`sweep-${job}`, SWEEP_JOBS[job].cron);
    for (const period of await unfinishedPeriods(deps.database, `sweep ${job}`))
      await jobs.enqueue(QUEUE, { job, period }, { singletonKey: `${job} ${period}` });
  }
}

/**
 * One period of a scheduled sweep over all packages: exactly one result, whatever crashes and however often it is begun.
 * Goes on after the last finished day. Undefined when the period has its result already.
 */
export async function sweepPeriod(
  { clickhouse, database, now }: SweepDeps,
  job: SweepJob,
  period: string,
  signal?: AbortSignal,
): Promise<SweepPeriodResult | undefined> {
  const turn = await takeTurn(database, { job: `sweep ${job}`, period, progress: progressSchema });
  if (!turn) return undefined;
  const to = period.slice(0, 10);
  const from = addDays(to, 1 - SWEEP_JOBS[job].days);
  const reached: Progress = turn.progress ?? { done: [], current: '', changes: [] };
  try {
    for (const { package_name: name } of await packagesOf(database, systemScope(), now())) {
      if (reached.done.includes(name)) continue;
      const because = {
        ...{ cause: 'sweep' as const, operation: `sweep ${job} ${period}`, author: 'system', at: now() },
        ...recorded('scheduled_sweep', { days: SWEEP_JOBS[job].days }),
      };
      const { changes } = await sweepPackage(
        clickhouse,
        database,
        { package: name, from, to, because, onlyNew: true, onlyAsked: SWEEP_JOBS[job].onlyAsked },
        {
          signal,
          done: reached.current === name ? reached.step : undefined,
          onStep: (step) => {
            Object.assign(reached, { current: name, step });
            return turn.save(reached);
          },
        },
      );
      reached.changes = addUp([...reached.changes, ...changes]);
      reached.done.push(name);
      await turn.save(reached);
    }
  } catch (error) {
    // Left running: the next start, or the retry of the queue, goes on from the last finished day.
    if (!signal?.aborted) await turn.fail(error instanceof Error ? error.message : String(error)).catch(() => {});
    throw error;
  }
  const result = { packages: reached.done.length, changes: reached.changes };
  await turn.finish(result);
  return result;
}
