// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('shop', 'web');

const clicks = (publisher: string, count: number, seconds: Sql) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, impression_to_click_seconds, verdict)
    SELECT generateUUIDv4(), 'shop', 'click', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's', ${seconds}, 'clean'
    FROM (SELECT number, (sipHash64(number, 1) % 1000) / 1000 AS luck FROM numbers(${typed('UInt32', count)}))`);
/** From a second to half a minute and more, as people do. */
const people = sql`toInt32(exp(0.5 + 4 * luck))`;

async function shares(): Promise<Record<string, number | null>> {
  await sweep({ from: '2026-03-02', to: '2026-03-02' });
  const rows = await ch.query<{ publisher: string; share: number | null }>(
    sql`SELECT toString(publisher) AS publisher, round(source_click_delay_share) AS share FROM source_fact FINAL WHERE level = 'sub_publisher'`,
  );
  return Object.fromEntries(rows.map((row) => [row.publisher, row.share]));
}

describe('the time between impression and click', { timeout: 120_000 }, () => {
  it('makes clicks suspect where most take the same few seconds', async () => {
    for (const name of ['north', 'south', 'east', 'west']) await clicks(name, 300, people);
    await clicks('robot', 300, sql`if(luck < 0.25, toInt32(exp(0.5 + 16 * luck)), 2 + toInt32(number % 2))`);
    const { robot, north } = await shares();
    expect(robot).toBeGreaterThan(65);
    expect(north).toBeLessThan(40);
    const found = await ch.query(
      sql`SELECT DISTINCT toString(publisher) AS publisher, toString(verdict) AS verdict FROM traffic WHERE has(hits, 'alike_delays')`,
    );
    expect(found).toEqual([{ publisher: 'robot', verdict: 'suspect' }]);
    // The people among them take their time, and are left alone.
    const delays = await ch.query<{ called: number; least: number; most: number }>(
      sql`SELECT has(hits, 'alike_delays') AS called, min(impression_to_click_seconds) AS least, max(impression_to_click_seconds) AS most
        FROM traffic WHERE publisher = 'robot' GROUP BY called ORDER BY called`,
    );
    expect(delays[1]).toEqual({ called: 1, least: 2, most: 3 });
    expect(delays[0]?.most).toBeGreaterThan(30);
  });

  it('says nothing below a hundred clicks, of clicks in the second of their impression, and where all sources are so', async () => {
    for (const name of ['north', 'south', 'east', 'west']) await clicks(name, 300, people);
    await clicks('few', 90, sql`2`);
    await clicks('batched', 300, sql`0`);
    expect(await shares()).toEqual({ few: null, north: 18, south: 18, east: 18, west: 18, batched: 0 });
    await ch.command(sql`TRUNCATE TABLE traffic`);
    for (const name of ['north', 'south', 'east', 'west', 'fifth']) await clicks(name, 300, sql`3`);
    expect(Object.values(await shares()).filter((share) => share !== null)).toEqual([]);
  });
});
