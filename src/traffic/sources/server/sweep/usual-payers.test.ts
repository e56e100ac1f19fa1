// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('game');

/** Installs from a country of which each `every`-th person pays, an hour later. */
async function source(publisher: string, installs: number, country: string, every: number): Promise<void> {
  const persons = sql`(SELECT number, sipHash64(number, ${typed('String', `${publisher} ${country}`)}) AS who
    FROM numbers(${typed('UInt32', installs)}))`;
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, declared_country, verdict)
    SELECT generateUUIDv4(), 'game', 'install', toDateTime64('2026-03-02 01:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      who, toString(who), ${typed('String', country)}, 'clean' FROM ${persons}`);
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, event_name, revenue, currency, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-02 02:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      who, toString(who), 'purchase', 4.99, 'EUR', 'clean' FROM ${persons} WHERE number % ${typed('UInt32', every)} = 0`);
}

/** Use of the app until the day is long over, so that who comes back on the next one is known. */
const daysAfter = () =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, person, event_name, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-03 00:00:00', 3, 'UTC') + INTERVAL number DAY, 'north', number + 1,
      'session_start', 'clean' FROM numbers(3)`);

async function ratios(): Promise<Record<string, number | null>> {
  await daysAfter();
  await sweep({ from: '2026-03-02', to: '2026-03-05' });
  const rows = await ch.query<{ publisher: string; ratio: number | null }>(
    sql`SELECT toString(publisher) AS publisher, round(source_payer_ratio, 2) AS ratio FROM source_fact FINAL
      WHERE level = 'sub_publisher' AND family = 'install' AND day = '2026-03-02'`,
  );
  return Object.fromEntries(rows.map((row) => [row.publisher, row.ratio]));
}
const called = () =>
  ch.query(
    sql`SELECT DISTINCT toString(publisher) AS publisher, toString(kind) AS kind, toString(verdict) AS verdict FROM traffic WHERE has(hits, 'many_payers')`,
  );
/** One in twelve pays in Sweden, one in a hundred in India. */
async function others(): Promise<void> {
  for (const name of ['north', 'south', 'east', 'west']) {
    await source(name, 600, 'SE', 12);
    await source(name, 600, 'IN', 100);
  }
}

describe('people who pay', { timeout: 120_000 }, () => {
  it('make their payments suspect where far more do than elsewhere', async () => {
    await others();
    await source('script', 150, 'SE', 3);
    const { script, north } = await ratios();
    expect(script).toBeGreaterThan(2.5);
    expect(north).toBeLessThan(1);
    expect(await called()).toEqual([{ publisher: 'script', kind: 'app_event', verdict: 'suspect' }]);
  });

  it('are compared country by country: a rich market alone is nothing odd, the same share of a poor one is', async () => {
    await others();
    await source('rich', 400, 'SE', 12);
    await source('poor', 400, 'IN', 12);
    const { rich, poor } = await ratios();
    expect(rich).toBeLessThan(1);
    expect(poor).toBeGreaterThan(3);
    expect(await called()).toEqual([{ publisher: 'poor', kind: 'app_event', verdict: 'suspect' }]);
  });

  it('count as from an unknown country where a source reports none there is', async () => {
    await others();
    await source('script', 150, 'constructor', 3);
    expect((await ratios()).script).toBeGreaterThan(2);
    expect(await called()).toEqual([{ publisher: 'script', kind: 'app_event', verdict: 'suspect' }]);
    const countries = await ch.query<{ country: string }>(
      sql`SELECT DISTINCT arrayJoin(mapKeys(cohort_countries)) AS country FROM source_day FINAL ORDER BY country`,
    );
    expect(countries.map(({ country }) => country)).toEqual(['', 'IN', 'SE']);
  });

  it('are unknown below thirty installs, and where nobody else has any', async () => {
    await others();
    await source('few', 20, 'SE', 2);
    expect((await ratios()).few).toBeUndefined();
    await ch.command(sql`DELETE FROM traffic WHERE publisher != 'few' AND revenue > 0`);
    await source('alone', 200, 'SE', 2);
    expect((await ratios()).alone ?? null).toBeNull();
  });

  it('are no sign of anything where nobody was paid to bring them', async () => {
    await others();
    await source('Organic', 80, 'SE', 4);
    await source('paid', 80, 'SE', 4);
    const { Organic, paid } = await ratios();
    expect([Organic, paid && paid > 1.75]).toEqual([null, true]);
    expect(await called()).toEqual([{ publisher: 'paid', kind: 'app_event', verdict: 'suspect' }]);
  });

  it('count once, however often one of them pays', async () => {
    await others();
    await source('whale', 60, 'SE', 12);
    await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, event_name, revenue, currency, verdict)
      SELECT generateUUIDv4(), 'game', 'app_event', ts + times, 'whale', 's', person, device_id, 'purchase', 4.99, 'EUR', 'clean'
      FROM (SELECT *, arrayJoin(range(1, 41)) AS times FROM traffic WHERE publisher = 'whale' AND revenue > 0)`);
    expect((await ratios()).whale).toBeLessThan(1);
    expect(await called()).toEqual([]);
  });
});
