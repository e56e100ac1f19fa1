import { beforeAll, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { WRONG_CALLS } from '#traffic/rules/server/wrong-calls.ts';
import { scopeAs } from '../../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { wrongCallsOf } from './wrong-calls-of.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  await createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  });
  const event = { package: 'shop', kind: 'click', ts: '2026-11-19 10:00:00.000', publisher: 'p', verdict: 'fraud' };
  const rows = [
    ...Array.from({ length: 30 }, () => ({ ...event, reason: 'clk.flooding' })),
    ...Array.from({ length: 10 }, () => ({ ...event, reason: 'human.source' })),
    { ...event, verdict: 'suspect', reason: 'net.geo_mismatch' },
    { ...event, verdict: 'clean', reason: '' },
    // Neither another day nor another package is asked for.
    { ...event, ts: '2026-11-17 10:00:00.000', reason: 'dev.farm' },
    { ...event, package: 'game', reason: 'dev.farm' },
  ];
  await clickhouse.insert(
    'traffic',
    rows.map((row) => ({ ...row, row_id: crypto.randomUUID() })),
  );
});

it('the calls of a range are told with the share of them that is expected to be wrong, those of people apart', async () => {
  const owner = scopeAs();
  const info = await packageInfoOf(owner, database, 'shop', now);
  const [{ n } = { n: 0 }] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic`);
  expect(n).toBe(44);
  expect(await wrongCallsOf(owner, { clickhouse }, info, { from: '2026-11-19', to: '2026-11-19' })).toEqual({
    fraud: { events: 40, wrong: WRONG_CALLS.fraud['clk.flooding'], unmeasured: 10 },
    suspect: { events: 1, wrong: WRONG_CALLS.suspect['net.geo_mismatch'], unmeasured: 0 },
  });
});
