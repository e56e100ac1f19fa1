import { beforeAll, describe, expect, it } from 'vitest';
import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import type { Board } from '../contract/board.ts';
import { appEvent, appInstall } from '../contract/boards/app.ts';
import { webClick, webEvent, webImpression, webVisit } from '../contract/boards/web.ts';
import { type BoardServer, boardServer, type Caller } from '../testing/board-server.ts';
import { between, countsOf } from '../testing/counted.ts';
import { SEED_PACKAGES, SEED_RANGE, seedTraffic, seedValue, stored } from '../testing/seed-traffic.ts';

const clickhouse = useClickHouse();
const seed = seedTraffic();
const [PACKAGE, OTHER] = SEED_PACKAGES;
/** The app with 600 campaigns, countries and events. */
const MANY = 'many.example';
/** Both packages, and a week: each has values that the others lack. */
const ASKED = [
  { package_name: PACKAGE, ...SEED_RANGE },
  { package_name: OTHER, ...SEED_RANGE },
  { package_name: PACKAGE, from: '2024-03-18', to: '2024-03-24' },
];
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  const many = Array.from({ length: 600 }, (_, at) => ({
    package: MANY,
    kind: 'install',
    ts: '2024-03-20 12:00:00.000',
    verdict: 'clean',
    campaign: `Campaign ${at}`,
    event_name: `event ${at}`,
    declared_country: `country ${at}`,
  }));
  await clickhouse.insert('traffic', many);
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

interface List {
  data: string[];
  resultset?: string[];
  Total_pages: number;
  previous?: boolean;
  total: number;
}

async function list(path: string, more: Record<string, string> = {}, as: Caller = 'admin'): Promise<List> {
  const { from = SEED_RANGE.from, to = SEED_RANGE.to, ...rest } = more;
  const range = { package_name: PACKAGE, fromDate: from, toDate: to };
  const answer = await server.get(path, Object.entries({ ...range, ...rest }), as);
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body);
}

type Question = (typeof ASKED)[number];
const rowsOf = (board: Board, { package_name, ...range }: Question) =>
  between(seed, board, package_name, range).filter(({ verdict }) => verdict !== 'filtered');

/** Values of a dimension in the seed; of categories only those that were found. */
const distinct = (board: Board, by: DimensionName, question: Question = { package_name: PACKAGE, ...SEED_RANGE }) =>
  [...new Set(rowsOf(board, question).map((row) => seedValue(row, by)))]
    .filter((value) => value !== '' || !by.startsWith('reason'))
    .map((value) => value || NOT_REPORTED)
    .sort();

/** What is counted when only one value of a list is ticked. */
async function ticked(board: Board, parameter: string, value: string, question: Question): Promise<number> {
  const { package_name, from, to } = question;
  const asked = { package_name, fromDate: from, toDate: to, [parameter]: value };
  const answer = await server.get(`${board.api}/total`, [...Object.entries(asked), [parameter, value]]);
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body).data.total;
}

const WEB_LISTS = [
  ['channel', 'channel', 'WEB-API-23'],
  ['campaign_id', 'campaign_id', 'WEB-API-24'],
  ['creative_id', 'creative', 'WEB-API-25'],
  ['system_domain', 'system_domain', 'WEB-API-26'],
  ['placement_id', 'placement', 'WEB-API-27'],
  ['fraud_category', 'reason_group', 'WEB-API-28'],
  ['fraud_sub_category', 'reason', 'WEB-API-29'],
  ['placement_type', 'placement_type', 'WEB-API-30'],
  ['publisher_id', 'publisher', 'WEB-API-31'],
  ['publisher_name', 'publisher', 'WEB-API-32'],
  ['sub_publisher_name', 'sub_publisher', 'WEB-API-33'],
  ['page_id', 'page_id', 'WEB-API-34'],
] as const;

const KINDS = [
  ['filters', webVisit],
  ['filters', webImpression],
  ['lazyfilters', webImpression],
  ['click/filters', webClick],
  ['click/lazyfilters', webClick],
  ['event/lazyfilters', webEvent],
] as const;

describe('filter lists', () => {
  it.each(WEB_LISTS)(
    'of %s (%s) hold what lies in the traffic of the package, kind and range, and a tick narrows to it [%s] [WEB-API-35] [WEB-API-36]',
    async (name, by) => {
      for (const question of ASKED)
        for (const [folder, board] of KINDS) {
          const type = folder.includes('/') ? {} : { dashboard_type: board.types[0] ?? '' };
          const { data } = await list(`/api/web-bi/${folder}/${name}`, { ...question, ...type, limit: '500' });
          expect(data.sort(), `${question.package_name} ${folder}`).toEqual(distinct(board, by, question));
        }
      const [question] = ASKED;
      if (!question) return;
      const [value = ''] = distinct(webClick, by, question).filter((each) => each !== NOT_REPORTED);
      const rows = rowsOf(webClick, question).filter((row) => seedValue(row, by) === value);
      expect(await ticked(webClick, name, value, question)).toBe(countsOf(rows).total);
    },
  );

  it.each([
    ['publisher', 'publisher', 'APP-API-41'],
    ['country', 'country', 'APP-API-42'],
    ['campaign', 'campaign', 'APP-API-43'],
    ['vendor', 'vendor', 'APP-API-44'],
    ['event', 'event_name', 'APP-API-45'],
    ['sub_publisher', 'sub_publisher', 'APP-API-46'],
    ['fraud', 'reason', 'APP-API-48'],
  ] as const)('of apps hold %s (%s) in resultset, by package and report type [%s]', async (name, by, _row) => {
    for (const question of ASKED)
      for (const [board, type] of [
        [appInstall, 'Install'],
        [appEvent, 'App_Event'],
      ] as const) {
        const { resultset } = await list(`/api/app/filters/${name}`, { ...question, report_type: type });
        expect(resultset?.sort(), `${question.package_name} ${type}`).toEqual(distinct(board, by, question));
      }
  });

  it.each([
    ['country', 'country 599', 'APP-API-42'],
    ['campaign', 'Campaign 599', 'APP-API-43'],
    ['event', 'event 599', 'APP-API-45'],
  ])(
    'of 600 values of an app name 500, how many there are, and each by a search: %s, %s [%s] [APP-GAP-06]',
    async (name, last) => {
      const asked = { package_name: MANY };
      const { resultset, total } = await list(`/api/app/filters/${name}`, asked);
      expect([resultset?.length, total]).toEqual([500, 600]);
      expect((await list(`/api/app/filters/${name}`, { ...asked, search: last })).resultset).toEqual([last]);
    },
  );

  it('of apps name the columns a report can show [APP-API-47]', async () => {
    const { resultset } = await list('/api/app/filters/fields');
    expect(resultset).toEqual(expect.arrayContaining(['publisher', 'campaign', 'country', 'verdict']));
  });

  it('go by pages and are searched on the server, so no value is out of reach [FLT-RULE-06]', async () => {
    for (const name of ['system_domain', 'campaign_id', 'page_id', 'placement_id'] as const) {
      const path = `/api/web-bi/lazyfilters/${name}`;
      const all = distinct(webVisit, name === 'placement_id' ? 'placement' : name);
      const first = await list(path, { limit: '3' });
      const second = await list(path, { limit: '3', page: '2' });
      expect(first).toMatchObject({ total: all.length, Total_pages: Math.ceil(all.length / 3) });
      expect(new Set([...first.data, ...second.data]).size).toBe(6);
      const [last = ''] = all.slice(-1);
      expect((await list(path, { search: last })).data).toContain(last);
    }
  });

  it('say of each page whether it goes on from one before [CONST-RULE-02]', async () => {
    const path = '/api/web-bi/click/lazyfilters/placement';
    const [first, second] = [await list(path, { limit: '4' }), await list(path, { limit: '4', page: '2' })];
    expect([first.previous, second.previous]).toEqual([false, true]);
    expect(new Set([...first.data, ...second.data]).size).toBe(8);
  });

  it('do not shrink to what is ticked in them, only to what is ticked elsewhere', async () => {
    const path = '/api/web-bi/click/filters/publisher_name';
    expect((await list(path, { publisher: 'alpha' })).total).toBe(distinct(webClick, 'publisher').length);
    const campaigns = distinct(webClick, 'campaign').length;
    expect((await list('/api/web-bi/click/filters/campaign', { campaign: 'spring' })).total).toBe(campaigns);
    expect((await list(path, { channel: 'nowhere' })).total).toBe(0);
  });

  it('show a publisher its own names only, counted, and a zero for one without traffic [APP-API-50] [APP-ENT-03]', async () => {
    expect((await list('/api/web-bi/filters/publisher_name', {}, 'publisher')).data.sort()).toEqual([
      'alpha',
      'gamma, inc',
    ]);
    const { data } = await list('/api/app/publisher_list', {}, 'publisher');
    const counted = (name: string) => {
      const rows = rowsOf(appInstall, { package_name: PACKAGE, ...SEED_RANGE });
      const { total, clean, fraud } = countsOf(
        rows.filter((row) => row.publisher === name),
        'two',
      );
      return [name, total, clean, fraud];
    };
    expect(data.sort()).toEqual([counted('alpha'), counted('gamma, inc'), ['silent', 0, 0, 0]]);
    const all = (await list('/api/app/publisher_list')).data.map(([name]) => name || NOT_REPORTED);
    expect(all.sort()).toEqual(distinct(appInstall, 'publisher'));
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
