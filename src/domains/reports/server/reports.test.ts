import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  seedValue,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { jobsOf } from '#app/server/start-jobs.ts';
import { callsOf } from '#domains/reports/contract/endpoints.ts';
import { datasetOf, type Report, typesOf } from '#domains/reports/contract/report.ts';
import { REPORTS, reportOf } from '#domains/reports/contract/reports.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { reportJob } from './report-jobs.ts';
import { reportEntry } from './tables.ts';

const app = useApp();
/** The seed has every kind in both: here the one is an app, the other a site. */
const [APP, WEB] = SEED_PACKAGES;
/** Every ninth install was made for a reward. */
const seed = seedTraffic().map((row, at) => {
  const incentive = row.kind === 'install' && at % 9 === 0 && row.verdict !== 'filtered';
  return incentive ? { ...row, verdict: 'fraud' as const, reason: 'ins.incent' } : row;
});
const tokens: Record<'owner' | 'publisher' | 'agency' | 'stranger', string> = {
  owner: '',
  publisher: '',
  agency: '',
  stranger: '',
};

beforeAll(async () => {
  const packages = [APP, WEB];
  await app.package({ name: APP, platform: 'app', timeZone: SEED_ZONE, currency: 'EUR' });
  await app.package({ name: WEB, platform: 'web', timeZone: SEED_ZONE, currency: 'EUR' });
  await app.package({ name: 'elsewhere.example' });
  const person = (email: string, role: string, more: object = {}) =>
    app.signIn({ email: `${email}@own.example`, role, packages, ...more });
  tokens.owner = await person('owner', 'customer');
  tokens.publisher = await person('pub', 'publisher', { publishers: ['alpha', 'gamma, inc'] });
  tokens.agency = await person('agency', 'agency', { vendors: ['river'] });
  tokens.stranger = await person('stranger', 'customer', { packages: ['elsewhere.example'] });
  await app.context.clickhouse.insert(
    'traffic',
    seed.map((row) => ({ ...stored(row), row_id: randomUUID() })),
  );
});

type Parameters = Record<string, string | string[]>;
type Who = keyof typeof tokens;

const packageOf = (report: Report): string => (report.platform === 'web' ? WEB : APP);
const platformOf = (report: Report): 'web' | 'app' => report.platform ?? 'app';

function search(report: Report, more: Parameters): string {
  const given: Parameters = {
    package_name: packageOf(report),
    start_date: SEED_RANGE.from,
    end_date: SEED_RANGE.to,
    ...more,
  };
  return String(
    new URLSearchParams(
      Object.entries(given).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as [string, string])),
    ),
  );
}

const get = (path: string, report: Report, more: Parameters = {}, who: Who = 'owner') =>
  app.get(`${path}?${search(report, more)}`, tokens[who]);

async function rowsOf(report: Report, more: Parameters = {}, who: Who = 'owner') {
  const answer = await get(report.api, report, more, who);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.body as {
    data: Record<string, unknown>[];
    total: number;
    Total_pages: number;
    totals: Record<string, number> | null;
    previous: boolean;
  };
}

/** The events that a report is about, by the seed. */
function expected(report: Report, type?: string): SeedRow[] {
  const [usual = 'all'] = typesOf(report, platformOf(report));
  const dataset = datasetOf(report.types.find((each) => each === type) ?? usual, platformOf(report));
  const standing = Object.entries(report.standing ?? {}) as [DimensionName, readonly string[]][];
  return seed.filter(
    (row) =>
      row.package === packageOf(report) &&
      row.day >= SEED_RANGE.from &&
      row.day <= SEED_RANGE.to &&
      dataset?.kinds.includes(row.kind) === true &&
      standing.every(([name, values]) => values.includes(seedValue(row, name))),
  );
}

const counted = (rows: readonly SeedRow[]) => rows.filter(({ verdict }) => verdict !== 'filtered');
const linesOf = (text: string) => Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true }).data;
const install = reportOf('app-install-report');
const webEvent = reportOf('web-event-report');
const incentives = reportOf('app-incent-details');

describe('the rows of a report', () => {
  it.each(REPORTS.filter(({ rows }) => rows === 'events'))(
    '$api has single events as the traffic holds them, page by page, and the same in its file [REP-API-06] [REP-API-07] [REP-EXP-01] [REP-EXP-03] [REP-EXP-04] [REP-API-04]',
    async (report) => {
      const events = expected(report);
      expect(events.length).toBeGreaterThan(3);
      const seen: string[] = [];
      const limit = Math.ceil(events.length / 3);
      for (const page of [1, 2, 3]) {
        const answer = await rowsOf(report, {
          record_limit: String(limit),
          page_number: String(page),
          columns: 'ts,publisher,verdict',
        });
        expect([answer.total, answer.Total_pages, answer.previous]).toEqual([
          events.length,
          Math.ceil(events.length / limit),
          page > 1,
        ]);
        seen.push(...answer.data.map((row) => `${row['publisher']} ${row['verdict']}`));
      }
      expect(seen.sort()).toEqual(events.map((row) => `${row.publisher} ${row.verdict}`).sort());
      const file = await get(`${report.api}/download`, report, { columns: 'publisher,verdict' });
      expect(file.headers['content-type']).toContain('text/csv');
      const [head, ...lines] = linesOf(file.text);
      expect(head).toEqual(['publisher', 'verdict']);
      // What a spreadsheet would reckon with stands behind an apostrophe.
      expect(lines.map((line) => line.join(' ').replace(/^'/, '')).sort()).toEqual(seen);
    },
  );

  it('are five hundred a page, the first, where nothing is said [CONST-04]', async () => {
    const all = reportOf('report');
    const events = expected(all, 'all');
    expect(events.length).toBeGreaterThan(600);
    const first = await rowsOf(all, { report_type: 'all' });
    expect([first.data.length, first.total, first.previous]).toEqual([500, events.length, false]);
    const next = await rowsOf(all, { report_type: 'all', page_number: '2' });
    expect([next.data.length, next.previous]).toEqual([Math.min(500, events.length - 500), true]);
    const ids = new Set([...first.data, ...next.data].map((row) => row['row_id']));
    expect(ids.size).toBe(first.data.length + next.data.length);
  });

  it.each(REPORTS.filter(({ rows }) => rows === 'publishers'))(
    '$api counts each publisher, and all of them below',
    async (report) => {
      const events = counted(expected(report));
      const answer = await rowsOf(report);
      const sums = new Map<string, number>();
      for (const { publisher } of events) sums.set(publisher, (sums.get(publisher) ?? 0) + 1);
      expect(Object.fromEntries(answer.data.map((row) => [row['key'], row['total']]))).toEqual(
        Object.fromEntries(sums),
      );
      expect(answer.totals?.['total']).toBe(events.length);
      const [, ...lines] = linesOf((await get(`${report.api}/download`, report)).text);
      expect(lines.reduce((sum, line) => sum + Number(line[1]), 0)).toBe(events.length);
    },
  );

  it('of a summary are periods, days, weeks or months, and their sum [REP-ENT-01]', async () => {
    const summary = reportOf('app-summary-report');
    const events = counted(expected(summary));
    for (const [period, rows] of [
      ['date', 23],
      ['week', 4],
      ['month', 2],
    ] as const) {
      const answer = await rowsOf(summary, { period });
      expect([period, answer.data.length]).toEqual([period, rows]);
      expect(answer.data.reduce((sum, row) => sum + Number(row['total']), 0)).toBe(events.length);
      expect(answer.totals?.['total']).toBe(events.length);
    }
  });

  it('are narrowed by each filter of a report, under the name the specification gives it [REP-ENT-01]', async () => {
    const events = expected(install);
    const tried: [parameter: string, name: DimensionName, value: string][] = [
      ['publisher_name', 'publisher', 'beta'],
      ['vendor_id', 'vendor', 'river'],
      ['sub_publisher_name', 'sub_publisher', 'site-1'],
      ['campaign_id', 'campaign_id', '2'],
      ['event_type', 'event_name', 'login'],
      ['page_id', 'page_id', '/shop'],
      ['fraud_category', 'reason_group', 'clk'],
      ['country', 'country', 'FR'],
      ['verdict', 'verdict', 'fraud'],
    ];
    for (const [parameter, name, value] of tried) {
      const own = events.filter((row) => seedValue(row, name) === value).length;
      expect([parameter, own > 0, own < events.length]).toEqual([parameter, true, true]);
      expect([parameter, (await rowsOf(install, { [parameter]: value })).total]).toEqual([parameter, own]);
      expect([parameter, (await rowsOf(install, { [parameter]: 'all' })).total]).toEqual([parameter, events.length]);
    }
    const left = await rowsOf(install, { not: ['publisher:gamma, inc', 'verdict:clean'] });
    expect(left.total).toBe(events.filter((row) => row.publisher !== 'gamma, inc' && row.verdict !== 'clean').length);
    const found = await rowsOf(install, { search: 'SPRIN' });
    expect(found.total).toBe(events.filter(({ campaign }) => campaign === 'spring').length);
    const paid = await rowsOf(install, { publisher_type: 'paid' });
    const unpaid = await rowsOf(install, { publisher_type: 'unpaid' });
    expect(unpaid.total).toBe(events.filter(({ publisher }) => publisher === '').length);
    expect(paid.total + unpaid.total).toBe(events.length);
    // One day less, and none of the region that nobody has.
    const days = await rowsOf(install, { start_date: '2024-03-12' });
    expect(days.total).toBe(events.filter(({ day }) => day >= '2024-03-12').length);
    expect((await rowsOf(install, { region: 'Nowhere' })).total).toBe(0);
  });

  it('of another variant are counted by source, and a condition is looked at [REP-ENT-02]', async () => {
    const events = expected(install);
    const sources = await rowsOf(install, { report_variant: 'aggregated' });
    const names = new Set(counted(events).map((row) => `${row.publisher}\n${row.sub_publisher}`));
    expect([sources.total, sources.data.reduce((sum, row) => sum + Number(row['total']), 0)]).toEqual([
      names.size,
      counted(events).length,
    ]);
    const condition = {
      any: [
        { field: 'campaign', op: 'eq', value: 'brand' },
        { field: 'keyword', op: 'startsWith', value: 'blue' },
      ],
    };
    const narrowed = events.filter(({ campaign, keyword }) => campaign === 'brand' || keyword.startsWith('blue'));
    const query = JSON.stringify(condition);
    expect((await rowsOf(install, { query })).total).toBe(narrowed.length);
    expect((await rowsOf(install, { query, report_variant: 'aggregated' })).totals?.['total']).toBe(
      counted(narrowed).length,
    );
    for (const bad of ['{', '[]', '{"field":"nothing","op":"known"}', '{"field":"ip","op":"lt","value":1}'])
      expect([bad, (await get(install.api, install, { query: bad })).body.told.code]).toEqual([
        bad,
        'report_condition_bad',
      ]);
    expect((await get(install.api, install, { query }, 'publisher')).status).toBe(403);
  });

  it('have the types of the package only', async () => {
    const all = reportOf('report');
    for (const [type, status] of [
      ['Install', 200],
      ['INSTALL', 200],
      ['reengagement-clicks', 200],
      ['Visit', 422],
      ['Nonsense', 422],
    ] as const)
      expect([type, (await get(all.api, all, { report_type: type })).status]).toEqual([type, status]);
    expect((await get(install.api, install, { package_name: WEB })).status).toBe(422);
    expect((await rowsOf(all, { report_type: 'RE_EVENT' })).total).toBe(expected(all, 'RE_EVENT').length);
  });

  it('are masked for a reader that is called a publisher', async () => {
    await app.context.clickhouse.command(
      sql`UPDATE traffic SET device_id = '11112222-3333-4444-5555-666677778888' WHERE package = 'shop.example'`,
      { tag: 'test' },
    );
    const columns = 'device_id,publisher';
    const [own] = (await rowsOf(install, { columns })).data;
    const [masked] = (await rowsOf(install, { columns, user_type: 'publisher' })).data;
    expect(own?.['device_id']).toBe('11112222-3333-4444-5555-666677778888');
    expect(String(masked?.['device_id'])).not.toContain('3333-4444');
  });

  it('are written into a workbook that another reader opens', async () => {
    const answer = await app.app.http.inject({
      url: `${install.api}/download?${search(install, { format: 'xlsx', columns: 'ts,publisher,cost' })}`,
      headers: { authorization: tokens.owner },
    });
    const rows = await readSheet(Readable.from([answer.rawPayload]), 'Data');
    expect(rows[0]).toEqual(['ts', 'publisher', 'cost']);
    expect(rows).toHaveLength(expected(install).length + 1);
    expect(rows[1]?.[0]).toBeInstanceOf(Date);
  });
});

describe('the filters of a report', () => {
  it('offer the values of its own events, each once [REP-API-08]', async () => {
    for (const [name, dimension] of [
      ['publisher_name', 'publisher'],
      ['event', 'event_name'],
      ['campaign_id', 'campaign_id'],
      ['country', 'country'],
      ['fraud', 'reason'],
    ] as const) {
      const { body } = await get(`${webEvent.api}/filters/${name}`, webEvent);
      const values = new Set(expected(webEvent).map((row) => seedValue(row, dimension) || '(not reported)'));
      expect([name, [...body.data].sort()]).toEqual([name, [...values].sort()]);
      expect(body.counts.reduce((sum: number, n: number) => sum + n, 0)).toBe(expected(webEvent).length);
    }
    for (const name of ['nothing', '__proto__', 'constructor'])
      expect((await get(`${webEvent.api}/filters/${name}`, webEvent)).status).toBe(404);
  });
});

describe('the screen of a report', () => {
  it('has the columns that were chosen for the package, on the screen and in files [REP-API-05]', async () => {
    const ask = () => get('/api/web-bi/appfraud/report_config', install, { report: install.id });
    const own = (answer: { body: { data: { columns: { name: string; chosen: boolean }[] } } }) =>
      answer.body.data.columns.filter(({ chosen }) => chosen).map(({ name }) => name);
    const config = () =>
      app.get(`/api/web-bi/appfraud/report_config?package_name=${APP}&report=${install.id}`, tokens.owner);
    expect((await ask()).status).toBe(400);
    expect(own(await config())).toEqual(install.columns);
    const columns = ['campaign', 'ts', 'verdict'];
    const body = { package_name: APP, report: install.id, columns, filters: ['publisher'] };
    expect(
      (await app.call('PUT', '/api/web-bi/appfraud/report_config', { token: tokens.publisher, body })).status,
    ).toBe(403);
    await app.call('PUT', '/api/web-bi/appfraud/report_config', { token: tokens.owner, body });
    const changed = await config();
    expect([own(changed), changed.body.data.filters]).toEqual([columns, [{ name: 'publisher', label: 'Publisher' }]]);
    expect(linesOf((await get(`${install.api}/download`, install)).text)[0]).toEqual(columns);
    const [row = {}] = (await rowsOf(install)).data;
    expect(Object.keys(row)).toEqual(expect.arrayContaining(columns));
    expect(row).not.toHaveProperty('install_type');
    const bad = { ...body, columns: ['__proto__'] };
    expect(
      (await app.call('PUT', '/api/web-bi/appfraud/report_config', { token: tokens.owner, body: bad })).status,
    ).toBe(422);
    await app.call('PUT', '/api/web-bi/appfraud/report_config', {
      token: tokens.owner,
      body: { ...body, columns: [], filters: [] },
    });
    expect(own(await config())).toEqual(install.columns);
  });
});

const DAYS = { start_date: SEED_RANGE.from, end_date: SEED_RANGE.to };
const generate = (report: Report, more: object = {}, who: Who = 'owner') =>
  app.call('POST', `${report.api}/generate`, {
    token: tokens[who],
    body: { package_name: packageOf(report), ...DAYS, ...more },
  });
const work = (id: number) => runJob(app.context.database, jobsOf(app.context), reportJob, { id });
const entries = async (packageName: string, who: Who = 'owner') =>
  (await app.get(`/api/reports?package_name=${packageName}&limit=100`, tokens[who])).body.data as {
    id: number;
    status: string;
    name: string;
    rows: number;
    file: { bytes: number } | null;
    error: { code: number; message: string } | null;
    report: string;
  }[];
const entry = async (id: number, packageName: string = APP, who: Who = 'owner') =>
  (await entries(packageName, who)).find((each) => each.id === id);
const attachment = (id: number, who: Who = 'owner') =>
  app.get(`/api/web-bi/appfraud/download_attachment?id=${id}`, tokens[who]);
const folder = () => join(app.context.folder.path, 'reports');

describe('a generated report', () => {
  it('is queued, made and kept with the very rows of the report; nobody of another package gets it [REP-UI-01] [REP-API-02] [REP-EXP-02] [REP-GAP-02] [REP-GAP-03]', async () => {
    for (const report of REPORTS) {
      const { body } = await generate(report);
      const { id } = body.data;
      expect([report.id, body.data.status, body.data.report]).toEqual([report.id, 'Queued', report.id]);
      expect((await attachment(id)).status).toBe(409);
      await work(id);
      const made = await entry(id, packageOf(report));
      const direct = await get(`${report.api}/download`, report);
      const file = await attachment(id);
      expect([report.id, made?.status, file.text]).toEqual([report.id, 'Ready', direct.text]);
      expect(made?.rows).toBe(linesOf(direct.text).length - 1);
      expect(made?.file?.bytes).toBe(Buffer.byteLength(direct.text));
      expect((await attachment(id, 'stranger')).status).toBe(403);
      expect((await attachment(id, 'publisher')).status).toBe(403);
    }
    expect((await app.get(`/api/reports?package_name=${APP}`, tokens.stranger)).status).toBe(403);
  });

  it('is told its parameters in the address and in the body, which must not differ [REP-API-09]', async () => {
    const body = { package_name: WEB, ...DAYS, publisher_name: 'alpha', columns: ['publisher', 'verdict'] };
    const url = (said: Parameters) => `${webEvent.api}/generate?${search(webEvent, said)}`;
    const call = (said: Parameters) => app.call('POST', url(said), { token: tokens.owner, body });
    const differs = await call({ publisher_name: 'beta' });
    expect([differs.status, differs.body.field]).toEqual([400, 'publisher_name']);
    const same = await call({ publisher_name: 'alpha', columns: ['publisher', 'verdict'] });
    await work(same.body.data.id);
    const [head, ...lines] = linesOf((await attachment(same.body.data.id)).text);
    expect(head).toEqual(['publisher', 'verdict']);
    expect(lines).toHaveLength(expected(webEvent).filter(({ publisher }) => publisher === 'alpha').length);
  });

  it('is also asked for by its type alone [REP-API-03]', async () => {
    for (const [packageName, type, report] of [
      [APP, 'Install', 'app-install-report'],
      [APP, 'Event', 'app-event-report'],
      [APP, 'RE_CLICK', 'app-re-click-report'],
      [WEB, 'Event', 'web-event-report'],
    ]) {
      const body = { package_name: packageName, ...DAYS, report_type: type };
      const answer = await app.call('POST', '/reports', { token: tokens.owner, body });
      expect([type, answer.status, answer.body.data?.report]).toEqual([type, 200, report]);
    }
    const body = { package_name: WEB, ...DAYS, report_type: 'Install' };
    expect((await app.call('POST', '/reports', { token: tokens.owner, body })).status).toBe(422);
  });

  it('that is refused has failed and says why, can be tried again, and is ready then [REP-GAP-02]', async () => {
    const { id } = (await generate(install)).body.data;
    const { pool } = app.context.database;
    await pool.query(`UPDATE report_entry SET asked = asked || '{"columns": "no_such"}' WHERE id = $1`, [id]);
    await work(id);
    expect(await entry(id)).toMatchObject({
      status: 'Failed',
      file: null,
      error: { code: 400, message: 'The report has no column no_such' },
    });
    await pool.query(`UPDATE report_entry SET asked = asked - 'columns' WHERE id = $1`, [id]);
    const retry = (who: Who) => app.call('POST', `/api/reports/${id}/retry`, { token: tokens[who] });
    expect((await retry('stranger')).status).toBe(403);
    expect((await retry('owner')).body.data.status).toBe('Queued');
    expect((await retry('owner')).body.data.status).toBe('Queued');
    await work(id);
    expect((await entry(id))?.status).toBe('Ready');
    expect((await retry('owner')).status).toBe(409);
  });

  it('that was killed on its way is begun once more, and has visibly failed after that', async () => {
    const { id } = (await generate(install)).body.data;
    const { pool } = app.context.database;
    // As a killed process leaves it.
    const killed = (tries: number) =>
      pool.query(`UPDATE report_entry SET state = 'Processing', tries = $2 WHERE id = $1`, [id, tries]);
    await killed(1);
    const unfinished = jobsOf(app.context).find(({ plan }) => plan.name === reportJob.name);
    expect((await unfinished?.unfinished('start'))?.map(({ data }) => data)).toContainEqual({ id });
    await work(id);
    expect((await entry(id))?.status).toBe('Ready');
    await killed(2);
    await work(id);
    expect((await entry(id))?.error?.message).toBe('The program stopped twice while it made this report');
  });

  it('of a person who lost the package or the account is not made', async () => {
    const { id } = (await generate(install, {}, 'agency')).body.data;
    const { pool } = app.context.database;
    const of = `user_id = (SELECT id FROM app_user WHERE email = 'agency@own.example')`;
    await pool.query(`UPDATE user_package SET menu = '{}' WHERE ${of}`);
    await work(id);
    expect((await entry(id))?.error?.message).toBe('You do not have access to this');
    await pool.query(`UPDATE user_package SET menu = NULL WHERE ${of}`);
    await pool.query(`UPDATE app_user SET disabled_at = now() WHERE email = 'agency@own.example'`);
    const again = (await generate(install)).body.data.id;
    await pool.query(
      `UPDATE report_entry SET author_id = (SELECT id FROM app_user WHERE email = 'agency@own.example') WHERE id = $1`,
      [again],
    );
    await work(again);
    expect((await entry(again))?.error?.message).toContain('no account any more');
    await pool.query(`UPDATE app_user SET disabled_at = NULL WHERE email = 'agency@own.example'`);
  });

  it('of a publisher holds its own publishers only, and is its own alone', async () => {
    const { id } = (await generate(install, {}, 'publisher')).body.data;
    await work(id);
    const [head = [], ...lines] = linesOf((await attachment(id, 'publisher')).text);
    const at = head.indexOf('publisher');
    expect(new Set(lines.map((line) => line[at]))).toEqual(new Set(['alpha', 'gamma, inc']));
    const own = await entries(APP, 'publisher');
    expect(own.map((each) => each.id)).toEqual([id]);
    expect((await entries(APP)).length).toBeGreaterThan(1);
    expect((await generate(install, { publisher_name: 'beta' }, 'publisher')).status).toBe(403);
  });

  it('is deleted with its file, and after thirty days by itself', async () => {
    const one = (await generate(install)).body.data.id;
    const other = (await generate(install)).body.data.id;
    await work(one);
    await work(other);
    const path = (id: number) => join(folder(), `report-${id}`);
    expect(readFileSync(path(one), 'utf8')).toContain('publisher');
    await app.call('DELETE', `/api/reports/${one}`, { token: tokens.owner });
    expect(() => readFileSync(path(one))).toThrow('ENOENT');
    writeFileSync(path(999_999), 'of nobody');
    await app.context.database.db.update(reportEntry).set({ createdAt: new Date('2026-10-01T00:00:00Z') });
    const forget = jobsOf(app.context).find(({ plan }) => plan.name === 'forget-reports');
    if (!forget) throw new Error('No job forgets reports');
    await runJob(app.context.database, [forget], forget.plan as never, {} as never);
    expect(await entries(APP)).toEqual([]);
    for (const id of [other, 999_999]) expect(() => readFileSync(path(id))).toThrow('ENOENT');
  });
});

it('has its calls for each report', () => {
  for (const report of REPORTS) expect(callsOf(report).rows.path).toBe(report.api);
  expect(incentives.standing).toEqual({ reason: ['ins.incent'] });
});
