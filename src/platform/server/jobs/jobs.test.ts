import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { type Jobs, openJobs } from './jobs.ts';

const database = useDatabase();
let jobs: Jobs;
const errors: Error[] = [];

beforeAll(async () => {
  jobs = await openJobs(database, (error) => errors.push(error));
  return () => jobs.close();
});
afterEach(() => expect(errors.splice(0)).toEqual([]));

describe('jobs', () => {
  test('are tried again after a failure until they succeed', async () => {
    const tries: unknown[] = [];
    await jobs.define(
      'stumbling',
      async ({ data }) => {
        tries.push(data);
        if (tries.length < 3) throw new Error('not yet');
      },
      { retries: 3, retrySeconds: 0 },
    );
    await jobs.enqueue('stumbling', { n: 1 });
    await vi.waitFor(() => expect(tries).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]), { timeout: 20_000, interval: 50 });
  });

  test('with one key wait only once; without a key each one runs', async () => {
    const done: string[] = [];
    await jobs.define<{ name: string }>('later', async ({ data }) => void done.push(data.name));
    const options = { singletonKey: 'shop', startAfterSeconds: 1 };
    expect(await jobs.enqueue('later', { name: 'one' }, options)).not.toBeNull();
    expect(await jobs.enqueue('later', { name: 'again' }, options)).toBeNull();
    await jobs.enqueue('later', { name: 'two' });
    await jobs.enqueue('later', { name: 'three' });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['one', 'three', 'two']), { timeout: 20_000, interval: 50 });
  });

  test('for a queue nobody has defined are an error, not lost', async () => {
    await expect(jobs.enqueue('nobody', {})).rejects.toThrow('No job queue is called nobody');
  });

  test('of one queue run one after the other', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    await jobs.define('single', async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
      done++;
    });
    await Promise.all([1, 2, 3].map(() => jobs.enqueue('single', {})));
    await vi.waitFor(() => expect(done).toBe(3), { timeout: 20_000, interval: 50 });
    expect(most).toBe(1);
  });

  test('can be put on a schedule', async () => {
    await jobs.define('nightly', async () => {});
    await jobs.schedule('nightly', '15 3 * * *');
    const { rows } = await database.pool.query("SELECT cron, timezone FROM pgboss.schedule WHERE name = 'nightly'");
    expect(rows).toEqual([{ cron: '15 3 * * *', timezone: 'UTC' }]);
  });
});
