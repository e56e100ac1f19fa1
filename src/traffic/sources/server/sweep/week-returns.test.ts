// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');

/** Persons of the publishers, 1,000 for each day. */
const PERSONS = sql`(SELECT number, intDiv(number, 1000) AS since, ['north', 'south', 'east', 'west', 'odd'][number % 5 + 1] AS publisher
  FROM numbers(12000))`;

const inserted = (kind: string, daysAfter: number, who: Sql) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, device_id, verdict)
    SELECT generateUUIDv4(), 'game', ${typed('String', kind)},
      toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + INTERVAL since + ${trusted(String(daysAfter))} DAY + INTERVAL number % 86000 SECOND,
      publisher, concat('s', toString(number % 2)), number + 1, toString(number), 'clean'
    FROM ${PERSONS} WHERE since + ${trusted(String(daysAfter))} < 16 AND (${who})`);

/** Twelve days of installs, 200 of each publisher a day; `odd` fakes the next day and has nobody left after a week. */
async function cohorts(afterWeek: Sql): Promise<void> {
  await inserted('install', 0, sql`true`);
  await inserted('app_event', 1, sql`sipHash64(number) % 3 = 0`);
  await inserted('app_event', 7, afterWeek);
}
const STAYS = sql`sipHash64(number, 7) % 8 = 0`;

const sweep = (span: object = {}) => sweepDays({ from: '2026-03-01', to: '2026-03-16', ...span });
const called = () =>
  ch.query<{ publisher: string; verdict: string; rule: string; from: string }>(
    sql`SELECT toString(publisher) AS publisher, toString(verdict) AS verdict, arrayJoin(hits) AS rule, toString(min(toDate(ts))) AS from
      FROM traffic WHERE rule IN ('few_returns', 'gone_after_week') GROUP BY publisher, verdict, rule ORDER BY ALL`,
  );
const facts = () => ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_fact FINAL ORDER BY ALL`);

describe('people who are gone after a week', { timeout: 120_000 }, () => {
  it('make the next installs of their source suspect, however many came on the next day', async () => {
    await cohorts(sql`publisher != 'odd' AND ${STAYS}`);
    await sweep();
    expect(await called()).toEqual([
      { publisher: 'odd', verdict: 'suspect', rule: 'gone_after_week', from: '2026-03-03' },
    ]);
    const counted = await ch.query(
      sql`SELECT publisher, stay_cohorts[7] AS cohort, stayed[7] > 10 AS stayed_on FROM source_day FINAL
        WHERE family = 'install' AND level = 'publisher' AND day = '2026-03-09' AND publisher IN ('odd', 'north') ORDER BY publisher`,
    );
    expect(counted).toEqual([
      { publisher: 'north', cohort: 200, stayed_on: 1 },
      { publisher: 'odd', cohort: 200, stayed_on: 0 },
    ]);
  });

  it('say nothing where the source is like the others', async () => {
    await cohorts(STAYS);
    await sweep();
    expect(await called()).toEqual([]);
  });

  it('are unknown below 100 installs, and where the app has no events a week later', async () => {
    await cohorts(sql`publisher != 'odd' AND ${STAYS}`);
    await ch.command(
      sql`DELETE FROM traffic WHERE publisher = 'odd' AND kind = 'install' AND sipHash64(person) % 20 != 0`,
    );
    await sweep();
    expect(await called()).toEqual([]);
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await cohorts(sql`false`);
    await sweep();
    expect(await called()).toEqual([]);
  });

  it('are the same whether their installs or their returns came first', async () => {
    await cohorts(sql`publisher != 'odd' AND ${STAYS}`);
    await sweep();
    const whole = await facts();
    await ch.command(
      sql`CREATE OR REPLACE TABLE late ENGINE = Memory AS SELECT * FROM traffic WHERE ts < '2026-03-05'`,
    );
    await ch.command(sql`DELETE FROM traffic WHERE ts < '2026-03-05'`);
    await sweep();
    expect(await facts()).not.toEqual(whole);
    await ch.command(sql`INSERT INTO traffic SELECT * FROM late`);
    await sweep({ to: '2026-03-04' });
    expect(await facts()).toEqual(whole);
  });
});
