// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');
const sweep = () => sweepDays({ from: '2026-03-01', to: '2026-03-07' });

/** Installs of five publishers, 200 each, in the three versions people have. */
const installs = (app: Sql, sdk: Sql) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, person, app_version, sdk_version, verdict)
    SELECT generateUUIDv4(), 'game', 'install', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + INTERVAL number * 400 SECOND,
      ['north', 'south', 'east', 'west', 'odd'][number % 5 + 1] AS publisher, number + 1, ${app}, ${sdk}, 'clean'
    FROM numbers(1000)`);
const USUAL = sql`['4.8.0', '4.8.1', '4.9.0'][number % 3 + 1]`;

const called = () =>
  ch.query(sql`SELECT toString(publisher) AS publisher, toString(verdict) AS verdict, toString(reason) AS reason, count() AS events
    FROM traffic WHERE has(hits, 'unseen_versions') GROUP BY ALL ORDER BY ALL`);

describe('versions of app and SDK', { timeout: 120_000 }, () => {
  it('that only one source brings are marked on its installs, and call none until a package says so', async () => {
    await installs(USUAL, sql`if(publisher = 'odd' AND number % 20 != 4, '3.1.9', '6.14.0')`);
    await sweep();
    expect(await called()).toEqual([{ publisher: 'odd', verdict: 'clean', reason: '', events: 200 }]);
  });

  it('that organic users do not have are known where other publishers bring them', async () => {
    await installs(USUAL, sql`'6.14.0'`);
    await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, person, app_version, sdk_version, verdict)
      SELECT generateUUIDv4(), 'game', 'install', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + INTERVAL number * 400 SECOND,
        'Organic', number + 1, '4.9.0', '6.14.0', 'clean' FROM numbers(1000, 1200)`);
    await sweep();
    expect(await called()).toEqual([]);
  });

  it('that others have too, however few, say nothing, and neither do some test phones or no versions at all', async () => {
    await installs(sql`if(publisher = 'odd' OR number % 50 = 1, '5.0.0', ${USUAL})`, sql`'6.14.0'`);
    await sweep();
    expect(await called()).toEqual([]);
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await installs(sql`if(publisher = 'odd' AND number < 300, '5.0.0-test', ${USUAL})`, sql`'6.14.0'`);
    await sweep();
    expect(await called()).toEqual([]);
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await installs(sql`if(publisher = 'odd', '', ${USUAL})`, sql`''`);
    await sweep();
    expect(await called()).toEqual([]);
  });
});
