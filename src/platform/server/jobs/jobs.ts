/** Work that outlives a request: queued in Postgres, retried, one at a time unless said otherwise. */
import PgBoss from 'pg-boss';
import { systemScope } from '../access/scope.ts';
import type { Database } from '../postgres/postgres.ts';
import { type BoundJob, type Enqueue, type JobPlan, job, nothing, runs, type ToSend, toSend } from './job.ts';
import { endKilled, isCancelled, runCancellable } from './job-cancel.ts';
import { showProgress } from './job-overview.ts';
import { takeUpKilled } from './killed-jobs.ts';
import { type Loop, startLoop } from './loop.ts';

/** Told of each try that fails and will be made again; of a job with its name, of a loop without. */
export type OnFailure = (error: unknown, job?: string) => void;

export interface Jobs {
  /** Makes their queues: what is enqueued waits there for whoever works on them, in this process or another. */
  declare(jobs: readonly BoundJob[]): Promise<void>;
  /** The same, and their schedules; goes on with what a stop left undone, and works on them and on the loops. */
  start(jobs: readonly BoundJob[], loops?: readonly Loop[], onFailure?: OnFailure): Promise<void>;
  enqueue: Enqueue;
  /** Enqueues what looks at figures: for work that changed some past the queues, as a command does. */
  figuresChanged(): Promise<void>;
  /** Waits up to 20 s for running jobs; what is not done by then runs again after the next start. */
  close(): Promise<void>;
}

const SHOW_EVERY_MS = 1000;
const MINUTE_MS = 60_000;
/** What is enqueued after figures changed waits once. */
const AFTER = 'after';

interface JobsOptions {
  onError?: (error: Error) => void;
  /** False: only enqueues. Schedules and the upkeep of the queues are left to another process. */
  works?: boolean;
}

export async function openJobs(
  database: Database,
  { onError = () => {}, works = true }: JobsOptions = {},
): Promise<Jobs> {
  const db = { executeSql: (text: string, values: unknown[]) => database.pool.query(text, values) };
  const boss = new PgBoss({ db, schedule: works, supervise: works });
  boss.on('error', onError);
  await boss.start();
  const stopping = new AbortController();
  const running: (() => Promise<void>)[] = [];
  /** Queues of what looks at figures, of all that were declared. */
  const followers = new Set<string>();

  async function send({ queue, data, key }: ToSend, startAfterSeconds = 0): Promise<string | null> {
    const id = await boss.send(queue, data, { singletonKey: key, startAfter: startAfterSeconds });
    // pg-boss drops a job for an unknown queue as quietly as a duplicate one.
    if (id === null && !(await boss.getQueue(queue))) throw new Error(`No job queue is called ${queue}`);
    return id;
  }

  const enqueue: Enqueue = async (of, data, options) => send(toSend(of, data), options?.startAfterSeconds);

  /** Writes at most once a second, and leaves it when the database does not answer. */
  function shower(id: string): (share: number) => void {
    let shown = Number.NEGATIVE_INFINITY;
    return (share) => {
      if (performance.now() - shown < SHOW_EVERY_MS) return;
      shown = performance.now();
      void showProgress(database, id, share).catch(() => {});
    };
  }

  /** All their data are one key: at most one of a follower waits, whatever ran before it. */
  async function figuresChanged(): Promise<void> {
    for (const queue of followers) await boss.send(queue, {}, { singletonKey: AFTER });
  }

  async function work({ plan, run }: BoundJob, onFailure: OnFailure): Promise<void> {
    for (let worker = 0; worker < (plan.concurrency ?? 1); worker++)
      await boss.work(plan.name, { batchSize: 1, pollingIntervalSeconds: 0.5 }, async ([given]) => {
        if (!given) return;
        const expired = AbortSignal.timeout(expiryOf(plan) * MINUTE_MS);
        const ends = [stopping.signal, expired];
        const runUntil = (signal: AbortSignal) =>
          run(given.data ?? {}, { database, scope: systemScope(), signal, show: shower(given.id), enqueue });
        try {
          if (!plan.cancel) await runUntil(AbortSignal.any(ends));
          else await runCancellable(database, given.id, (cancelled) => runUntil(AbortSignal.any([...ends, cancelled])));
        } catch (error) {
          if (!stopping.signal.aborted) onFailure(error, plan.name);
          throw error;
        }
        if (plan.changes === 'figures') await figuresChanged();
      });
  }

  async function goOn({ plan, unfinished }: BoundJob, when: 'start' | 'later'): Promise<void> {
    for (const left of await unfinished(when))
      if (!plan.cancel || !(await isCancelled(database, left))) await send(left);
  }

  function lookingFor(bound: BoundJob): BoundJob[] {
    const { resume } = bound.plan;
    if (!resume) return [];
    return [runs(job({ name: resume.queue, cron: resume.cron, data: nothing }), () => goOn(bound, 'later'))];
  }

  const withLooking = (jobs: readonly BoundJob[]) => jobs.flatMap((bound) => [bound, ...lookingFor(bound)]);

  async function declare(jobs: readonly BoundJob[]): Promise<void> {
    for (const { plan } of withLooking(jobs)) {
      await boss.createQueue(plan.name, queueOf(plan));
      await boss.updateQueue(plan.name, queueOf(plan));
      if (plan.after === 'figures') followers.add(plan.name);
    }
  }

  return {
    declare,
    async start(jobs, loops = [], onFailure = () => {}) {
      // All queues first: what is taken up may send jobs to any of them.
      await declare(jobs);
      const all = withLooking(jobs);
      for (const bound of all) {
        if (bound.plan.cancel) await endKilled(database, bound.plan.name);
        await takeUpKilled(database, bound.plan.name);
        await goOn(bound, 'start');
        if (bound.plan.cron) await boss.schedule(bound.plan.name, bound.plan.cron, {}, { tz: 'UTC' });
        await work(bound, onFailure);
      }
      for (const loop of loops) running.push(startLoop(loop, { scope: systemScope(), enqueue, onError: onFailure }));
    },
    enqueue,
    figuresChanged,
    async close() {
      stopping.abort();
      await Promise.all(running.splice(0).map((stop) => stop()));
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 });
    },
  };
}

const expiryOf = ({ expireMinutes = 60 }: JobPlan): number => expireMinutes;

const queueOf = (plan: JobPlan): PgBoss.Queue => ({
  name: plan.name,
  // At most one job per key waits; without a key every job gets one of its own.
  policy: 'short',
  retryLimit: plan.retries ?? 3,
  retryDelay: plan.retrySeconds ?? 5,
  retryBackoff: true,
  expireInMinutes: expiryOf(plan),
});
