import { beforeAll } from 'vitest';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { rewriteJobs } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { useApp } from '../../../../test/support/use-app.ts';

export const APP = 'com.own';
export const WEB = 'shop.example';
export const BASE = '/api/web-bi/publisher_config';

export const WANTED = {
  package_name: APP,
  publisher: 'p1',
  dashboard_type: 'Install',
  configuration_name: 'Slow installs of p1',
  fraud_category: 'clk',
  fraud_sub_category: 'clk.injection',
  variation: 'short_install_time',
  // The most that rule allows.
  threshold: 60,
  action: 'block',
};

export const keyOf = ({ package_name, publisher, dashboard_type, configuration_name }: typeof WANTED): string =>
  new URLSearchParams({ package_name, publisher, dashboard_type, configuration_name }).toString();

let rows = 0;
const rowId = (): string => `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`;

/** Installs that came so many seconds after their click: ten or more are clean by every rule as it ships. */
export const installs = (publisher: string, seconds: number, events = 3) =>
  Array.from({ length: events }, () => ({
    row_id: rowId(),
    kind: 'install',
    // Later than any setting the tests make.
    ts: '2026-11-20 12:30:00.000',
    publisher,
    device_id: `d${rows}`,
    ctit_seconds: seconds,
  }));

const visits = (publisher: string, agents: readonly string[]) =>
  agents.map((ua_class) => ({
    row_id: rowId(),
    kind: 'visit',
    ts: '2026-11-19 09:00:00.000',
    publisher,
    ua_class,
    device_id: `d${rows}`,
  }));

/** An app and a website with other traffic, and who may what of them. */
export function usePackages() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    await app.package({ name: APP, platform: 'app', timeZone: 'UTC', dashboardTypes: ['Install', 'App_Event'] });
    await app.package({ name: WEB, platform: 'web', timeZone: 'UTC', dashboardTypes: ['Visit'] });
    await app.package({ name: 'com.foreign', platform: 'app' });
    const sign = async (name: string, role: string, more = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages: [APP, WEB], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('publisher', 'publisher', { publishers: ['p1'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
    const { clickhouse, database, jobs } = app.context;
    await importEvents(clickhouse, database, APP, [...installs('p1', 2), ...installs('p2', 2, 2)], 1);
    await importEvents(clickhouse, database, WEB, visits('p1', ['headless', 'headless', 'library', 'browser']), 2);
    await jobs.start(rewriteJobs({ clickhouse, database, now: () => app.clock.now() }));
  }, 120_000);
  return {
    app,
    get: (path: string, who = 'customer') => app.get(path, tokens[who]),
    send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'customer') =>
      app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) }),
  };
}
