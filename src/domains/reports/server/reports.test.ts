import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { seedValue } from '#analytics/testing/seed-traffic.ts';
import { REPORTS, reportOf } from '#domains/reports/contract/reports.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { APP, counted, expected, linesOf, search, useReports, WEB } from '../testing/use-reports.ts';

const { app, tokens, get, rowsOf } = useReports();
const install = reportOf('app-install-report');
const webEvent = reportOf('web-event-report');

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
      expect([bad, (await get(install.api, install, { query: bad })).body.told.code]).toEqual([bad, 'condition_bad']);
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
    const sites = reportOf('web-publisher-report');
    expect((await get(sites.api, sites, { package_name: APP })).status).toBe(422);
    const summary = reportOf('app-summary-report');
    expect((await get(summary.api, summary, { package_name: WEB })).status).toBe(422);
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
    const labels = (await config()).body.data.columns as { name: string; label: string }[];
    expect(labels.filter(({ name, label }) => name === label)).toEqual([]);
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
    // Who chooses columns alone leaves the filters as they are.
    const again = { package_name: APP, report: install.id, columns: ['ts', 'verdict'] };
    await app.call('PUT', '/api/web-bi/appfraud/report_config', { token: tokens.owner, body: again });
    expect((await config()).body.data.filters).toHaveLength(1);
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
