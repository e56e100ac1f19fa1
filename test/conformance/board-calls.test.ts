import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOARD_CALLS } from '#analytics/contract/endpoints.ts';
import { type BoardServer, boardServer, type Caller } from '#analytics/testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, type SeedRow, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';
import { olderRows } from './board-rows.ts';

/** The paths the specification names, written out: what the widgets behind them count is held by `boards.test.ts`. */
const clickhouse = useClickHouse();
const [PACKAGE, OTHER] = SEED_PACKAGES;
const SEED = seedTraffic();
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', SEED.map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

/** What the publisher of the test server may see. */
const OWN = ['alpha', 'gamma, inc', 'silent'];

type Parameters = Readonly<Record<string, string>>;
const ASKED: Parameters = { package_name: PACKAGE, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };

const get = (path: string, more: Parameters = {}, as: Caller = 'customer') =>
  server.get(path, Object.entries({ ...ASKED, ...more }), as);

/** Rows as a mapped person gets them; there must be some. */
async function rowsAt(path: string, more: Parameters = {}): Promise<unknown[]> {
  const answer = await get(path, more);
  expect(answer.status, `${path}: ${answer.body}`).toBe(200);
  const { data } = JSON.parse(answer.body);
  const rows: { total: number }[] = [data].flat();
  expect(
    rows.some(({ total }) => total > 0),
    path,
  ).toBe(true);
  return rows;
}

async function fileAt(path: string, more: Parameters = {}): Promise<string[][]> {
  const answer = await get(path, more);
  expect([answer.status, answer.headers['content-type']], path).toEqual([200, expect.stringContaining('text/csv')]);
  const [, ...lines] = Papa.parse<string[]>(answer.body, { skipEmptyLines: true }).data;
  return lines;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const metrics = words('unique-event primary-attribution non-primary-attribution current-month-affiliation').flatMap(
  (metric) => [`${metric}/date-wise`, `${metric}/publisher-wise`],
);

describe('the paths of the specification answer from stored rows', () => {
  it.each(['visit', 'click', 'impression', 'event'])(
    'of the %s board, for each dimension it names [WEB-UI-03]',
    async (kind) => {
      const widgets = words(`total fraud-category fraud-sub-category top-publisher/clean top-publisher/invalid date-wise
        week-wise month-wise publisher-wise sub-publisher-wise campaign-wise placement-wise channel-wise`);
      for (const id of widgets) await rowsAt(`/api/v2/web/${kind}/dashboard/${id}`);
      const creatives = await get(`/api/v2/web/${kind}/dashboard/creative-id`);
      expect(creatives.status).toBe(kind === 'impression' ? 200 : 404);
    },
  );

  it.each(['install', 'event', 're-click', 're-event', 'click-impression'])(
    'of the app %s board, for each group of fraud data [APP-GAP-01] [APP-ENT-01]',
    async (kind) => {
      const widgets = words(`total date-wise top-publisher/clean top-publisher/fraud fraud-category fraud-sub-category
        fraud-sub-category-percent fraud/date-wise fraud/week-wise fraud/month-wise fraud/install-type-wise
        fraud/publisher-wise sub-publisher-wise`);
      for (const id of widgets) await rowsAt(`/api/v2/app/${kind}/dashboard/${id}`);
    },
  );

  it('of the four metrics of app events, by date and by publisher [APP-GAP-01] [APP-ENT-02]', async () => {
    for (const id of metrics) await rowsAt(`/api/v2/app/event/dashboard/${id}`);
  });

  it('of the impression plots [WEB-GAP-05]', async () => {
    const plots = words(`fraud_reason_trend fraud_impression cumulative_impression_trend top_exchange_traffic
      placement_high_fraud_traffic top_placement`);
    for (const id of plots) await rowsAt(`/api/web-bi/plots/${id}`);
  });

  it('of the other older plots', async () => {
    const plots = words('fraud_category fraud_sub_category channel placement_type top_system_domain sub_publisher');
    for (const id of plots) await rowsAt(`/api/web-bi/plots/${id}`);
  });

  it('of the named loads [APP-GAP-02]', async () => {
    const install = words(`total_install fraudulent_install clean_install fraud_install fraud_category
      fraud_sub_category click_fraud_date click_fraud_publisher install_fraud_date install_fraud_publisher
      sub_fraud_category_date sub_fraud_category_publisher fraud_sub_publisher fraud_sub_publisher_date publisher`);
    for (const id of install) await rowsAt(`/api/app/app_${id}`);
    for (const id of ['device_fraud_count', 'Install/fraud_statistics', 'Event/fraud_statistics'])
      await rowsAt(`/api/app/${id}`);
  });

  it.each(['event', 're_click', 're_event'])('of the named loads of %s [APP-API-38] [APP-API-39]', async (kind) => {
    const loads = words(`total_event fraudulent_event clean_event fraud_event fraud_category fraud_sub_category
      fraud_date fraud_publisher fraud_sub_publisher publisher`);
    for (const id of loads) await rowsAt(`/api/app/app_${kind}_${id}`);
  });

  it('as seventeen kinds of files of an app, no two alike [DL-GAP-01] [DL-EXP-02]', async () => {
    const files = words(`top-publisher/clean top-publisher/fraud fraud/date-wise fraud/week-wise fraud/month-wise
      fraud/install-type-wise fraud/publisher-wise total sub-publisher-wise`);
    const texts = new Set<string>();
    for (const id of [...files, ...metrics]) {
      const lines = await fileAt(`/api/v2/app/event/dashboard/${id}/download`);
      expect(lines.length, id).toBeGreaterThan(0);
      texts.add(JSON.stringify(lines));
    }
    expect(texts.size).toBe(17);
  });

  it('as a file of the publishers of an app, without pages [DL-EXP-13]', async () => {
    const lines = await fileAt('/api/app/app_publisher_download', { limit: '2' });
    const rows = await rowsAt('/api/app/app_publisher', { limit: '500' });
    expect(lines.length).toBeGreaterThan(10);
    expect(lines).toHaveLength(rows.length);
    expect(lines).toEqual(await fileAt('/api/v2/app/install/dashboard/fraud/publisher-wise/download'));
  });
});

describe('every call of every board', () => {
  it('has a path of its own', () => {
    const paths = BOARD_CALLS.map((call) => call.endpoint.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(BOARD_CALLS.map((call) => call.endpoint.path))(
    '%s refuses strangers and foreign packages [FLT-GAP-04]',
    async (path) => {
      expect((await get(path, {}, 'stranger')).status).toBe(403);
      expect((await server.http.inject({ url: `${path}?package_name=${PACKAGE}` })).statusCode).toBe(401);
      expect((await get(path, { package_name: OTHER })).status).toBe(403);
      const { package_name: _own, ...days } = ASKED;
      expect((await server.get(path, Object.entries({ ...days, app: OTHER }), 'customer')).status).toBe(403);
      expect((await get(path, { publisher: 'beta' }, 'publisher')).status).toBe(403);
    },
  );

  it.each(
    BOARD_CALLS.filter(({ endpoint, format, only }) => endpoint.deprecated && format === 'json' && !only).map(
      (call) => ({
        ...call,
        path: call.endpoint.path,
        ...olderRows(call.endpoint.path),
      }),
    ),
  )('$path answers as the call it stands for $numbers', async ({ path, boards, widget, byType, today: meant }) => {
    expect(meant || `${boards[0].api}/${widget.id}`).toBe(`${boards[0].api}/${widget.id}`);
    for (const board of boards) {
      // Where boards share a path, the type says which; the first is meant without one.
      const named = Object.entries(byType ?? {}).flatMap(([type, one]) => (one === board ? [{ type }] : []));
      const types = byType ? named : boards.length > 1 ? [{ dashboard_type: board.types[0] }] : [{}];
      for (const type of board === boards[0] ? [{}, ...types] : types)
        for (const more of widget.shape === 'table' ? [{ limit: '500' }, { limit: '3', page: '2' }] : [{}]) {
          const older = await get(path, { ...more, ...type });
          const today = await get(`${board.api}/${widget.id}`, more);
          expect(JSON.parse(older.body)).toEqual(JSON.parse(today.body));
          expect(older.status).toBe(200);
        }
    }
  });
});

describe('a load of one part of the totals', () => {
  it.each([
    { path: '/api/app/app_fraudulent_install', kind: 'install', part: 'fraud', row: '[APP-API-23]' },
    { path: '/api/app/app_clean_install', kind: 'install', part: 'clean', row: '[APP-API-24]' },
    { path: '/api/app/app_event_fraudulent_event', kind: 'app_event', part: 'fraud', row: '' },
    { path: '/api/app/app_event_clean_event', kind: 'app_event', part: 'clean', row: '' },
    { path: '/api/app/app_re_click_fraudulent_event', kind: 're_click', part: 'fraud', row: '' },
    { path: '/api/app/app_re_click_clean_event', kind: 're_click', part: 'clean', row: '' },
    { path: '/api/app/app_re_event_fraudulent_event', kind: 're_event', part: 'fraud', row: '' },
    { path: '/api/app/app_re_event_clean_event', kind: 're_event', part: 'clean', row: '' },
  ] as const)('$path counts the $kind events that are $part and nothing else $row', async ({ path, kind, part }) => {
    const own = SEED.filter(
      (row) =>
        row.package === PACKAGE &&
        row.kind === kind &&
        row.verdict !== 'filtered' &&
        row.day >= SEED_RANGE.from &&
        row.day <= SEED_RANGE.to,
    );
    const fraud = own.filter(({ verdict }) => verdict === 'fraud').length;
    // Suspect events are clean ones in answers of two parts, as the package of the test says.
    const count = part === 'fraud' ? fraud : own.length - fraud;
    expect(count).toBeGreaterThan(0);
    const { data } = JSON.parse((await get(path)).body);
    expect(data).toMatchObject({
      total: count,
      clean: part === 'clean' ? count : 0,
      fraud: part === 'fraud' ? count : 0,
      suspect: 0,
      fraud_percentage: part === 'fraud' ? 100 : 0,
    });
  });
});

describe('the summary of publishers', () => {
  const OTHERS = ['re_click', 're_event', 'click_impression'];
  const KINDS: Readonly<Record<string, readonly string[]>> = {
    web: ['visit', 'click', 'impression', 'web_event', ...OTHERS],
    app: ['install', 'click', 'impression', 'app_event', ...OTHERS],
    event: ['web_event', 'app_event', 're_event'],
  };
  const counted = (type: string, where: Partial<SeedRow> = {}) =>
    SEED.filter(
      (row) =>
        row.package === PACKAGE &&
        row.day >= SEED_RANGE.from &&
        row.day <= SEED_RANGE.to &&
        row.verdict !== 'filtered' &&
        KINDS[type]?.includes(row.kind) &&
        Object.entries(where).every(([name, value]) => row[name as keyof SeedRow] === value),
    );
  /** Publisher, total, clean and fraud; suspect events are clean ones as in every answer of two parts. */
  const linesOf = (rows: readonly SeedRow[]): string[] =>
    [...new Set(rows.map(({ publisher }) => publisher))]
      .map((publisher) => {
        const own = rows.filter((row) => row.publisher === publisher);
        const fraud = own.filter(({ verdict }) => verdict === 'fraud').length;
        return [publisher, own.length, own.length - fraud, fraud].join(' ');
      })
      .toSorted();
  const asked = async (more: Parameters, as: Caller = 'customer'): Promise<{ lines: string[]; pages: number }> => {
    const answer = await get('/api/publisher_summary', { limit: '500', ...more }, as);
    expect(answer.status, answer.body).toBe(200);
    const { data, Total_pages: pages } = JSON.parse(answer.body);
    const rows: { key: string; total: number; clean: number; fraud: number }[] = data;
    return {
      lines: rows.map(({ key, total, clean, fraud }) => [key, total, clean, fraud].join(' ')).toSorted(),
      pages,
    };
  };

  it.each(['web', 'app', 'event'])(
    'has one line a publisher of %s traffic, in pages [PSUM-API-01] [PSUM-GAP-01]',
    async (type) => {
      const all = linesOf(counted(type));
      expect(await asked({ type })).toEqual({ lines: all, pages: 1 });
      const pages = await Promise.all(['1', '2'].map((page) => asked({ type, limit: '2', page })));
      expect(pages.map(({ pages: of }) => of)).toEqual([Math.ceil(all.length / 2), Math.ceil(all.length / 2)]);
      expect(new Set(pages.flatMap(({ lines }) => lines)).size).toBe(4);
      const own = await asked({ type }, 'publisher');
      expect(own.lines).toEqual(linesOf(counted(type).filter(({ publisher }) => OWN.includes(publisher))));
    },
  );

  it.each(['web', 'app', 'event'])(
    'is a file of %s traffic without pages [PSUM-EXP-01] [PSUM-GAP-01]',
    async (type) => {
      const lines = await fileAt('/api/publisher_summary/download', { type, limit: '2' });
      const { data } = JSON.parse((await get('/api/publisher_summary', { type, limit: '500' })).body);
      expect(lines.map(([, total]) => Number(total))).toEqual(data.map(({ total }: { total: number }) => total));
      expect(lines).toHaveLength(linesOf(counted(type)).length);
    },
  );

  it.each([
    { name: 'publisher', column: 'publisher', row: '[PSUM-API-02]' },
    { name: 'agency', column: 'vendor', row: '[PSUM-API-03]' },
    { name: 'event_type', column: 'event_name', row: '[PSUM-API-04]' },
  ] as const)('offers each $name that occurs, and choosing one narrows the lines $row', async ({ name, column }) => {
    for (const type of Object.keys(KINDS)) {
      const answer = await get(`/api/publisher_summary/filters/${name}`, { type });
      const { data }: { data: string[] } = JSON.parse(answer.body);
      const values = new Set(counted(type).map((row) => row[column] || '(not reported)'));
      expect(data.toSorted(), type).toEqual([...values].toSorted());
      const [chosen = ''] = data.filter((value) => value !== '(not reported)');
      const parameter = name === 'agency' ? 'vendor' : name;
      const narrowed = await asked({ type, [parameter]: chosen });
      expect(narrowed.lines).toEqual(linesOf(counted(type, { [column]: chosen })));
      expect(narrowed.lines).not.toEqual(linesOf(counted(type)));
    }
  });
});
