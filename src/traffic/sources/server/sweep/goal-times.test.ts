// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('game');

/** Installs of a day, of which each `every`-th person gets to an event between some minute and `spread` times that. */
async function source(
  publisher: string,
  installs: number,
  { every, minutes, spread, each = 1 }: { every: number; minutes: number; spread: number; each?: number },
): Promise<void> {
  const persons = sql`(SELECT number, sipHash64(number, ${typed('String', publisher)}) AS who FROM numbers(${typed('UInt32', installs)}))`;
  const installed = sql`toDateTime64('2026-03-02 01:00:00', 3, 'UTC') + number`;
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, verdict)
    SELECT generateUUIDv4(), 'game', 'install', ${installed}, ${typed('String', publisher)}, 's', who, toString(who), 'clean' FROM ${persons}`);
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, event_name, install_time, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event',
      ${installed} + toUInt32(60 * ${typed('Float64', minutes)} * pow(${typed('Float64', spread)}, (sipHash64(who, 3) % 1000) / 1000)) + again,
      ${typed('String', publisher)}, 's', who, toString(who), 'level_10', ${installed}, 'clean'
    FROM (SELECT *, arrayJoin(range(${typed('UInt32', each)})) AS again FROM ${persons}) WHERE number % ${typed('UInt32', every)} = 0`);
}
/** One in five gets there, between twenty minutes and twenty hours after the install. */
const PEOPLE = { every: 5, minutes: 20, spread: 60 };
const others = async () => {
  for (const name of ['north', 'south', 'east', 'west']) await source(name, 400, PEOPLE);
};

async function times(): Promise<Record<string, number | null>> {
  await sweep({ from: '2026-03-02', to: '2026-03-04' });
  const rows = await ch.query<{ publisher: string; times: number | null }>(
    sql`SELECT toString(publisher) AS publisher, round(source_goal_times, 2) AS times FROM source_fact FINAL
      WHERE level = 'sub_publisher' AND family = 'install' AND day = '2026-03-02'`,
  );
  return Object.fromEntries(rows.map((row) => [row.publisher, row.times]));
}
const called = () =>
  ch.query(
    sql`SELECT DISTINCT toString(publisher) AS publisher, toString(kind) AS kind, toString(verdict) AS verdict FROM traffic WHERE has(hits, 'same_goal_times')`,
  );

describe('people who all reach one goal at the same time', { timeout: 120_000 }, () => {
  it('make the installs of their source suspect', async () => {
    await others();
    await source('paid', 60, { every: 1, minutes: 40, spread: 1.8 });
    const { paid, north } = await times();
    expect(paid).toBeGreaterThan(5);
    expect(north).toBeLessThan(1.5);
    expect(await called()).toEqual([{ publisher: 'paid', kind: 'install', verdict: 'suspect' }]);
  });

  it('are found where half of the other publishers are such', async () => {
    for (const name of ['north', 'south', 'east', 'west', 'centre']) await source(name, 400, PEOPLE);
    for (const name of ['one', 'two', 'three']) await source(name, 60, { every: 1, minutes: 40, spread: 1.8 });
    const { one, two, north } = await times();
    expect(Math.min(one ?? 0, two ?? 0)).toBeGreaterThan(3);
    expect(north).toBeLessThan(1.5);
  });

  it('are not those who get there as soon as others do, or within ten minutes, or a few who do it a hundred times', async () => {
    for (const name of ['north', 'south', 'east', 'west'])
      await source(name, 120, { every: 1, minutes: 40, spread: 1.8 });
    await source('alike', 60, { every: 1, minutes: 40, spread: 1.8 });
    await source('tutorial', 60, { every: 1, minutes: 2, spread: 4 });
    await source('whale', 60, { every: 20, minutes: 90, spread: 1.2, each: 100 });
    const found = await times();
    for (const name of ['alike', 'tutorial', 'whale']) expect(found[name] ?? 0).toBeLessThan(1.5);
    expect(await called()).toEqual([]);
  });

  it('are unknown below thirty persons, and where nobody else has installs', async () => {
    await source('paid', 60, { every: 1, minutes: 40, spread: 1.8 });
    expect((await times()).paid ?? null).toBeNull();
    await others();
    await source('few', 25, { every: 1, minutes: 40, spread: 1.8 });
    expect((await times()).few ?? null).toBeNull();
  });
});
