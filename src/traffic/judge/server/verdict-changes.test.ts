import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { importEvents } from '../testing/import-events.ts';
import { testCause } from '../testing/test-cause.ts';
import { rejudge } from './rejudge.ts';
import { listVerdictChanges } from './verdict-change-routes.ts';
import type { ChangeCause } from './verdict-changes.ts';

const ch = useClickHouse();
const database = useDatabase();
const INFO = { package_name: 'shop', time_zone: 'Asia/Tokyo' };
const PAGE = { page: 1, limit: 50 };

beforeAll(() =>
  createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'app',
    timeZone: 'Asia/Tokyo',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);

const id = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
const install = (n: number, ts: string, more: object = {}) => ({
  row_id: id(n),
  kind: 'install',
  ts,
  person: n,
  ip_class: 'datacenter',
  cost: '1.50',
  currency: 'EUR',
  ...more,
});
/** In Tokyo the third one lies in November. */
const EVENTS = [
  install(1, '2026-10-03 10:00:00.000'),
  install(2, '2026-10-04 10:00:00.000', { currency: 'USD', cost: '2.25' }),
  install(3, '2026-10-31 16:00:00.000'),
  { row_id: id(4), kind: 'app_event', ts: '2026-10-31 17:00:00.000', person: 3 },
];

beforeEach(async () => {
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await database.pool.query('DELETE FROM verdict_change');
  await importEvents(ch, database, 'shop', EVENTS);
});

const INSTALLS = { package: 'shop', where: sql`kind = 'install'`, changed: 'anything' } as const;
const clean = async (cause: ChangeCause) => {
  await ch.command(sql`UPDATE traffic SET decision = 'clean' WHERE kind = 'install'`);
  return rejudge({ clickhouse: ch, database }, { ...INSTALLS, cause });
};
const list = (filter: object = {}) => listVerdictChanges(systemScope(), database, INFO, { ...PAGE, ...filter });

describe('the record of changed verdicts', () => {
  it('counts events and their cost by month of the reporting zone, kind, verdicts and currency', async () => {
    const cause = { ...testCause('decision'), at: new Date('2026-11-06T00:00:00Z') };
    await clean(cause);
    const { rows, total } = await list();
    expect(total).toBe(2);
    expect(rows).toEqual([
      expect.objectContaining({
        cause: 'decision',
        operation: cause.operation,
        author: 'tester',
        reason: 'test',
        rule_version: 1,
        month: '2026-11-01',
        from: '2026-11-01',
        to: '2026-11-01',
        events: 2,
        after_closing: false,
        changes: [
          { kind: 'app_event', from: 'fraud', to: 'clean', currency: '', events: 1, cost: '0.000000' },
          { kind: 'install', from: 'fraud', to: 'clean', currency: 'EUR', events: 1, cost: '1.500000' },
        ],
      }),
      expect.objectContaining({
        month: '2026-10-01',
        from: '2026-10-03',
        to: '2026-10-04',
        events: 2,
        after_closing: false,
        changes: [
          { kind: 'install', from: 'fraud', to: 'clean', currency: 'EUR', events: 1, cost: '1.500000' },
          { kind: 'install', from: 'fraud', to: 'clean', currency: 'USD', events: 1, cost: '2.250000' },
        ],
      }),
    ]);
    expect((await list({ from: '2026-11-01' })).total).toBe(1);
    expect((await list({ to: '2026-10-02' })).total).toBe(0);
  });

  it('says when a month was closed already, from the 7th of the next in the reporting zone', async () => {
    expect(closingDay('2026-12-01')).toBe('2027-01-07');
    // 23:00 in Tokyo, one hour before the 7th begins there; then the 7th, while it is still the 6th in UTC.
    await clean({ ...testCause(), at: new Date('2026-11-06T14:00:00Z') });
    expect((await list({ afterClosing: true })).total).toBe(0);
    await ch.command(sql`UPDATE traffic SET decision = 'none' WHERE kind = 'install'`);
    const cause = { ...testCause(), at: new Date('2026-11-06T16:00:00Z') };
    await rejudge({ clickhouse: ch, database }, { ...INSTALLS, cause });
    const { rows } = await list({ afterClosing: true });
    expect(rows.map(({ month }) => month)).toEqual(['2026-10-01']);
  });

  it('records one operation once, however often it begins again, and nothing when nothing changed', async () => {
    const cause = testCause();
    await clean(cause);
    const before = await list();
    await clean(testCause());
    expect(await list()).toEqual(before);
    // As after a crash between the record and the verdicts.
    await ch.command(sql`UPDATE traffic SET decision = 'none', verdict = 'fraud' WHERE kind = 'install'`);
    await clean(cause);
    expect(await list()).toEqual(before);
  });

  it('shows that something changed, but no numbers, to who sees only some vendors', async () => {
    await clean(testCause());
    const { rows } = await listVerdictChanges({ ...systemScope(), vendors: new Set(['v']) }, database, INFO, PAGE);
    expect(rows.map(({ events, changes }) => [events, changes])).toEqual([
      [0, []],
      [0, []],
    ]);
  });
});
