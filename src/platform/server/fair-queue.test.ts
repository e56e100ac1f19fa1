import { describe, expect, it } from 'vitest';
import { QueryCancelled } from './clickhouse/query-errors.ts';
import { FairQueue } from './fair-queue.ts';

/** Works that end when they are told to, and the order in which they began. */
function works(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): Promise<string> =>
    queue.run(
      name.slice(0, 1),
      () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

describe('long work in turns', () => {
  it('runs at most so much at once, and goes on after a failure', async () => {
    const queue = new FairQueue({ atOnce: 2, waitingEach: 10 });
    let running = 0;
    let most = 0;
    const done = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        queue.run(`person ${index % 3}`, async () => {
          most = Math.max(most, ++running);
          await new Promise(setImmediate);
          running--;
          if (index % 2 === 0) throw new Error('Failed');
        }),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')),
    );
    expect([most, queue.running, queue.waiting]).toEqual([2, 0, 0]);
  });

  it('lets another person wait for one work of whoever has asked for forty', async () => {
    const { begun, ask, end } = works(new FairQueue({ atOnce: 1, waitingEach: 100 }));
    for (let index = 1; index <= 40; index++) void ask(`a${index}`);
    void ask('b1');
    void ask('b2');
    void ask('c1');
    await new Promise(setImmediate);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('refuses what a person would have waiting beyond the bound, with a time to come back, and takes others', async () => {
    const { ask } = works(new FairQueue({ atOnce: 1, waitingEach: 2 }));
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await expect(ask('a4')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 5 });
    await expect(Promise.race([ask('b1'), new Promise((resolve) => setImmediate(resolve, 'waits'))])).resolves.toBe(
      'waits',
    );
  });

  it('forgets whoever goes away while waiting, at once', async () => {
    const queue = new FairQueue({ atOnce: 1, waitingEach: 1 });
    const { begun, ask, end } = works(queue);
    const caller = new AbortController();
    void ask('a1');
    const left = ask('a2', caller.signal);
    caller.abort();
    await expect(left).rejects.toThrow(QueryCancelled);
    expect(queue.waiting).toBe(0);
    await expect(ask('a3', caller.signal)).rejects.toThrow(QueryCancelled);
    void ask('a4');
    await end('a1');
    expect(begun).toEqual(['a1', 'a4']);
  });
});
