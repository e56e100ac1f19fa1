import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CODES } from '#demo/coupons.ts';
import { DEMO_PACKAGES, WEB_PACKAGE } from '#demo/packages.ts';
import { writeDemoFiles } from '#demo/write-files.ts';
import type { UseRow } from '#domains/infringement/contract/coupon.ts';
import { takeUsesOfEvents } from '#domains/infringement/server/event-uses.ts';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { RUN } from '#traffic/collector/testing/use-collector.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { TEST_NOW, useApp } from '../../../test/support/use-app.ts';
import { loadDemoBrands } from './demo-brands.ts';
import { loadDemoInfringement } from './demo-infringement.ts';
import { loadDemoSupply } from './demo-supply.ts';
import { jobPartsOf } from './start-jobs.ts';

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), 'adsieve-demo-rows-'));
const scope = systemScope();
const tokens = new Map<string, string>();
const infoOf = (name: string) => packageInfoOf(scope, app.context.database, name, app.clock.now());
const answer = async (name: string, url: string) => (await app.get(url, tokens.get(name))).body.data;

beforeAll(async () => {
  for (const { name, title, platform, timeZone, dashboardTypes } of DEMO_PACKAGES) {
    await app.package({ name, title, platform, timeZone, dashboardTypes, demo: true });
    tokens.set(name, await app.signIn({ email: `ann@${name}`, role: 'customer', name: 'Ann', packages: [name] }));
    // Twice, as a start that was broken off and goes on.
    for (let start = 0; start < 2; start++) await loadDemoSupply(scope, app.context, await infoOf(name));
  }
  const written = { seed: 7, endDay: TEST_NOW.slice(0, 10), days: 14, events: 5_000, until: Date.parse(TEST_NOW) };
  for (const { package: pkg, path } of await writeDemoFiles(folder, written)) {
    const file = { packageName: pkg.name, path, fileName: 'demo.ndjson', timeZone: pkg.timeZone };
    await importLocalFile(scope, app.context.imports, file);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(DEMO_PACKAGES.map(({ name }) => name))('the demo package %s', (name) => {
  it('has sellers that may sell, that may not, and that nobody saw, and the rule finds those that may not', async () => {
    const days = 'start_date=2026-10-22&end_date=2026-11-20&limit=100';
    const rows = await answer(name, `/api/brand/supply/comparison?package_name=${name}&${days}`);
    const standings = new Set(rows.map(({ standing }: { standing: string }) => standing));
    expect([...standings].sort()).toEqual(['direct', 'not_seen', 'reseller', 'unauthorised']);
    const found = await app.context.clickhouse.query<{ verdict: string; n: number }>(
      sql`SELECT toString(verdict) AS verdict, toUInt32(count()) AS n FROM traffic
        WHERE package = ${typed('String', name)} AND seller_check = 'unauthorised' AND has(hits, 'unauthorized_seller') GROUP BY verdict`,
    );
    expect(found.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(3);
    expect(found.map(({ verdict }) => verdict)).not.toContain('clean');
  });

  it('has trackers whose tags have reported, each hit with a verdict, and nothing of the day to come', async () => {
    await loadDemoBrands(scope, app.context, await infoOf(name));
    const loader = new Loader(app.context.imports, { waitMs: 1, restMs: () => 0 });
    while (await loader.step(RUN));
    const entries = await answer(name, `/api/v2/br/dv360/get/?package_name=${name}`);
    expect(entries.length).toBe(3);
    const verdicts = new Set<string>();
    for (const { id, hits } of entries) {
      expect(hits).toBeGreaterThan(15);
      const newest = await answer(name, `/api/v2/br/dv360/hits/${id}`);
      for (const { verdict, at } of newest) {
        verdicts.add(verdict);
        expect(at < TEST_NOW).toBe(true);
      }
    }
    expect([...verdicts].filter((verdict) => verdict === 'clean' || verdict === 'fraud').sort()).toEqual([
      'clean',
      'fraud',
    ]);
  });

  it('has names that look like its own, looked at without a network: what is made up says so, and of others nothing is said', async () => {
    await loadDemoInfringement(scope, app.context, await infoOf(name));
    const domains = await answer(name, `/api/web-bi/tools/domains?package_name=${name}&limit=500`);
    const status = (wanted: string) => domains.filter((row: { status: string }) => row.status === wanted);
    expect(status('live').length).toBeGreaterThan(0);
    expect(status('registered').length).toBeGreaterThan(0);
    for (const row of status('live')) expect(row.page_title).toContain('demo data');
    for (const { domain, status: said } of domains)
      expect([domain, domain.endsWith('.example')]).toEqual([domain, said !== 'unchecked']);
  });
});

it.each(DEMO_PACKAGES.map(({ name }) => name))(
  'orders of %s used coupons: codes that were given out, and one nobody gave out',
  async (name) => {
    // After both packages have given theirs out.
    await takeUsesOfEvents(scope, jobPartsOf(app.context), AbortSignal.timeout(60_000));
    const asked = `package_name=${name}&start_date=2026-10-22&end_date=2026-11-20&of=all&limit=100`;
    const uses: UseRow[] = (await answer(name, `/api/coupons?${asked}`)).filter(
      ({ source }: UseRow) => source === 'event',
    );
    const orders = await app.context.clickhouse.query<{ use: string }>(
      sql`SELECT DISTINCT concat(order_id, ' ', coupon_code) AS use FROM traffic
        WHERE package = ${typed('String', name)} AND coupon_code != '' AND verdict != 'filtered'`,
    );
    expect(uses.map(({ order_id, code }) => `${order_id} ${code}`).sort()).toEqual(orders.map(({ use }) => use).sort());
    expect(orders.length).toBeGreaterThan(0);
    const { guessed } = DEMO_CODES[name === WEB_PACKAGE.name ? 'web' : 'app'];
    for (const { code, findings } of uses)
      expect([code, findings.includes('unknown_code')]).toEqual([code, code === guessed]);
  },
);
