import { beforeAll, expect, vi } from 'vitest';
import type { AppContext } from '#app/server/app-context.ts';
import { jobsOf } from '#app/server/start-jobs.ts';
import type { ReportSchedule } from '#domains/reports/contract/schedule-endpoints.ts';
import type { BoundJob } from '#platform/server/jobs/job.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { type ReadMail, useMailServer } from '../../../../test/support/use-mail-server.ts';
import { reportJob } from '../server/report-jobs.ts';
import { APP, useReports, WEB } from './use-reports.ts';

/** A Saturday noon in the traffic of the seed; the clocks are put forward in the night after. */
const NOON = '2024-03-30T12:00:00Z';

const ENTRIES = `SELECT id, author_id, state, first_day::text, last_day::text, slot_at FROM report_entry
  WHERE schedule_id = $1 ORDER BY id`;

export interface MadeEntry {
  id: number;
  author_id: number;
  state: string;
  first_day: string;
  last_day: string;
  slot_at: Date;
}

/** What the clock and the queue do in a running server; `instead`: parts of it that behave otherwise. */
function worker(context: () => AppContext) {
  const jobs = (instead: Partial<AppContext> = {}): BoundJob[] => jobsOf({ ...context(), ...instead });
  /** What the clock starts every ten minutes. */
  async function tick(instead?: Partial<AppContext>): Promise<void> {
    const due = jobs(instead).find(({ plan }) => plan.name === 'run-report-schedules');
    if (!due) throw new Error('No job runs schedules');
    await runJob(context().database, [due], due.plan as never, {} as never);
  }
  /** What the queue of reports does with all that wait. */
  async function make(instead?: Partial<AppContext>): Promise<void> {
    const all = jobs(instead);
    const waiting = all.find(({ plan }) => plan.name === reportJob.name);
    for (const { data } of (await waiting?.unfinished('start')) ?? [])
      await runJob(context().database, all, reportJob, data as { id: number });
  }
  async function run(): Promise<void> {
    await tick();
    await make();
    // Before the clock is put on: a mail that takes so long is taken for one that a dead process left.
    await vi.waitFor(async () => expect((await context().mailer.state()).waiting).toBe(0));
  }
  return { tick, make, run };
}

/** The server with its traffic and a real mail server, some more people, and what runs its schedules. */
export function useSchedules() {
  const server = useMailServer();
  const reports = useReports({ smtp: server.url });
  const { app, tokens } = reports;
  const people = { admin: '', colleague: '' };
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const packages = [APP, WEB];
    people.admin = await app.signIn({ email: 'boss@own.example', role: 'admin', name: 'Boss' });
    people.colleague = await app.signIn({ email: 'cora@own.example', role: 'customer', name: 'Cora', packages });
    const { pool } = app.context.database;
    await pool.query("UPDATE app_user SET language = 'de' WHERE email = 'cora@own.example'");
    for (const { id, email } of (await pool.query('SELECT id, email FROM app_user')).rows)
      ids[email.split('@')[0]] = id;
    app.clock.set(NOON);
  });

  const idOf = (name: string): number => ids[name] ?? 0;
  const body = (more: object = {}) => ({
    package_name: APP,
    report: 'app-install-publisher-report',
    name: 'Installs',
    asked: {},
    format: 'csv',
    timing: { frequency: 'daily' },
    hour: 8,
    time_zone: 'Europe/Berlin',
    covers: 'last_7_days',
    recipients: [idOf('owner')],
    ...more,
  });
  const add = (more: object = {}, token = tokens.owner) =>
    app.call('POST', '/api/report-schedules', { token, body: body(more) });
  async function added(more: object = {}): Promise<ReportSchedule> {
    const answer = await add(more);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
  const act = (id: number, what: string, token = tokens.owner) =>
    app.call('POST', `/api/report-schedules/${id}/${what}`, { token });
  const list = async (token = tokens.owner): Promise<ReportSchedule[]> =>
    (await app.get(`/api/report-schedules?package_name=${APP}&limit=100`, token)).body.data;
  const one = async (id: number, token = tokens.owner) => (await list(token)).find((each) => each.id === id);

  const sql = (text: string, values: unknown[] = []) => app.context.database.pool.query(text, values);
  const entries = async (schedule: number): Promise<MadeEntry[]> => (await sql(ENTRIES, [schedule])).rows;

  const { tick, make, run } = worker(() => app.context);
  /** To the next day's run. */
  const nextDay = (): void => app.clock.advance(86_400_000);
  async function mailsOnceThereAre(n: number): Promise<ReadMail[]> {
    await vi.waitFor(async () => {
      await app.context.mailer.deliverDue();
      expect(server.mails().length).toBeGreaterThanOrEqual(n);
    });
    return server.mails();
  }
  /** Nothing waits any more, so what is not there now was never written. */
  async function allMails(): Promise<ReadMail[]> {
    await app.context.mailer.deliverDue();
    await vi.waitFor(async () => expect((await app.context.mailer.state()).waiting).toBe(0));
    return server.mails();
  }
  return {
    ...reports,
    server,
    people,
    idOf,
    body,
    add,
    added,
    act,
    list,
    one,
    entries,
    tick,
    make,
    run,
    nextDay,
    mailsOnceThereAre,
    allMails,
    sql,
  };
}
