import type { Readable } from 'node:stream';
import { addDays } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { moneyEndpoints } from '#traffic/money/contract/money-endpoints.ts';
import type { MoneyStores } from './load-money.ts';
import { keepPrice, listPrices, setPrice } from './price-store.ts';
import { listRates, removeRates, restoreRates, setRate, uploadRates } from './rate-store.ts';
import { refuse } from './refuse.ts';
import { moneySummaryOf } from './summary.ts';

export interface MoneySources extends MoneyStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

/** All of the European Central Bank since 1999 has two. */
const MOST_MEGABYTES = 8;
const USUAL_DAYS = 7;

export const moneyRoutes = (sources: MoneySources): Route[] =>
  implement(moneyEndpoints)({
    summary: async ({ scope, query, signal }) => {
      const info = await sources.packageInfo(scope, requirePackage(scope, query.package_name));
      const to = query.toDate ?? query.end_date ?? info.today;
      const from = query.fromDate ?? query.start_date ?? addDays(to, 1 - USUAL_DAYS);
      const kinds = query.kind === undefined ? [] : [query.kind].flat();
      return ok(await moneySummaryOf(scope, sources, info, { from, to, kinds }, signal));
    },
    prices: async ({ scope, query }) => {
      const info = await sources.packageInfo(scope, query.package_name);
      return paged(await listPrices(scope, sources.database, info, query), query.limit);
    },
    setPrice: async ({ scope, body: { package_name, ...wanted } }) =>
      ok(await setPrice(scope, sources.database, await sources.packageInfo(scope, package_name), wanted)),
    removePrice: async ({ scope, params: { id } }) =>
      ok(await keepPrice(scope, sources.database, { id, kept: false }, sources)),
    restorePrice: async ({ scope, params: { id } }) =>
      ok(await keepPrice(scope, sources.database, { id, kept: true }, sources)),
    rates: async ({ scope, query }) => {
      const { package_name } = await sources.packageInfo(scope, query.package_name);
      return paged(await listRates(scope, sources.database, package_name, query), query.limit);
    },
    setRate: async ({ scope, body }) => {
      await sources.packageInfo(scope, body.package_name);
      return ok({ rates: await setRate(scope, sources.database, body) });
    },
    uploadRates: async ({ scope, query, upload }) => {
      const { package_name } = await sources.packageInfo(scope, query.package_name);
      return ok(await uploadRates(scope, sources.database, package_name, await textOf(upload)));
    },
    removeRates: async ({ scope, query }) => {
      await sources.packageInfo(scope, query.package_name);
      return ok({ rates: await removeRates(scope, sources.database, query, sources.now()) });
    },
    restoreRates: async ({ scope, body }) => {
      await sources.packageInfo(scope, body.package_name);
      return ok({ rates: await restoreRates(scope, sources.database, body) });
    },
  });

async function textOf(upload: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of upload) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    size += bytes.length;
    if (size > MOST_MEGABYTES * 1024 * 1024)
      throw refuse('rates_too_large', { most: MOST_MEGABYTES }, { as: 'too_large' });
  }
  return Buffer.concat(parts).toString('utf8');
}
