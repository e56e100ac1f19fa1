import { beforeAll, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { fileNameOf } from '#platform/server/file-about.ts';
import { REPORTED } from '#traffic/money/server/money-sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { listEvents } from './event-list.ts';
import { aboutEvents, asked } from './event-question.ts';
import { fieldValues } from './field-values.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const scope = systemScope();
const NOW = new Date('2026-11-20T12:00:00Z');
const sources = {
  packageInfo: () => packageInfoOf(scope, database, 'shop', NOW),
  moneyOf: async () => REPORTED,
};
const days = { package_name: 'shop', fromDate: '2026-11-01', toDate: '2026-11-10' };

beforeAll(async () => {
  await createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'web',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    dashboardTypes: [],
  });
  const row = (id: number, importId: number) => ({
    row_id: `00000000-0000-4000-8000-00000000000${id}`,
    package: 'shop',
    kind: 'click',
    ts: `2026-11-05 10:00:0${id}.000`,
    publisher: `p${id}`,
    import_id: importId,
  });
  await clickhouse.insert('traffic', [row(1, 7), row(2, 7), row(3, 8)]);
  // The second file had an event of the first as well.
  await clickhouse.insert('import_claim', [{ package: 'shop', row_id: row(2, 7).row_id, import_id: 8 }]);
});

it('an import is a filter of list, values and file alike: what it brought, or had as well', async () => {
  const of = async (id?: number) => {
    const question = await asked(scope, sources, { ...days, ...(id === undefined ? {} : { import: id }) });
    const page = await listEvents(scope, clickhouse, { ...question, sort: 'oldest', limit: 10 });
    const values = await fieldValues(scope, clickhouse, { ...question, field: 'publisher', containing: '' });
    expect(values.data.map(({ value }) => value).sort()).toEqual(page.data.map(({ publisher }) => publisher));
    return page.data.map(({ publisher }) => publisher);
  };
  expect(await of()).toEqual(['p1', 'p2', 'p3']);
  expect(await of(7)).toEqual(['p1', 'p2']);
  expect(await of(8)).toEqual(['p2', 'p3']);
  expect(await of(9)).toEqual([]);
});

it('a file of events says in its name all that was asked', async () => {
  const query = { ...days, import: 7, kind: 'click', publisher: ['a', 'b,c'], not: 'verdict:clean', search: ' x/y ' };
  const { info, ...question } = await asked(scope, sources, query);
  const about = aboutEvents(info, question, NOW);
  expect(fileNameOf(about, 'csv')).toBe(
    'events_shop_2026-11-01_2026-11-10_Europe-Berlin_kind=click_publisher=a+b,c_not verdict=clean_import=7_search=x-y_2026-11-20T1200Z.csv',
  );
  const long = fileNameOf({ ...about, filters: [['publisher', ['p'.repeat(400)]]] }, 'csv');
  expect(long).toMatch(/_2026-11-20T1200Z\.csv$/);
  expect(long.length).toBeLessThan(220);
});
