// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('game');

/**
 * Installs of a publisher on eight days, and the days after on which each person opens the app: a condition over `day`
 * and `luck`.
 */
async function source(publisher: string, perDay: number, opens: Sql): Promise<void> {
  const persons = sql`(SELECT number, number % 8 AS since, sipHash64(number, ${typed('String', publisher)}) AS who
    FROM numbers(${typed('UInt32', 8 * perDay)}))`;
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, verdict)
    SELECT generateUUIDv4(), 'game', 'install', toDateTime64('2026-03-01 01:00:00', 3, 'UTC') + INTERVAL since DAY + INTERVAL number % 70000 SECOND,
      ${typed('String', publisher)}, 's', who, toString(who), 'clean' FROM ${persons}`);
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, event_name, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-01 01:00:00', 3, 'UTC') + INTERVAL since + day DAY + INTERVAL number % 70000 SECOND,
      ${typed('String', publisher)}, 's', who, toString(who), 'session_start', 'clean'
    FROM (SELECT *, arrayJoin(range(1, 14)) AS day, (sipHash64(who, 9) % 10000) / 10000 AS luck FROM ${persons})
    WHERE since + day < 15 AND (${opens})`);
}
/** Those who stay become fewer as a power of the days. */
const usual = sql`luck < 0.4 * pow(day, -0.5)`;
const others = async () => {
  for (const name of ['north', 'south', 'east', 'west']) await source(name, 60, usual);
};

async function breaks(): Promise<Record<string, number | null>> {
  await sweep({ from: '2026-03-01', to: '2026-03-15' });
  const rows = await ch.query<{ publisher: string; drop: number | null }>(
    sql`SELECT toString(publisher) AS publisher, round(source_stay_break, 2) AS drop FROM source_fact FINAL
      WHERE level = 'sub_publisher' AND family = 'install' AND day = '2026-03-08'`,
  );
  return Object.fromEntries(rows.map((row) => [row.publisher, row.drop]));
}
const called = () =>
  ch.query(
    sql`SELECT DISTINCT toString(publisher) AS publisher, toString(verdict) AS verdict FROM traffic WHERE has(hits, 'gone_at_once')`,
  );

describe('people who leave on the same day', { timeout: 120_000 }, () => {
  it('make the installs of their source suspect, though as many as elsewhere came until then', async () => {
    await others();
    await source('paid', 60, sql`luck < 0.4 * pow(day, -0.5) * if(day > 3, 0.1, 1)`);
    const { paid, north } = await breaks();
    expect(paid).toBeLessThan(0.4);
    expect(north).toBeGreaterThan(0.8);
    expect(await called()).toEqual([{ publisher: 'paid', verdict: 'suspect' }]);
  });

  it('are not those of a source that keeps fewer from the first day on, or loses them sooner and steadily', async () => {
    await others();
    await source('mild', 60, sql`luck < 0.2 * pow(day, -0.5)`);
    await source('useful', 60, sql`luck < 0.4 * pow(day, -0.7)`);
    const { mild, useful } = await breaks();
    expect(mild).toBeGreaterThan(0.8);
    expect(useful).toBeGreaterThan(0.75);
    expect(await called()).toEqual([]);
  });

  it('are unknown below a hundred installs', async () => {
    await others();
    await source('few', 12, sql`day < 3 AND luck < 0.5`);
    expect((await breaks()).few).toBeNull();
  });

  it('are measured against organic traffic where there is enough of it', async () => {
    await source('organic', 60, usual);
    await source('paid', 60, sql`luck < 0.4 * pow(day, -0.5) * if(day > 3, 0.1, 1)`);
    expect((await breaks()).paid).toBeLessThan(0.4);
  });
});
