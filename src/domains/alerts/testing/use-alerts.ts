import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import type { AlertSettings } from '#domains/alerts/contract/alert.ts';
import type { AlertView } from '#domains/alerts/contract/endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { useHookServer } from '../../../../test/support/use-hook-server.ts';
import { type ReadMail, useMailServer } from '../../../../test/support/use-mail-server.ts';
import { deliverAlertsJob, evaluateAlertsJob } from '../server/alert-jobs.ts';

export const SITE = 'site.example';
export const MOBILE = 'mobile.example';
export const WEB_CALLS = '/api/web-bi/alert_config';
export const APP_CALLS = '/api/web-bi/appfraud/alert_config';
/** A Friday noon. */
export const TODAY = '2026-11-20';

interface Clicks {
  day: string;
  clean: number;
  fraud?: number;
  publisher?: string;
  campaign?: string;
  hour?: number;
  package?: string;
}

/** Clicks of one day and source, those of fraud last. */
export const clicks = ({ day, clean, fraud = 0, publisher = 'Steady', campaign = 'c1', hour = 9, ...more }: Clicks) =>
  Array.from({ length: clean + fraud }, (_, at) => ({
    row_id: randomUUID(),
    package: more.package ?? SITE,
    kind: 'click',
    ts: `${day} ${String(hour).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00.000`,
    received_at: `${day} 12:00:00`,
    publisher,
    campaign,
    verdict: at < clean ? 'clean' : 'fraud',
    reason: at < clean ? '' : 'net.datacenter',
  }));

/** Three publishers for weeks, a tenth of their clicks fraud: nothing to tell. */
export function quietWeeks(days = 60, name = SITE) {
  return Array.from({ length: days }, (_, back) => addDays(TODAY, -back)).flatMap((day, at) =>
    ['Steady', 'Other', 'Third'].flatMap((publisher, which) =>
      clicks({ day, publisher, clean: 90 + ((at * 7 + which * 3) % 5), fraud: 10, package: name }),
    ),
  );
}

/** The server with its people, a mail server and a server of webhooks, and what its clock runs. */
export function useAlerts() {
  const mails = useMailServer();
  const hooks = useHookServer();
  const app = useApp({ smtp: mails.url, outbound: hooks.outbound });
  const tokens = { owner: '', colleague: '', publisher: '', agency: '', stranger: '' };

  beforeAll(async () => {
    await app.package({ name: SITE, platform: 'web', timeZone: 'Europe/Berlin', currency: 'EUR' });
    await app.package({ name: MOBILE, platform: 'app', timeZone: 'Europe/Berlin', currency: 'EUR' });
    await app.package({ name: 'elsewhere.example' });
    const packages = [SITE, MOBILE];
    const person = (name: keyof typeof tokens, role: string, more: object = {}) =>
      app.signIn({ email: `${name}@own.example`, name, role, packages, ...more });
    tokens.owner = await person('owner', 'customer');
    tokens.colleague = await person('colleague', 'customer');
    tokens.publisher = await person('publisher', 'publisher', { publishers: ['Steady'] });
    tokens.agency = await person('agency', 'agency', { vendors: ['river'] });
    tokens.stranger = await person('stranger', 'customer', { packages: ['elsewhere.example'] });
  });

  const settings = (more: Partial<AlertSettings> = {}): AlertSettings => ({
    name: `Share of fraud ${randomUUID().slice(0, 8)}`,
    metric: 'fraud_percentage',
    comparison: 'limit',
    direction: 'above',
    limit: 30,
    window: { unit: 'day', length: 1 },
    each: 'publisher',
    least: 50,
    filters: {},
    condition: null,
    cool_down: 0,
    quiet: null,
    severity: 'medium',
    recipients: [],
    hooks: [],
    active: true,
    ...more,
  });
  const save = (
    more: Partial<AlertSettings> = {},
    { packageName = SITE, token = tokens.owner, calls = WEB_CALLS } = {},
  ) => app.call('POST', calls, { token, body: { package_name: packageName, alerts: [settings(more)] } });
  async function saved(more: Partial<AlertSettings> = {}): Promise<AlertView> {
    const answer = await save(more);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data[0];
  }
  const jobs = () => jobsOf(app.context);
  const evaluate = () => runJob(app.context.database, jobs(), evaluateAlertsJob, {});
  const deliver = () => runJob(app.context.database, jobs(), deliverAlertsJob, {});
  const sql = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await app.context.database.pool.query<R>(text, values)).rows;
  const eventsOf = (id: number) =>
    sql<{
      id: number;
      period: string;
      told: string;
      found: { publisher: string; causes: { publisher: string; parts: string[] }[] };
    }>('SELECT id, period, told, found FROM alert_event WHERE alert_id = $1 ORDER BY period', [id]);
  const insert = (rows: object[]) => app.context.clickhouse.insert('traffic', rows as never);
  async function delivered(): Promise<ReadMail[]> {
    await app.context.mailer.deliverDue();
    return mails.mails();
  }
  return { app, tokens, hooks, mails, settings, save, saved, evaluate, deliver, sql, eventsOf, insert, delivered };
}
