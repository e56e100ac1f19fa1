import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { systemScope } from '../access/scope.ts';
import { type JobRun, job, runs } from './job.ts';
import { cancelJob, JobCancelled } from './job-cancel.ts';
import { openJobList } from './job-overview.ts';
import { type Jobs, openJobs } from './jobs.ts';

const database = useDatabase();
let jobs: Jobs;
const errors: Error[] = [];
const WAIT = { timeout: 20_000, interval: 50 };

beforeAll(async () => {
  jobs = await openJobs(database, { onError: (error) => errors.push(error) });
  return () => jobs.close();
});
afterEach(() => expect(errors.splice(0)).toEqual([]));

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const stateOf = async (id: string) => (await rows('SELECT state FROM pgboss.job WHERE id = $1', [id]))[0]?.state;
const openOf = async (queue: string) =>
  (await openJobList(systemScope(), database)).filter((each) => each.queue === queue);

type Run = Pick<JobRun<{ name: string }, { step: number }>, 'signal' | 'save' | 'reached' | 'data'>;

/** Counts steps until it is told to stop, and leaves its period open. */
function stepping(name: string, handler?: (run: Run) => Promise<unknown>) {
  const seen: { begun: (number | undefined)[]; reason?: unknown } = { begun: [] };
  const declared = job({
    name,
    data: z.strictObject({ name: z.string() }),
    retrySeconds: 0,
    cancel: 'at-next-step' as const,
    once: { period: (data) => ({ job: name, period: data.name }), progress: z.object({ step: z.number() }) },
  });
  const step = async ({ signal, save, reached }: Run) => {
    seen.begun.push(reached?.step);
    for (let at = (reached?.step ?? 0) + 1; at < 1000; at++) {
      if (signal.aborted) seen.reason = signal.reason;
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await save({ step: at });
    }
  };
  const left = async () => rows("SELECT period AS name FROM job_run WHERE job = $1 AND state = 'running'", [name]);
  return { declared, seen, bound: runs(declared, handler ?? step, left) };
}

const begun = async (queue: string): Promise<string> => {
  await vi.waitFor(async () => expect(await openOf(queue)).toMatchObject([{ state: 'running' }]), WAIT);
  return (await openOf(queue))[0]?.id ?? '';
};

describe('a job that is cancelled', () => {
  test('while it waits never runs, and cannot be cancelled again', async () => {
    const { declared, bound, seen } = stepping('waits');
    await jobs.start([bound]);
    const id = (await jobs.enqueue(declared, { name: 'a' }, { startAfterSeconds: 1 })) ?? '';
    expect(await openOf('waits')).toMatchObject([{ id, key: 'waits a', state: 'waiting' }]);
    expect(await cancelJob(systemScope(), database, id, ['waits'])).toEqual({
      queue: 'waits',
      key: 'waits a',
      outcome: 'cancelled',
    });
    expect(await cancelJob(systemScope(), database, id, ['waits'])).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect([await stateOf(id), seen.begun, await openOf('waits')]).toEqual(['cancelled', [], []]);
  });

  test('while it runs in another process stops at its next step, is not tried again, and a second click changes nothing', async () => {
    const { declared, bound, seen } = stepping('runs');
    const other = await openJobs(database);
    await other.start([bound]);
    await jobs.enqueue(declared, { name: 'b' });
    const id = await begun('runs');
    expect(await cancelJob(systemScope(), database, id, ['runs'])).toMatchObject({ outcome: 'cancelling' });
    expect(await cancelJob(systemScope(), database, id, ['runs'])).toMatchObject({ outcome: 'again' });
    expect(await openOf('runs')).toMatchObject([{ state: 'cancelling' }]);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('cancelled'), WAIT);
    expect(seen.reason).toBeInstanceOf(JobCancelled);
    expect(await rows("SELECT state, progress->'step' > '0' AS stepped FROM job_run WHERE job = 'runs'")).toEqual([
      { state: 'running', stepped: true },
    ]);
    await other.close();
    await jobs.start([bound]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(seen.begun).toEqual([undefined]);
  });

  test('and asked for anew goes on from where it stopped, and after a stop of the program as any other', async () => {
    const { declared, bound, seen } = stepping('anew');
    await jobs.start([bound]);
    await jobs.enqueue(declared, { name: 'c' });
    const id = await begun('anew');
    await vi.waitFor(
      async () => expect(await rows("SELECT 1 FROM job_run WHERE progress <> '{}'")).not.toEqual([]),
      WAIT,
    );
    await cancelJob(systemScope(), database, id, ['anew']);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('cancelled'), WAIT);
    await jobs.enqueue(declared, { name: 'c' });
    await begun('anew');
    await vi.waitFor(() => expect(seen.begun).toEqual([undefined, expect.any(Number)]), WAIT);
    expect(await rows("SELECT 1 FROM job_cancel WHERE queue = 'anew'")).toEqual([]);
    expect(await bound.unfinished('start')).toMatchObject([{ key: 'anew c' }]);
    await cancelJob(systemScope(), database, await begun('anew'), ['anew']);
    await vi.waitFor(async () => expect(await openOf('anew')).toEqual([]), WAIT);
  });

  test('after it is done is no job any more; one that is done before it meets a step to stop at is done', async () => {
    let end: (() => void) | undefined;
    const { declared, bound } = stepping('ends', () => new Promise<void>((resolve) => (end = resolve)));
    await jobs.start([bound]);
    await jobs.enqueue(declared, { name: 'd' });
    const id = await begun('ends');
    // Taken from the queue is not yet at work: what ends it is there a moment later.
    await vi.waitFor(() => expect(end).toBeDefined(), WAIT);
    await cancelJob(systemScope(), database, id, ['ends']);
    end?.();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), WAIT);
    expect(await rows("SELECT state FROM job_run WHERE job = 'ends'")).toEqual([{ state: 'done' }]);
    expect(await rows("SELECT 1 FROM job_cancel WHERE queue = 'ends'")).toEqual([]);
    expect(await cancelJob(systemScope(), database, id, ['ends'])).toBeNull();
  });

  test('of a kind that may not be is refused', async () => {
    const { declared, bound } = stepping('fixed');
    await jobs.start([bound]);
    const id = (await jobs.enqueue(declared, { name: 'e' }, { startAfterSeconds: 60 })) ?? '';
    expect(await cancelJob(systemScope(), database, id, ['other'])).toMatchObject({ outcome: 'refused' });
    expect(await stateOf(id)).toBe('created');
  });

  test('and killed before it has stopped is not taken up by the next start', async () => {
    const { declared, bound, seen } = stepping('killed', async ({ save }) => {
      seen.begun.push(undefined);
      await save({ step: 7 });
      // Its process is gone: no step follows, and nobody reads the signal.
      await new Promise(() => {});
    });
    const killed = await openJobs(database);
    await killed.start([bound]);
    await killed.enqueue(declared, { name: 'f' });
    const id = await begun('killed');
    await cancelJob(systemScope(), database, id, ['killed']);
    expect(await bound.unfinished('start')).toMatchObject([{ key: 'killed f' }]);
    await jobs.start([bound]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([await stateOf(id), await openOf('killed'), seen.begun]).toEqual(['cancelled', [], [undefined]]);
    expect(await rows("SELECT state, progress FROM job_run WHERE job = 'killed'")).toEqual([
      { state: 'running', progress: { step: 7 } },
    ]);
    // It waits twenty seconds for a run that never ends; by then its database is gone.
    killed.close().catch(() => {});
  });

  test('is not run by the queue that takes up what expired in a process that died', async () => {
    const { declared, bound, seen } = stepping('expired');
    await jobs.start([bound]);
    const id = (await jobs.enqueue(declared, { name: 'g' }, { startAfterSeconds: 60 })) ?? '';
    await database.pool.query("INSERT INTO job_cancel (queue, key) VALUES ('expired', 'expired g')");
    await database.pool.query("UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE id = $1", [id]);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('cancelled'), WAIT);
    expect(seen.begun).toEqual([]);
  });
});
