import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { because } from '../judge/testing/because.ts';
import { sweepPackage } from './sweep-package.ts';

const ch = useClickHouse();
const database = useDatabase();
const SPAN = { package: 'game', from: '2026-03-01', to: '2026-03-14' };

beforeAll(() =>
  createPackage(database, {
    ...{ name: 'game', title: 'Game', platform: 'app', timeZone: 'UTC', currency: 'EUR', dashboardTypes: [] },
  }),
);
beforeEach(async () => {
  for (const table of [sql`traffic`, sql`source_day`, sql`source_fact`]) await ch.command(sql`TRUNCATE TABLE ${table}`);
});

/**
 * Two weeks of installs, alike over all publishers but for `odd`, whose installs come any time of the day after their
 * click. Small is honest and has hardly any.
 */
const installs = () =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, ip, ip_class, device_id, device_model, device_id_class, ctit_seconds, verdict)
    SELECT reinterpretAsUUID(sipHash128(number)), 'game', 'install', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + number * 140,
      ['north', 'south', 'east', 'west', 'odd', 'small'][if(number % 100 = 0, 6, number % 5 + 1)] AS who,
      if(who = 'odd', ['o1', 'o2'][intDiv(number, 5) % 2 + 1], 's'), number + 1,
      toIPv6(concat('::ffff:10.', toString(number % 200), '.', toString(number % 251), '.', toString(number % 13))),
      if(who = 'odd' AND number % 35 = 4, 'vpn', 'public'),
      toString(number), concat('m', toString(sipHash64(number, 1) % 30)), 'valid',
      if(who = 'odd', 600 + sipHash64(number, 2) % 86400, 20 + toInt32(exp(3 + (sipHash64(number, 3) % 1000) / 250))), 'clean'
    FROM numbers(8640)`);

const sweep = (span = SPAN, cause = because('sweep')) => sweepPackage(ch, database, { ...span, because: cause });
const verdicts = () =>
  ch.query<{ publisher: string; verdict: string; reason: string; hits: string[]; n: number }>(
    sql`SELECT publisher, verdict, reason, hits, count() AS n FROM traffic GROUP BY ALL ORDER BY ALL`,
  );
const state = async () => ({
  verdicts: await ch.query(sql`SELECT row_id, verdict, reason, hits FROM traffic ORDER BY row_id`),
  facts: await ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_fact FINAL ORDER BY ALL`),
  counts: await ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_day FINAL ORDER BY ALL`),
});

describe('a sweep', () => {
  it('finds the source whose installs come long after their clicks, and makes them suspect; fraud takes a second signal', async () => {
    await installs();
    const { swept } = await sweep();
    expect(swept).toBe(14);
    const found = await verdicts();
    for (const { publisher, verdict } of found.filter((row) => row.verdict !== 'clean'))
      expect([publisher, verdict]).toEqual(['odd', expect.stringMatching(/suspect|fraud/)]);
    const odd = found.filter(({ publisher }) => publisher === 'odd');
    expect(odd.some(({ verdict, hits }) => verdict === 'suspect' && hits.includes('late_installs'))).toBe(true);
    expect(odd.some(({ verdict, hits }) => verdict === 'fraud' && hits.includes('anonymizer'))).toBe(true);
  });

  it('changes nothing when it is done again', async () => {
    await installs();
    await sweep();
    const before = await state();
    expect(await sweep()).toMatchObject({ sources: 0, changes: [] });
    expect(await state()).toEqual(before);
  });

  it('comes to the same whatever order the traffic arrived in', async () => {
    await installs();
    await sweep();
    const whole = await state();
    for (const table of [sql`traffic`, sql`source_day`, sql`source_fact`])
      await ch.command(sql`TRUNCATE TABLE ${table}`);
    await ch.command(sql`CREATE OR REPLACE TABLE aside AS traffic ENGINE = Memory`);
    await installs();
    // The later week first, then the days before it, then the rest of the publishers.
    await ch.command(sql`INSERT INTO aside SELECT * FROM traffic`);
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await ch.command(sql`INSERT INTO traffic SELECT * FROM aside WHERE ts >= '2026-03-08' AND publisher != 'west'`);
    await sweep({ ...SPAN, from: '2026-03-08' });
    await ch.command(sql`INSERT INTO traffic SELECT * FROM aside WHERE ts < '2026-03-08' AND publisher != 'west'`);
    await sweep({ ...SPAN, to: '2026-03-07' });
    await ch.command(sql`INSERT INTO traffic SELECT * FROM aside WHERE publisher = 'west'`);
    await sweep();
    expect(await state()).toEqual(whole);
  });
});
