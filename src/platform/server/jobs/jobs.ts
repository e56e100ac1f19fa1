/** Work that outlives a request: queued in Postgres, retried, one at a time unless said otherwise. */
import type pg from 'pg';
import PgBoss from 'pg-boss';

export interface JobRun<Data> {
  id: string;
  data: Data;
  /** Fires when the program is asked to stop: finish the step at hand and throw, the job will be run again. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** Runs at the same time in this process. */
  concurrency?: number;
  /** Further tries after a failure, each waiting about twice as long as the last. */
  retries?: number;
  /** Seconds before the first retry. */
  retrySeconds?: number;
  /** A run that takes longer counts as failed and is tried again. */
  expireMinutes?: number;
}

export interface Jobs {
  /** Declares a queue and starts working on it. A handler must bear being run twice. */
  define<Data extends object>(
    name: string,
    handler: (run: JobRun<Data>) => Promise<void>,
    options?: JobOptions,
  ): Promise<void>;
  /** The job's id, or null when one with the same `singletonKey` is waiting already. */
  enqueue(
    name: string,
    data: object,
    options?: { singletonKey?: string; startAfterSeconds?: number },
  ): Promise<string | null>;
  /** `cron` in UTC, five fields. Replaces the schedule of that queue. */
  schedule(name: string, cron: string, data?: object): Promise<void>;
  /** Waits up to 20 s for running jobs; what is not done by then runs again after the next start. */
  close(): Promise<void>;
}

export async function openJobs({ pool }: { pool: pg.Pool }, onError: (error: Error) => void = () => {}): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', onError);
  await boss.start();
  const stopping = new AbortController();

  return {
    async define(name, handler, options = {}) {
      const { concurrency = 1, retries = 3, retrySeconds = 5, expireMinutes = 60 } = options;
      const queue: PgBoss.Queue = {
        name,
        // At most one job per key waits; without a key every job gets one of its own.
        policy: 'short',
        retryLimit: retries,
        retryDelay: retrySeconds,
        retryBackoff: true,
        expireInMinutes: expireMinutes,
      };
      await boss.createQueue(name, queue);
      await boss.updateQueue(name, queue);
      for (let worker = 0; worker < concurrency; worker++) {
        await boss.work<Parameters<typeof handler>[0]['data']>(
          name,
          { batchSize: 1, pollingIntervalSeconds: 0.5 },
          async ([job]) => {
            if (job) await handler({ id: job.id, data: job.data, signal: stopping.signal });
          },
        );
      }
    },
    async enqueue(name, data, { singletonKey = crypto.randomUUID(), startAfterSeconds = 0 } = {}) {
      const id = await boss.send(name, data, { singletonKey, startAfter: startAfterSeconds });
      // pg-boss drops a job for an unknown queue as quietly as a duplicate one.
      if (id === null && !(await boss.getQueue(name))) throw new Error(`No job queue is called ${name}`);
      return id;
    },
    schedule: (name, cron, data = {}) => boss.schedule(name, cron, data, { tz: 'UTC' }),
    async close() {
      stopping.abort();
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 });
    },
  };
}
