import { expect, it } from 'vitest';
import { cleanClick, OWN, times, useCollector } from '../testing/use-collector.ts';
import { forget } from './upkeep-jobs.ts';

const live = useCollector();
const HOUR_MS = 3_600_000;

it('a source that stopped is told first, and one that sends half of what it sent a day before, by key and by publisher', async () => {
  const { clock } = live.app;
  const begin = clock.now();
  const { secret: steady } = await live.makeKey('Steady');
  const { secret: stopped } = await live.makeKey('Stopped');
  await live.makeKey('Never used');
  let id = 0;
  const send = async (key: string, publisher: string, n: number) => {
    const ts = clock.now().toISOString();
    await live.send(
      times(n, () => ({ ...cleanClick(1), event_id: `f-${id++}`, ts, publisher })),
      { key },
    );
  };
  const sources = async () => {
    await live.load();
    const { data } = (await live.app.get(`/api/live-traffic/sources?package_name=${OWN}`, live.admin)).body;
    return data.map((row: Record<string, unknown>) => [row['name'], row['state'], row['hour'], row['day_before']]);
  };
  const written = (n: number) =>
    expect.poll(() => live.count("sender_note WHERE note = 'span'"), { timeout: 5000, interval: 50 }).toBe(n);
  clock.set(new Date(begin.getTime() - 24 * HOUR_MS));
  await send(steady, 'North', 30);
  await send(stopped, 'South', 20);
  await written(2);
  clock.set(begin);
  await send(steady, 'North', 12);
  await written(3);
  // Inside of the ten minutes that run nothing is compared yet.
  clock.set(new Date(clock.now().getTime() + 15 * 60_000));
  expect(await sources()).toEqual([
    ['Stopped', 'silent', 0, 20],
    ['South', 'silent', 0, 20],
    ['Steady', 'fewer', 12, 30],
    ['North', 'fewer', 12, 30],
    ['Never used', 'unused', 0, 0],
    ['Server', 'unused', 0, 0],
  ]);
  await send(steady, 'North', 3);
  await written(4);
  clock.set(new Date(clock.now().getTime() + 10 * 60_000));
  expect((await sources()).find(([name]: [string]) => name === 'Steady')).toEqual(['Steady', 'flows', 15, 30]);

  clock.set(new Date(clock.now().getTime() + 47.5 * HOUR_MS));
  await forget({ database: live.app.context.database, now: () => clock.now() });
  expect(await live.count("sender_note WHERE note = 'span'")).toBe(2);
  clock.set(begin);
});
