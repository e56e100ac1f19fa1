import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { systemScope } from '../access/scope.ts';
import { job, nothing, runs } from './job.ts';
import { jobCounts } from './job-overview.ts';
import { type Jobs, openJobs } from './jobs.ts';

const database = useDatabase();
let jobs: Jobs;
const errors: Error[] = [];
const named = z.strictObject({ name: z.string() });
const WAIT = { timeout: 20_000, interval: 50 };

beforeAll(async () => {
  jobs = await openJobs(database, { onError: (error) => errors.push(error) });
  return () => jobs.close();
});
afterEach(() => expect(errors.splice(0)).toEqual([]));

const rows = async (text: string) => (await database.pool.query(text)).rows;

describe('jobs', () => {
  test('are tried again after a failure until they succeed, and each failure is told', async () => {
    const tries: unknown[] = [];
    const told: unknown[] = [];
    const stumbling = job({ name: 'stumbling', data: z.strictObject({ n: z.number() }), retries: 3, retrySeconds: 0 });
    const handler = async ({ data }: { data: unknown }) => {
      tries.push(data);
      if (tries.length < 3) throw new Error('not yet');
    };
    await jobs.start([runs(stumbling, handler)], [], (error, name) => told.push([String(error), name]));
    await jobs.enqueue(stumbling, { n: 1 });
    await vi.waitFor(() => expect(tries).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]), WAIT);
    expect(told).toEqual([1, 2].map(() => ['Error: not yet', 'stumbling']));
  });

  test('that ran when the program was killed are tried again at once, or have failed where that was their only try', async () => {
    const done: string[] = [];
    const again = job({ name: 'killed-again', data: named, retries: 1 });
    const once = job({ name: 'killed-once', data: named, retries: 0 });
    const handler = async ({ data }: { data: { name: string } }) => done.push(data.name);
    const both = [runs(again, handler), runs(once, handler)];
    await jobs.declare(both);
    await jobs.enqueue(again, { name: 'again' });
    await jobs.enqueue(once, { name: 'once' });
    // As a kill leaves them: taken, and nobody there who works on them.
    await rows("UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name LIKE 'killed-%'");
    await jobs.start(both);
    await vi.waitFor(() => expect(done).toEqual(['again']), WAIT);
    expect(await rows("SELECT state::text FROM pgboss.job WHERE name = 'killed-once'")).toEqual([{ state: 'failed' }]);
  });

  test('with one key wait only once; without a key each one runs', async () => {
    const done: string[] = [];
    const keyed = job({ name: 'keyed', data: named, key: () => 'shop' });
    const free = job({ name: 'free', data: named });
    const handler = async ({ data }: { data: { name: string } }) => done.push(data.name);
    await jobs.start([runs(keyed, handler), runs(free, handler)]);
    expect(await jobs.enqueue(keyed, { name: 'one' }, { startAfterSeconds: 1 })).not.toBeNull();
    expect(await jobs.enqueue(keyed, { name: 'again' }, { startAfterSeconds: 1 })).toBeNull();
    await jobs.enqueue(free, { name: 'two' });
    await jobs.enqueue(free, { name: 'three' });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['one', 'three', 'two']), WAIT);
  });

  test('that look at figures run after whatever changed some and went well, past the queues too, and not after it failed', async () => {
    const done: string[] = [];
    const first = job({ name: 'first', data: named, retries: 0, changes: 'figures' });
    const follower = job({ name: 'follower', data: nothing, after: 'figures' });
    const handler = async ({ data }: { data: { name: string } }) => {
      done.push(data.name);
      if (data.name === 'broken') throw new Error('broken');
    };
    await jobs.start([runs(first, handler), runs(follower, async () => done.push('followed'))]);
    await jobs.enqueue(first, { name: 'broken' });
    await vi.waitFor(() => expect(done).toEqual(['broken']), WAIT);
    await jobs.enqueue(first, { name: 'well' });
    await vi.waitFor(() => expect(done).toEqual(['broken', 'well', 'followed']), WAIT);
    await jobs.figuresChanged();
    await vi.waitFor(() => expect(done).toEqual(['broken', 'well', 'followed', 'followed']), WAIT);
  });

  test('that nobody has declared are an error, not lost', async () => {
    await expect(jobs.enqueue(job({ name: 'nobody', data: nothing }), {})).rejects.toThrow(
      'No job queue is called nobody',
    );
  });

  test('with data that are not theirs are refused before they are stored, and when they are run', async () => {
    const counted = job({ name: 'counted', data: z.strictObject({ id: z.number().int() }) });
    const bound = runs(counted, async () => {});
    await jobs.start([bound]);
    await expect(jobs.enqueue(counted, { id: 0.5 })).rejects.toThrow('"expected": "int"');
    expect(await rows("SELECT * FROM pgboss.job WHERE name = 'counted'")).toEqual([]);
    const { signal } = new AbortController();
    const run = bound.run(
      { number: 1 },
      { database, scope: systemScope(), signal, show: () => {}, enqueue: jobs.enqueue },
    );
    await expect(run).rejects.toThrow('"expected": "number"');
  });

  test('of one queue run one after the other', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const single = job({ name: 'single', data: nothing });
    const handler = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
      done++;
    };
    await jobs.start([runs(single, handler)]);
    await Promise.all([1, 2, 3].map(() => jobs.enqueue(single, {})));
    await vi.waitFor(() => expect(done).toBe(3), WAIT);
    expect(most).toBe(1);
  });

  test('can be put on a schedule', async () => {
    await jobs.start([runs(job({ name: 'nightly', data: nothing, cron: '15 3 * * *' }), async () => {})]);
    expect(await rows("SELECT cron, timezone FROM pgboss.schedule WHERE name = 'nightly'")).toEqual([
      { cron: '15 3 * * *', timezone: 'UTC' },
    ]);
  });

  test('show how far they are while they run, and no longer', async () => {
    let end = () => {};
    const long = job({ name: 'long', data: nothing });
    const handler = async ({ show }: { show: (share: number) => void }) => {
      show(0.25);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    await jobs.start([runs(long, handler)]);
    await jobs.enqueue(long, {});
    const shown = async () => (await jobCounts(systemScope(), database)).find(({ queue }) => queue === 'long');
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ running: 1, progress: 0.25 }), WAIT);
    end();
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ done: 1, progress: null }), WAIT);
  });
});

describe('after a kill, which leaves a job standing as one that runs', () => {
  test('the next start goes on with what is unfinished, where it got to, and its period has one result', async () => {
    const counting = job({
      name: 'counting',
      data: z.strictObject({ day: z.string() }),
      once: { period: ({ day }) => ({ job: 'counting', period: day }), progress: z.object({ reached: z.number() }) },
    });
    const seen: unknown[] = [];
    const left = () => rows("SELECT period AS day FROM job_run WHERE state = 'running'");
    const bound = runs(
      counting,
      async ({ data, reached, save, signal }) => {
        seen.push(reached);
        if (seen.length === 1) {
          await save({ reached: 3 });
          await new Promise((_, stop) => signal.addEventListener('abort', stop));
        }
        return { day: data.day };
      },
      left,
    );
    const killed = await openJobs(database);
    await killed.start([bound]);
    await killed.enqueue(counting, { day: '2026-11-20' });
    await vi.waitFor(
      async () => expect(await rows('SELECT progress FROM job_run')).toEqual([{ progress: { reached: 3 } }]),
      WAIT,
    );
    await jobs.start([bound]);
    await vi.waitFor(
      async () =>
        expect(await rows('SELECT state, fence, result FROM job_run')).toEqual([
          { state: 'done', fence: 2, result: { day: '2026-11-20' } },
        ]),
      WAIT,
    );
    await jobs.enqueue(counting, { day: '2026-11-20' });
    await vi.waitFor(
      async () =>
        expect(await rows("SELECT id FROM pgboss.job WHERE name = 'counting' AND state = 'completed'")).toHaveLength(2),
      WAIT,
    );
    expect(seen).toEqual([undefined, { reached: 3 }]);
    await killed.close();
  });

  test('what has a queue that looks is found again while the program runs', async () => {
    const asked: string[] = [];
    const found: number[] = [];
    const looked = job({
      name: 'looked-for',
      data: z.strictObject({ id: z.number() }),
      resume: { queue: 'look', cron: '0 0 1 1 *' },
    });
    await jobs.start([
      runs(
        looked,
        async ({ data }) => found.push(data.id),
        async (when) => {
          asked.push(when);
          return [{ id: asked.length }];
        },
      ),
    ]);
    await jobs.enqueue(job({ name: 'look', data: nothing }), {});
    await vi.waitFor(() => expect(found).toEqual([1, 2]), WAIT);
    expect(asked).toEqual(['start', 'later']);
  });
});
