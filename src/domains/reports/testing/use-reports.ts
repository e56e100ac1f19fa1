import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { beforeAll, expect } from 'vitest';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  seedValue,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { type AppOptions, useApp } from '../../../../test/support/use-app.ts';
import { datasetOf, type Report, typesOf } from '../contract/report.ts';

/** The seed has every kind in both: here the one is an app, the other a site. */
export const [APP, WEB] = SEED_PACKAGES;

/** Every ninth install was made for a reward. */
const seed = seedTraffic().map((row, at) => {
  const incentive = row.kind === 'install' && at % 9 === 0 && row.verdict !== 'filtered';
  return incentive ? { ...row, verdict: 'fraud' as const, reason: 'ins.incent' } : row;
});
export type Parameters = Record<string, string | string[]>;
export type Who = 'owner' | 'publisher' | 'agency' | 'stranger';

export const packageOf = (report: Report): string => (report.platform === 'web' ? WEB : APP);
const platformOf = (report: Report): 'web' | 'app' => report.platform ?? 'app';

export function search(report: Report, more: Parameters): string {
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

/** The events that a report is about, by the seed. */
export function expected(report: Report, type?: string): SeedRow[] {
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

export const counted = (rows: readonly SeedRow[]) => rows.filter(({ verdict }) => verdict !== 'filtered');
export const linesOf = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true }).data;

/** The server over that traffic, with an owner, a publisher and an agency of it, and a stranger. */
export function useReports(options: AppOptions = {}) {
  const app = useApp(options);
  const tokens: Record<Who, string> = {
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

  return { app, tokens, get, rowsOf };
}
