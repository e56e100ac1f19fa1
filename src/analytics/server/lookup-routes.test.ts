import { beforeAll, describe, expect, it } from 'vitest';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { type BoardServer, boardServer, type Caller } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, type SeedRow, seedTraffic, stored } from '../testing/seed-traffic.ts';

const clickhouse = useClickHouse();
const seed = seedTraffic();
const [PACKAGE] = SEED_PACKAGES;
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

interface List {
  data: string[];
  resultset?: string[];
  Total_pages: number;
  total: number;
}

async function list(path: string, more: [string, string][] = [], as: Caller = 'admin'): Promise<List> {
  const range: [string, string][] = [
    ['package_name', PACKAGE],
    ['fromDate', SEED_RANGE.from],
    ['toDate', SEED_RANGE.to],
  ];
  const answer = await server.get(path, [...range, ...more], as);
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body);
}

const distinct = (kind: SeedRow['kind'], value: (row: SeedRow) => string): string[] => {
  const rows = seed.filter(
    (row) => row.package === PACKAGE && row.kind === kind && row.day >= SEED_RANGE.from && row.day <= SEED_RANGE.to,
  );
  return [...new Set(rows.map((row) => value(row) || '(not reported)'))].sort();
};

const found = (row: SeedRow): boolean => row.reason !== '';

describe('filter lists', () => {
  it.each([
    ['channel', 'WEB-API-23', (row: SeedRow) => row.channel],
    ['creative_id', 'WEB-API-25', (row: SeedRow) => row.creative],
    ['system_domain', 'WEB-API-26', (row: SeedRow) => row.system_domain],
    ['placement_id', 'WEB-API-27', (row: SeedRow) => row.placement],
    ['placement_type', 'WEB-API-30', (row: SeedRow) => row.placement_type],
    ['publisher_id', 'WEB-API-31', (row: SeedRow) => row.publisher],
    ['publisher_name', 'WEB-API-32', (row: SeedRow) => row.publisher],
    ['sub_publisher_name', 'WEB-API-33', (row: SeedRow) => row.sub_publisher],
  ])('of %s hold the values in the traffic of the kind [%s]', async (name, _id, value) => {
    for (const folder of ['filters', 'lazyfilters'] as const) {
      const { data } = await list(`/api/web-bi/${folder}/${name}`, [['dashboard_type', 'Impression']]);
      expect(data.sort()).toEqual(distinct('impression', value));
    }
    const { data } = await list(`/api/web-bi/click/filters/${name}`);
    expect(data.sort()).toEqual(distinct('click', value));
  });

  it('of categories and sub-categories hold what was found [WEB-API-28] [WEB-API-29]', async () => {
    const reasons = distinct('visit', (row) => (found(row) ? row.reason : 'clean')).filter((each) => each !== 'clean');
    expect((await list('/api/web-bi/filters/fraud_sub_category')).data.sort()).toEqual(reasons);
    const groups = [...new Set(reasons.map((reason) => reason.split('.')[0]))].sort();
    expect((await list('/api/web-bi/filters/fraud_category')).data.sort()).toEqual(groups);
  });

  it('go by pages and are searched on the server, so no value is out of reach [FLT-RULE-06] [APP-GAP-06]', async () => {
    const path = '/api/web-bi/lazyfilters/system_domain';
    const first = await list(path, [['limit', '5']]);
    const second = await list(path, [
      ['limit', '5'],
      ['page', '2'],
    ]);
    expect(first).toMatchObject({ total: 13, Total_pages: 3 });
    expect(new Set([...first.data, ...second.data]).size).toBe(10);
    expect((await list(path, [['search', 'exchange-12']])).data).toEqual(['exchange-12.example']);
  });

  it('do not shrink to what is ticked in them, only to what is ticked elsewhere', async () => {
    const path = '/api/web-bi/click/filters/publisher_name';
    expect((await list(path, [['publisher', 'alpha']])).total).toBe(8);
    expect((await list('/api/web-bi/click/filters/campaign', [['campaign', 'spring']])).total).toBe(3);
    expect((await list(path, [['channel', 'nowhere']])).total).toBe(0);
  });

  it('of apps stand in resultset, by report type [APP-API-41] [APP-API-45] [APP-API-46] [APP-API-48]', async () => {
    const { resultset } = await list('/api/app/filters/publisher');
    expect(resultset?.sort()).toEqual(distinct('install', (row) => row.publisher));
    const events = await list('/api/app/filters/event', [['report_type', 'App_Event']]);
    expect(events.resultset?.sort()).toEqual(['login', 'purchase']);
    expect((await list('/api/app/filters/fields')).resultset).toContain('campaign');
    expect((await list('/api/app/filters/fraud')).resultset?.length).toBeGreaterThan(3);
  });

  it('show a publisher its own names only [FLT-GAP-03] [APP-API-50] [APP-ENT-03] [APP-GAP-05]', async () => {
    expect((await list('/api/web-bi/filters/publisher_name', [], 'publisher')).data.sort()).toEqual([
      'alpha',
      'gamma, inc',
    ]);
    const { data } = await list('/api/app/publisher_list', [], 'publisher');
    expect(data.map(([name]) => name).sort()).toEqual(['alpha', 'gamma, inc', 'silent']);
    expect(data.find(([name]) => name === 'silent')).toEqual(['silent', 0, 0, 0]);
  });

  it('that nobody declared are not found', async () => {
    const answer = await server.get('/api/web-bi/filters/password_hash', [
      ['package_name', PACKAGE],
      ['fromDate', SEED_RANGE.from],
      ['toDate', SEED_RANGE.to],
    ]);
    expect(answer.status).toBe(404);
  });
});
