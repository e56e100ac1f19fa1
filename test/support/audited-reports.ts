import { REPORTS } from '#domains/reports/contract/reports.ts';
import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const APP = 'reports.example';
const DAYS = { start_date: '2026-11-14', end_date: '2026-11-20' };

const SCHEDULE = {
  name: 'Every morning',
  asked: {},
  format: 'csv',
  timing: { frequency: 'daily' },
  hour: 8,
  time_zone: 'UTC',
  covers: 'yesterday',
};

/** Calls that have reports made again and again and sent. */
function auditedSchedules({ done, idIn }: Desk): AuditedCalls {
  const me = () => idIn("SELECT id FROM app_user WHERE email = 'admin@own.example'");
  const body = async () => ({ ...SCHEDULE, recipients: [await me()] });
  const path = '/api/report-schedules';
  const first = async () => ({ package_name: PACKAGE, report: 'report', ...(await body()) });
  const anId = async (): Promise<number> => (await done('POST', path, await first())).body.data.id;
  const calls = ['pause', 'send', 'leave'].map((what) => [
    `POST ${path}/:id/${what}`,
    async () => ({ params: { id: await anId() }, action: `report.${what}` }),
  ]);
  return {
    ...Object.fromEntries(calls),
    [`POST ${path}`]: async () => ({ body: await first(), action: 'report.schedule' }),
    [`PUT ${path}/:id`]: async () => ({
      params: { id: await anId() },
      body: await body(),
      action: 'report.reschedule',
    }),
    [`DELETE ${path}/:id`]: async () => ({ params: { id: await anId() }, action: 'report.unschedule' }),
    [`POST ${path}/:id/resume`]: async () => {
      const id = await anId();
      await done('POST', `${path}/${id}/pause`);
      return { params: { id }, action: 'report.resume' };
    },
    [`POST ${path}/:id/restore`]: async () => {
      const id = await anId();
      await done('DELETE', `${path}/${id}`);
      return { params: { id }, action: 'report.schedule' };
    },
  };
}

/** Calls that have reports made, tried again, deleted, laid out and scheduled. No job works here. */
export function auditedReports(desk: Desk): AuditedCalls {
  const { done, rows } = desk;
  let made: Promise<unknown> | undefined;
  /** Reports of apps need one. */
  const anApp = () => {
    made ??= done('POST', '/api/config/package', {
      package_name: APP,
      package_title: 'An app of reports',
      platform: 'app',
      domain: APP,
      time_zone: 'UTC',
      currency: 'EUR',
      suspect_counts_as: 'clean',
      dashboardType: ['Install'],
      active: true,
    });
    return made;
  };
  const anEntry = async (): Promise<number> =>
    (await done('POST', '/api/report/all/generate', { package_name: PACKAGE, ...DAYS })).body.data.id;
  const generating = REPORTS.map((report) => [
    `POST ${report.api}/generate`,
    async () => {
      const ofApp = 'platform' in report && report.platform === 'app';
      if (ofApp) await anApp();
      return { body: { package_name: ofApp ? APP : PACKAGE, ...DAYS }, action: 'report.generate' };
    },
  ]);
  return {
    ...Object.fromEntries(generating),
    ...auditedSchedules(desk),
    'POST /reports': async () => ({
      body: { package_name: PACKAGE, ...DAYS, report_type: 'Event' },
      action: 'report.generate',
    }),
    'POST /api/reports/:id/retry': async () => {
      const id = await anEntry();
      await rows("UPDATE report_entry SET state = 'Failed' WHERE id = $1", [id]);
      return { params: { id }, action: 'report.retry' };
    },
    'DELETE /api/reports/:id': async () => ({ params: { id: await anEntry() }, action: 'report.remove' }),
    'PUT /api/web-bi/appfraud/report_config': async () => ({
      body: { package_name: PACKAGE, report: 'report', columns: ['ts', 'verdict'], filters: [] },
      action: 'report.configure',
    }),
  };
}
