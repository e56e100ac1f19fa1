import { beforeAll } from 'vitest';
import { createRunWidget } from '#analytics/server/run-widget.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { rewriteJobs } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { blockJobs, endBlocksJob, followBlockListJob, lookStandingJob } from '../server/block-jobs.ts';

export const SITE = 'shop.example';
export const BASE = '/api/web-bi/tools/blacklist';
export const RULES = '/api/block-rules';
export const FEEDS = '/api/block-feeds';

let rows = 0;
interface Visit {
  ts?: string;
  ip?: string;
  publisher?: string;
  sub_publisher?: string;
  declared_domain?: string;
  device_id?: string;
  verdict?: 'clean' | 'fraud';
}

/** Visits of a browser, clean unless somebody blocks them; `fraud` comes from a program that drives one. */
export const visits = (events: number, { verdict = 'clean', ...of }: Visit = {}) =>
  Array.from({ length: events }, () => ({
    row_id: `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`,
    kind: 'visit',
    ts: '2026-11-20 12:30:00.000',
    publisher: 'p1',
    ua_class: verdict === 'clean' ? 'browser' : 'headless',
    device_id: `d${rows}`,
    ip: '::',
    ...of,
  }));

/** A website, somebody who may change its rules, and the jobs that follow its list, run when the test says so. */
export function useBlockList() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  let imports = 0;
  const stores = () => {
    const { clickhouse, database, packageInfo, files } = app.context;
    return {
      clickhouse,
      database,
      packageInfo,
      runWidget: createRunWidget(clickhouse),
      files,
      now: () => app.clock.now(),
    };
  };
  let signedIn = 0;
  const signIn = async () => {
    const at = `${++signedIn}@own.example`;
    const sign = async (name: string, role: string, packages: string[], more = {}) => {
      tokens[name] = await app.signIn({ email: name + at, role, packages, name, ...more });
    };
    await sign('customer', 'customer', [SITE]);
    await sign('publisher', 'publisher', [SITE], { publishers: ['p1'] });
    await sign('vendors', 'agency', [SITE], { vendors: ['Vend A'] });
    await sign('stranger', 'customer', ['foreign.example']);
  };
  beforeAll(async () => {
    await app.package({ name: SITE, platform: 'web', timeZone: 'UTC', dashboardTypes: ['Visit'] });
    await app.package({ name: 'foreign.example' });
    await signIn();
    const { jobs } = app.context;
    // The rules' way into what is stored is worked on; the list's is, when a test asks for it.
    await jobs.start(rewriteJobs(stores()));
    await jobs.declare(blockJobs(stores()));
  }, 120_000);
  const run = (of: typeof endBlocksJob) => runJob(app.context.database, blockJobs(stores()), of, {});
  return {
    app,
    stores,
    get: (path: string, who = 'customer') => app.get(path, tokens[who]),
    send: (
      method: 'POST' | 'DELETE',
      path: string,
      body?: object,
      who = 'customer',
      headers: Record<string, string> = {},
    ) => app.call(method, path, { token: tokens[who] ?? '', headers, ...(body === undefined ? {} : { body }) }),
    block: (kind: string, values: string[], more: object = {}) =>
      app.call('POST', BASE, {
        token: tokens['customer'] ?? '',
        body: { package_name: SITE, kind, values, reason: 'Seen in a test', ...more },
      }),
    bring: (events: { row_id: string }[]) =>
      importEvents(app.context.clickhouse, app.context.database, SITE, events, ++imports),
    /** Rules and feeds take over what the list says; the version they made is written through. */
    async follow() {
      const { database } = app.context;
      await runJob(database, blockJobs(stores()), followBlockListJob, { package: SITE });
      await database.pool.query("UPDATE rule_rewrite SET state = 'done'");
    },
    /** Another day, for which everybody signs in anew: sessions do not live so long. */
    async to(moment: string) {
      app.clock.set(moment);
      await signIn();
    },
    end: () => run(endBlocksJob),
    /** Standing rules are looked at, as after an import. */
    look: () => run(lookStandingJob),
    /** Verdicts of the newest import. */
    verdicts: (importId = imports) =>
      app.context.clickhouse.query<{ verdict: string; reason: string; events: number }>(
        sql`SELECT toString(verdict) AS verdict, toString(reason) AS reason, count() AS events FROM traffic
          WHERE import_id = ${typed('UInt32', importId)} GROUP BY verdict, reason ORDER BY verdict, reason`,
      ),
  };
}
