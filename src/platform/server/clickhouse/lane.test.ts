import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Asker } from '../asker.ts';
import { Lane } from './lane.ts';
import { QueryCancelled } from './query-errors.ts';

const who = (person: string, of = 'shop.example'): Asker => ({ person, package: of });

/** Who gets a place in which order, when `askers` ask one after the other and places become free one by one. */
async function orderOf(size: number, askers: readonly (Asker | undefined)[]): Promise<string[]> {
  const lane = new Lane(Array.from({ length: size }, (_, n) => n));
  const order: string[] = [];
  const holding: { session: number; asker: Asker | undefined }[] = [];
  const all = askers.map(async (asker) => {
    const session = await lane.acquire(undefined, asker);
    order.push(asker?.person ?? 'product');
    holding.push({ session, asker });
  });
  for (let left = askers.length; left > 0; left--) {
    await setImmediate();
    const done = holding.shift();
    if (done) lane.release(done.session, done.asker);
  }
  await Promise.all(all);
  return order;
}

it('serves in order of arrival those who ask once', async () => {
  expect(await orderOf(1, [who('a'), who('b'), who('c')])).toEqual(['a', 'b', 'c']);
});

it('gives the next place to the person who holds fewest, however many questions of another wait', async () => {
  const flood = Array.from({ length: 40 }, () => who('a'));
  const order = await orderOf(4, [...flood, who('b'), who('b')]);
  expect(order).toHaveLength(42);
  // Three places are held by the flood; the fourth was kept for others.
  expect(order.slice(0, 4)).toEqual(['a', 'a', 'a', 'b']);
  expect(order.indexOf('b', 4)).toBeLessThan(8);
});

it('takes turns where there is one place only', async () => {
  const order = await orderOf(1, [who('a'), who('a'), who('a'), who('a'), who('b'), who('b')]);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
});

it('shares between packages before it shares between people', async () => {
  const crowd = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => [who(name, 'big.example'), who(name, 'big.example')]);
  const order = await orderOf(2, [...crowd, who('z', 'small.example')]);
  expect(order.indexOf('z')).toBeLessThan(4);
});

it('lets nobody in twice for one place, and whoever leaves the queue does not hold one', async () => {
  const lane = new Lane(['only']);
  const first = await lane.acquire(undefined, who('a'));
  const stop = new AbortController();
  const leaving = lane.acquire(stop.signal, who('b'));
  const next = lane.acquire(undefined, who('c'));
  stop.abort();
  await expect(leaving).rejects.toBeInstanceOf(QueryCancelled);
  expect([lane.running, lane.waiting]).toEqual([1, 1]);
  lane.release(first, who('a'));
  expect(await next).toBe('only');
  lane.release('only', who('c'));
  expect([lane.running, lane.waiting]).toEqual([0, 0]);
});
