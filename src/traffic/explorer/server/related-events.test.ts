import { beforeAll, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { MOST_RELATED } from '#traffic/explorer/contract/events-endpoints.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { relatedEvents } from './related-events.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const owner = scopeAs();
const publisher = scopeAs({ roleName: 'publisher', publishers: ['Alpha'] });
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const related = async (n: number, scope = owner) => {
  const info = await packageInfoOf(scope, database, 'shop', new Date('2026-11-20T12:00:00Z'));
  const found = await relatedEvents(scope, clickhouse, info, idOf(n));
  return Object.fromEntries(found.map(({ by, total, rows }) => [by, { total, ids: rows.map(({ id }) => id) }]));
};

/** Number, time, and what differs from a click of Alpha. */
const row = (n: number, time: string, part: object = {}) => ({
  row_id: idOf(n),
  package: 'shop',
  kind: 'click',
  ts: `2026-11-${time}.000`,
  publisher: 'Alpha',
  ip: '::ffff:192.0.2.1',
  device_id: 'device-1',
  ...part,
});

beforeAll(async () => {
  for (const name of ['shop', 'other'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'app',
      timeZone: 'Asia/Kolkata',
      currency: 'EUR',
      dashboardTypes: [],
    });
  const elsewhere = { ip: '::ffff:192.0.2.9', device_id: 'device-9' };
  await clickhouse.insert('traffic', [
    row(1, '05 23:59:30'),
    row(2, '05 23:59:59', elsewhere),
    row(3, '06 00:00:00', elsewhere),
    row(4, '05 23:59:10', { ...elsewhere, publisher: 'Beta' }),
    row(5, '06 12:00:00', { device_id: '', kind: 'install', publisher: 'Beta' }),
    row(6, '04 23:59:29'),
    row(7, '06 23:59:31'),
    row(8, '05 20:00:00', { ip: '::ffff:192.0.2.9' }),
    row(9, '05 23:59:31', { package: 'other' }),
    row(10, '09 10:00:00', { ip: '::', device_id: '' }),
    ...Array.from({ length: 30 }, (_, n) =>
      row(100 + n, `09 10:00:${String(n + 10)}`, { ip: '::', device_id: '', verdict: 'fraud' }),
    ),
  ]);
});

it('around an event are the others of its minute and source, of its address and of its device, within a day, of its package', async () => {
  expect(await related(1)).toEqual({
    minute: { total: 1, ids: [idOf(2)] },
    address: { total: 1, ids: [idOf(5)] },
    device: { total: 1, ids: [idOf(8)] },
  });
});

it('the nearest are named, all are counted; nothing is nobody’s address', async () => {
  const { minute, ...others } = await related(10);
  expect([minute?.total, minute?.ids.length]).toEqual([30, MOST_RELATED]);
  expect(minute?.ids[0]).toBe(idOf(100));
  expect(others).toEqual({});
});

it('a publisher is told of its own minute only, and nothing of events of others', async () => {
  expect(await related(1, publisher)).toEqual({ minute: { total: 1, ids: [idOf(2)] } });
  await expect(related(4, publisher)).rejects.toThrow('Not found');
});
