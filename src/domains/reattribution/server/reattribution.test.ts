import { beforeAll, describe, expect, it } from 'vitest';
import { packageTable } from '#platform/server/access/tables.ts';
import { csvRows } from '#platform/server/csv-rows.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { agreementBook } from '../../agreements/server/book.ts';
import type { CreditedKind } from '../contract/changes.ts';
import type { ConversionRow, ReportView, SummaryRow, TouchList } from '../contract/endpoints.ts';
import { countsOf, expectedIn } from '../testing/expected-credit.ts';
import { OCTOBER, OTHER, PKG, row, SHARED, useReattribution } from '../testing/use-reattribution.ts';
import { reattributionJob, reattributionJobs } from './report-jobs.ts';

const { app, get, post } = useReattribution();
const expectedOf = (name: string, kind: CreditedKind, days = OCTOBER, invalid = ['fraud']) =>
  expectedIn(app, name, kind, days, invalid);
const asked = ({ from, to } = OCTOBER, name = PKG) => `package_name=${name}&fromDate=${from}&toDate=${to}&limit=500`;
const summary = async (kind: CreditedKind, days = OCTOBER, name = PKG, more = '') => {
  const { status, body, text } = await get(`/${kind}?${asked(days, name)}${more}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body as { data: SummaryRow[]; total: number; Total_pages: number; totals: SummaryRow };
};

const countsIn = (rows: readonly SummaryRow[]) =>
  Object.fromEntries(rows.map(({ publisher, amounts: _, delta_percent: __, ...counts }) => [publisher, counts]));

beforeAll(async () => {
  // One id on phones of five makes is nobody: its clicks bring nothing.
  const who = { device_id: SHARED, device_id_class: 'valid', campaign: 'spring' };
  const rows = Array.from({ length: 5 }, (_, n) => [
    row({ ...who, kind: 'click', ts: `2026-10-1${n} 09:00:00.000`, publisher: 'Alpha', verdict: 'clean', reason: '' }),
    row({
      ...who,
      kind: 'install',
      ts: `2026-10-1${n} 10:00:00.000`,
      device_model: `make ${n}`,
      publisher: 'Delta',
      event_name: 'install',
      click_time: `2026-10-1${n} 09:59:58.000`,
      verdict: 'fraud',
      reason: 'clk.injection',
    }),
  ]).flat();
  await app.context.clickhouse.insert('traffic', rows);
});

describe('who should have been credited', () => {
  it.each(['install', 'event'] as const)(
    'is for every %s what a walk over its stored touches says, by publisher and by days [REC-API-19] [REC-API-20]',
    async (kind) => {
      const outcomes = await expectedOf(PKG, kind);
      const { data, totals, total } = await summary(kind);
      expect(countsIn(data)).toEqual(countsOf(outcomes));
      expect([total, totals.attributed_by_source]).toEqual([data.length, outcomes.length]);
      for (const change of ['kept', 'removed', 'moved', 'to_organic'])
        expect(outcomes.filter((each) => each.change === change).length, change).toBeGreaterThan(15);
      const days = { from: '2026-10-09', to: '2026-10-14' };
      expect(countsIn((await summary(kind, days)).data)).toEqual(countsOf(await expectedOf(PKG, kind, days)));
      expect(countsIn((await summary(kind, OCTOBER, OTHER)).data)).toEqual(countsOf(await expectedOf(OTHER, kind)));
    },
  );

  it('is worth what the agreements of both say, currencies apart, and is searched and paged', async () => {
    const outcomes = await expectedOf(PKG, 'install');
    const { data, totals } = await summary('install');
    const of = (name: string) => data.find(({ publisher }) => publisher === name)?.amounts;
    const paid = (name: string, cents: number) => {
      const counts = countsOf(outcomes)[name];
      const [before, after] = [counts?.attributed_by_source ?? 0, counts?.final ?? 0].map((n) => Math.round(n * cents));
      return { attributed: ((before ?? 0) / 100).toFixed(2), final: ((after ?? 0) / 100).toFixed(2) };
    };
    expect(of('Alpha')).toMatchObject([{ currency: 'EUR', ...paid('Alpha', 110.5) }]);
    expect(of('Delta')).toMatchObject([{ currency: 'USD', ...paid('Delta', 99) }]);
    expect(of('organic')).toEqual([]);
    expect(totals.amounts.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    const found = await summary('install', OCTOBER, PKG, '&search=ALP');
    expect([found.data.map(({ publisher }) => publisher), found.total, found.totals]).toEqual([['Alpha'], 1, totals]);
    const second = (await get(`/install?${asked().replace('limit=500', 'limit=2')}&page=2`)).body;
    expect([second.data, second.Total_pages]).toEqual([data.slice(2, 4), Math.ceil(data.length / 2)]);
  });

  it.each([
    ['install', ['moved_out', 'removed', 'moved_in']],
    ['event', ['to_organic', 'final']],
  ] as const)('is told of each %s with every touch and what became of it', async (kind, sides) => {
    const outcomes = new Map((await expectedOf(PKG, kind)).map((each) => [each.row_id, each]));
    const figure = countsOf([...outcomes.values()])['Alpha'];
    for (const side of sides) {
      const { body } = await get(`/conversions?${asked()}&kind=${kind}&publisher=Alpha&side=${side}`);
      expect([side, body.total]).toEqual([side, figure?.[side === 'removed' ? 'removed_invalid' : side]]);
      for (const each of body.data as ConversionRow[])
        expect(each).toMatchObject({
          change: outcomes.get(each.row_id)?.change,
          credited: outcomes.get(each.row_id)?.credited,
        });
      for (const { row_id, change, credited } of (body.data as ConversionRow[]).slice(0, 4)) {
        const { data } = (await get(`/touches?package_name=${PKG}&kind=${kind}&row_id=${row_id}`)).body as {
          data: TouchList;
        };
        expect(data).toMatchObject({ row_id, change, credited });
        const states = data.touches.filter(({ state }) => state === 'credited');
        expect(states.map(({ publisher }) => publisher)).toEqual(
          credited === '' || credited === 'organic' ? [] : [credited],
        );
      }
    }
    const missing = '00000000-0000-4000-8000-000000000000';
    expect((await get(`/touches?package_name=${PKG}&kind=install&row_id=${missing}`)).status).toBe(404);
  });

  it('is nothing for those who do not see the money of the whole package', async () => {
    const body = { package_name: PKG, kind: 'install', ...OCTOBER };
    for (const who of ['publisher', 'stranger']) {
      const statuses = [
        ...(await Promise.all(
          [`/install?${asked()}`, `/event?${asked()}`, `/reports?package_name=${PKG}&kind=install`].map((path) =>
            get(path, who),
          ),
        )),
        await post('/generate-report', body, who),
      ].map(({ status }) => status);
      expect([who, statuses]).toEqual([who, [403, 403, 403, 403]]);
    }
  });
});

describe('reports', () => {
  const jobs = () => {
    const { database, clickhouse, files, packageInfo } = app.context;
    return reattributionJobs({ database, clickhouse, files, packageInfo, agreementBook, now: () => app.clock.now() });
  };
  const work = ({ id }: ReportView) => runJob(app.context.database, jobs(), reattributionJob, { id });
  const generate = async (kind: CreditedKind): Promise<ReportView> => {
    const { status, body } = await post('/generate-report', { package_name: PKG, kind, ...OCTOBER });
    expect([status, body.message]).toEqual([200, 'Created successfully !']);
    return body.data;
  };
  const listed = async (kind: CreditedKind): Promise<ReportView[]> =>
    (await get(`/reports?package_name=${PKG}&kind=${kind}`)).body.data;

  it('hold every install or event with its fate, and are kept by version of the rules [REC-API-19] [REC-API-20]', async () => {
    const asks = await generate('install');
    expect([asks.status, asks.version, (await generate('install')).id]).toEqual(['Queued', 1, asks.id]);
    expect((await get(`/download?id=${asks.id}`)).status).toBe(409);
    await work(asks);
    const event = await generate('event');
    await work(event);
    for (const [kind, { id }] of [
      ['install', asks],
      ['event', event],
    ] as const) {
      const outcomes = new Map((await expectedOf(PKG, kind)).map((each) => [each.row_id, each]));
      const { status, text } = await get(`/download?id=${id}`);
      const [head, ...lines] = csvRows(text).map(({ cells }) => cells);
      expect([status, lines.length]).toEqual([200, outcomes.size]);
      const at = (name: string) => head?.indexOf(name) ?? -1;
      for (const cells of lines) {
        const each = outcomes.get(cells[at('row_id')] ?? '');
        expect([cells[at('change')], cells[at('credited')]]).toEqual([each?.change, each?.credited]);
      }
      const [report] = await listed(kind);
      expect(report).toMatchObject({
        id,
        status: 'Ready',
        version: 1,
        created_by: 'owner',
        rows: lines.length,
        differs: null,
      });
      expect(report?.totals).toEqual((await summary(kind)).totals);
    }

    // The same rules and traffic are the same version, as it was made; others a second one, beside the first.
    const again = await generate('install');
    expect([again.id, again.version, again.status]).toEqual([asks.id, 1, 'Ready']);
    const before = countsOf(await expectedOf(PKG, 'install'));
    await app.context.database.db.update(packageTable).set({ suspectCountsAs: 'fraud' });
    const newer = await generate('install');
    expect([newer.version, newer.id === asks.id, newer.rules === asks.rules]).toEqual([2, false, false]);
    await work(newer);
    const after = countsOf(await expectedOf(PKG, 'install', OCTOBER, ['fraud', 'suspect']));
    const [second, first] = await listed('install');
    expect([first?.id, first?.version, second?.version]).toEqual([asks.id, 1, 2]);
    expect(second?.differs).toEqual({
      version: 1,
      publishers: Object.keys({ ...before, ...after })
        .sort()
        .map((publisher) => ({ publisher, before: before[publisher]?.final ?? 0, now: after[publisher]?.final ?? 0 }))
        .filter((each) => each.before !== each.now),
      differing: second?.differs?.publishers.length,
      has_other_rules: true,
    });
    expect(second?.differs?.differing).toBeGreaterThan(0);
    expect((await get(`/download?id=${asks.id}`)).text).not.toBe((await get(`/download?id=${newer.id}`)).text);
    for (const who of ['publisher', 'stranger']) expect((await get(`/download?id=${asks.id}`, who)).status).toBe(403);

    // A late file under the same rules is a version of its own, and the file of the one before stays.
    const file = (await get(`/download?id=${newer.id}`)).text;
    const late = { kind: 'install', ts: '2026-10-20 10:00:00.000', publisher: 'Late', event_name: 'install' };
    await app.context.clickhouse.insert('traffic', [row({ ...late, verdict: 'clean', reason: '' })]);
    const third = await generate('install');
    expect([third.version, third.rules, third.id === newer.id]).toEqual([3, newer.rules, false]);
    await work(third);
    expect((await listed('install'))[0]?.differs).toEqual({
      version: 2,
      publishers: [{ publisher: 'Late', before: 0, now: 1 }],
      differing: 1,
      has_other_rules: false,
    });
    expect((await get(`/download?id=${newer.id}`)).text).toBe(file);
    expect((await get(`/download?id=${third.id}`)).text).toContain(',Late,');
  });

  it('of no day or of more than a year are refused', async () => {
    const ask = (from: string, to: string) => post('/generate-report', { package_name: PKG, kind: 'event', from, to });
    expect((await ask('2026-10-02', '2026-10-01')).body.field).toBe('to');
    expect((await ask('2024-10-02', '2026-10-01')).status).toBe(422);
  });
});
