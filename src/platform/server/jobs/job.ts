/** A job is a declared value, as an endpoint is; what it does is bound to it with `runs`. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from '../access/scope.ts';
import type { Database } from '../postgres/postgres.ts';
import { takeTurn } from './job-runs.ts';

export interface JobPlan {
  /** Of its queue as well, and stored with every job: it stays. */
  name: string;
  /** When it runs by itself, without data: five fields, UTC. */
  cron?: string;
  /** Its runs change figures, as an import does: what looks at figures is enqueued after each that went well. */
  changes?: 'figures';
  /**
   * Enqueued, without data, after everything that changes figures. It names no job: a way in that was forgotten in such a
   * list (the command line, live traffic) changed figures that nobody looked at.
   */
  after?: 'figures';
  /**
   * How often what is unfinished is looked for while the program runs, beside every start, and the queue that looks.
   */
  resume?: { queue: string; cron: string };
  /** Runs at the same time in this process: 1 unless said. */
  concurrency?: number;
  /** Further tries after a failure, each waiting about twice as long as the last: 3 unless said. */
  retries?: number;
  /** Seconds before the first of them: 5 unless said. */
  retrySeconds?: number;
  /** A run that takes longer is told to stop, counts as failed and is tried again: 60 unless said. */
  expireMinutes?: number;
  /**
   * An administrator may call it off: it stops where its handler looks at `signal`, and neither the queue nor the next
   * start takes it up again. Only for what may be left at any of its steps for good.
   */
  cancel?: 'at-next-step';
  /** Checked when it is enqueued and when it is run. */
  data: z.ZodType<object>;
}

export interface Job<D extends object, P extends object = never> extends JobPlan {
  data: z.ZodType<D>;
  /** Of those with one key at most one waits. */
  key?: (data: D) => string;
  /** For what is done once for each period: which it is (its key, too), and what is kept of how far it got. */
  once?: { period: (data: D) => { job: string; period: string }; progress: z.ZodType<P> };
}

export const job = <D extends object, P extends object = never>(declared: Job<D, P>): Job<D, P> => declared;

/** Data of a job that needs none, as all that run by `cron`. */
export const nothing = z.strictObject({});

export interface ToSend {
  queue: string;
  data: object;
  key: string;
}

/** Throws when the data are not what the job takes. */
export function toSend<D extends object, P extends object>(of: Job<D, P>, given: D): ToSend {
  const data = of.data.parse(given);
  const once = of.once?.period(data);
  return { queue: of.name, data, key: once ? `${once.job} ${once.period}` : (of.key?.(data) ?? randomUUID()) };
}

/** The job's id, or null when one with the same key waits already. Throws when nobody has declared the job. */
export type Enqueue = <D extends object, P extends object>(
  of: Job<D, P>,
  data: NoInfer<D>,
  options?: { startAfterSeconds?: number },
) => Promise<string | null>;

/** What a run gets from the queue it stands in. */
export interface Surroundings {
  database: Database;
  /** Nobody asks any more when a job runs: the program works for itself. */
  scope: Scope;
  /**
   * Fires when the program is asked to stop, or the run has expired: finish the step at hand and throw. It will be run
   * again, unless the reason is a `JobCancelled`.
   */
  signal: AbortSignal;
  /** How far it is, 0 to 1, for whoever looks on; forgotten when it ends. */
  show: (share: number) => void;
  enqueue: Enqueue;
}

export interface JobRun<D, P> extends Omit<Surroundings, 'database'> {
  data: D;
  /** Where an earlier try of the same period got to. */
  reached: P | undefined;
  /** Keeps how far the period is. Throws FenceLost when another process has begun it anew. */
  save: (reached: P) => Promise<void>;
}

/** A job with what it does. Types are erased here: the pair was checked where it was made. */
export interface BoundJob {
  plan: JobPlan;
  /** Answers the result; undefined when the period has its result already. */
  run: (data: unknown, surroundings: Surroundings) => Promise<unknown>;
  unfinished: (when: 'start' | 'later') => Promise<ToSend[]>;
}

/**
 * `runs(job, handler)`: a handler must bear being run twice. With `once`, what it answers is the one result of its
 * period. `unfinished`: what a stop left undone, enqueued at the start and, with `resume`, later again.
 */
export const runs = <D extends object, P extends object>(
  of: Job<D, P>,
  handler: (run: JobRun<D, P>) => Promise<unknown>,
  unfinished: (when: 'start' | 'later') => Promise<D[]> = async () => [],
): BoundJob => ({
  plan: of,
  async run(given, { database, ...around }) {
    const data = of.data.parse(given);
    if (!of.once) return handler({ ...around, data, reached: undefined, save: async () => {} });
    const turn = await takeTurn(database, { ...of.once.period(data), progress: of.once.progress });
    if (!turn) return undefined;
    try {
      const result = await handler({ ...around, data, reached: turn.progress, save: turn.save });
      await turn.finish(result);
      return result;
    } catch (error) {
      // Left running: the next start, or the retry of the queue, goes on from what was saved.
      if (!around.signal.aborted)
        await turn.fail(error instanceof Error ? error.message : String(error)).catch(() => {});
      throw error;
    }
  },
  unfinished: async (when) => (await unfinished(when)).map((data) => toSend(of, data)),
});
