import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { MoneySummary } from '#traffic/money/contract/money-endpoints.ts';
import { paidFrom, type Spent } from '#traffic/money/contract/paid-parts.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { type MoneyStores, moneyOf } from './load-money.ts';
import { IS_UNPAID } from './money-sql.ts';

/** Sources without a price that are named; those of most events. */
const NAMED = 20;

/** What the events of some days cost that the caller may see. */
export async function moneySummaryOf(
  scope: Scope,
  stores: MoneyStores,
  info: PackageInfo,
  { from, to, kinds }: { from: string; to: string; kinds: readonly EventKind[] },
  signal?: AbortSignal,
): Promise<MoneySummary> {
  const filter = { package: info.package_name, kinds, from, to, timeZone: info.time_zone, where: {} };
  const where = sql`${trafficWhere(scope, filter)} AND verdict != 'filtered'`;
  const money = await moneyOf(stores, info, { from, to }, signal);
  const options = { tag: 'money', ...(signal ? { signal } : {}) };
  const billable = PRICE_BASIS_NAMES.flatMap((basis) => [...PRICE_BASES[basis].kinds]).filter(
    (kind) => kind !== 'vast_tracking',
  );
  const [sums, without] = await Promise.all([
    stores.clickhouse.query<Spent>(
      sql`SELECT toString(verdict) AS verdict, ${money.currency} AS spent_in, ${money.assumed} AS assumed,
        toString(sum(${money.amount})) AS spent FROM traffic WHERE ${where} GROUP BY verdict, spent_in, assumed`,
      options,
    ),
    stores.clickhouse.query<{ publisher: string; kind: EventKind; events: number }>(
      sql`SELECT toString(publisher) AS publisher, toString(kind) AS kind, count() AS events FROM traffic
        WHERE ${where} AND kind IN ${typed('Array(String)', billable)} AND NOT ${IS_UNPAID}
        GROUP BY publisher, kind HAVING max(${money.from} != 'none') = 0
        ORDER BY events DESC, publisher, kind LIMIT ${trusted(String(NAMED))}`,
      options,
    ),
  ]);
  const paid = paidFrom(sums);
  return {
    currency: info.currency,
    ...paid,
    unconverted: Object.keys(paid.spend).filter((currency) => currency !== info.currency),
    without_price: without,
  };
}
