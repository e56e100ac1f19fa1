import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

it('asks equal questions once while they are under way, and again afterwards', async () => {
  const shared = singleFlight<number>();
  let asked = 0;
  const ask = async () => ++asked;
  expect(await Promise.all([shared('a', ask), shared('a', ask), shared('b', ask)])).toEqual([1, 1, 2]);
  expect(await shared('a', ask)).toBe(3);
});

it('gives a failure to all who wait and does not keep it', async () => {
  const shared = singleFlight<number>();
  const fail = () => Promise.reject(new Error('down'));
  await expect(Promise.allSettled([shared('a', fail), shared('a', fail)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await shared('a', async () => 1)).toBe(1);
});

it('ends the question only when the last one who waits has gone', async () => {
  const shared = singleFlight<string>();
  let ended = false;
  const ask = (signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        ended = true;
        reject(new Error('gone'));
      });
    });
  const [one, two] = [new AbortController(), new AbortController()];
  const answers = Promise.allSettled([shared('a', ask, one.signal), shared('a', ask, two.signal)]);
  one.abort();
  expect(ended).toBe(false);
  two.abort();
  await answers;
  expect(ended).toBe(true);
});
