import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SEED_RANGE } from '#analytics/testing/seed-traffic.ts';
import { jobsOf } from '#app/server/start-jobs.ts';
import type { Report } from '#domains/reports/contract/report.ts';
import { REPORTS, reportOf } from '#domains/reports/contract/reports.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import {
  APP,
  expected,
  linesOf,
  type Parameters,
  packageOf,
  search,
  useReports,
  WEB,
  type Who,
} from '../testing/use-reports.ts';
import { reportJob } from './report-jobs.ts';
import { reportEntry } from './tables.ts';

const { app, tokens, get } = useReports();
const install = reportOf('app-install-report');
const webEvent = reportOf('web-event-report');

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

  it('may be asked for by the body alone, whatever it says', async () => {
    const { body, status } = await generate(install, {
      format: 'xlsx',
      report_variant: 'aggregated',
      record_limit: 50,
    });
    expect([status, body.data?.format]).toEqual([200, 'xlsx']);
    const said = await app.call('POST', `${install.api}/generate?format=csv`, {
      token: tokens.owner,
      body: { package_name: APP, ...DAYS, format: 'xlsx' },
    });
    expect([said.status, said.body.field]).toEqual([400, 'format']);
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
    // Of others only an administrator.
    const byOther = await app.call('DELETE', `/api/reports/${one}`, { token: tokens.agency });
    expect(byOther.status).toBe(403);
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
