import { beforeAll, expect, it } from 'vitest';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { type BoardServer, boardServer } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, seedTraffic, stored } from '../testing/seed-traffic.ts';

const clickhouse = useClickHouse();
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seedTraffic().map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

async function asked(path: string, types: Record<string, string> = {}) {
  const range = { package_name: SEED_PACKAGES[0], fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
  const { status, body } = await server.get(path, Object.entries({ ...range, ...types }));
  return { status, body: JSON.parse(body) };
}

const COUNTS = '/api/web-bi/plots/counts';
const boardTotals = async (board: string) => (await asked(`/api/v2/${board}/dashboard/total`)).body.data;

it('a dashboard type chooses among the boards of a path, each with its own kind of traffic [WEB-RULE-02]', async () => {
  const boards = {
    Visit: 'web/visit',
    Click: 'web/click',
    Impression: 'web/impression',
    Event: 'web/event',
    Web_Event: 'web/event',
  };
  for (const [type, board] of Object.entries(boards))
    expect((await asked(COUNTS, { dashboard_type: type })).body.data).toEqual(await boardTotals(board));
  const totals = await Promise.all([...new Set(Object.values(boards))].map(boardTotals));
  expect(new Set(totals.map(({ total }) => total)).size).toBe(4);
});

it('a dashboard type that no board of the path has is refused, not answered with another board [CONST-01] [CONST-GAP-02]', async () => {
  const refused: [path: string, type: string][] = [
    ...['Install', 'INSTALL', 'EVENT', 'VAST', 'Mtrackit', 'CLICK', 'click', 'Visit ', ''].map(
      (type): [string, string] => [COUNTS, type],
    ),
    ['/api/v2/web/click/dashboard/total', 'Visit'],
    ['/api/v2/web/click/dashboard/total/download', 'Install'],
    ['/api/v2/app/install/dashboard/total', 'EVENT'],
    ['/api/app/Install/fraud_statistics', 'Event'],
    ['/api/web-bi/filters/channel', 'Install'],
    ['/api/web-bi/click/lazyfilters/campaign', 'Visit'],
    ['/api/app/filters/publisher', 'Web_Event'],
    ['/api/app/publisher_list', 'install'],
  ];
  for (const [path, type] of refused) {
    const { status, body } = await asked(path, { dashboard_type: type });
    expect([path, type, status, body.code, body.message, body.field]).toEqual([
      path,
      type,
      422,
      'other_dashboard_type',
      'No board of this call has this dashboard type',
      'dashboard_type',
    ]);
  }
});

it('lists take the type under a second name, which must fit, too', async () => {
  const events = '/api/app/filters/event';
  const refused = await asked(events, { report_type: 'Web_Event' });
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([422, 'other_dashboard_type', 'report_type']);
  const both = async (type: string) => (await asked(events, { dashboard_type: 'App_Event', report_type: type })).status;
  expect([await both('EVENT'), await both('INSTALL')]).toEqual([200, 400]);
});
