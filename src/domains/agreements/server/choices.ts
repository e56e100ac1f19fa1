import { STATUS_KEYS, STATUS_WORDS } from '#domains/agreements/contract/order-status.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domains/agreements/contract/payment-models.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { pricesOf } from '#traffic/money/server/load-money.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { listRates } from '#traffic/money/server/rate-store.ts';
import type { AgreementParts } from './agreement-parts.ts';

const NEWEST_DAYS = 30;

/** Events of the newest days there are, as the caller may see them. */
const newestOf = (scope: Scope, { package_name, time_zone, today, newest_day }: PackageInfo) => {
  const to = newest_day ?? today;
  return trafficWhere(scope, {
    package: package_name,
    kinds: EVENT_KINDS,
    from: addDays(to, 1 - NEWEST_DAYS),
    to,
    timeZone: time_zone,
    where: {},
  });
};

/** Those that events, prices and rates of the package name, and its own; then all others. Each in order. */
export async function currencyChoices(
  scope: Scope,
  { database, clickhouse, packageInfo }: AgreementParts,
  packageName: string,
): Promise<{ code: string; used: boolean }[]> {
  const info = await packageInfo(scope, ownPackage(scope, packageName));
  const [prices, rates, events] = await Promise.all([
    pricesOf(database, info.package_name),
    listRates(scope, database, info.package_name, { page: 1, limit: MAX_PAGE_SIZE }),
    clickhouse.query<{ currency: string }>(
      sql`SELECT DISTINCT toString(currency) AS currency FROM traffic WHERE ${newestOf(scope, info)}`,
      { tag: 'agreements' },
    ),
  ]);
  const used = new Set([
    info.currency,
    ...prices.map(({ currency }) => currency),
    ...rates.rows.flatMap(({ base, quote }) => [base, quote]),
    ...events.map(({ currency }) => currency),
  ]);
  const all = Intl.supportedValuesOf('currency').map((code) => ({ code, used: used.has(code) }));
  return [...all.filter((each) => each.used), ...all.filter((each) => !each.used)];
}

/** How many events of the newest days say that their order is in this state; what says nothing is in none. */
export async function orderStatusChoices(
  scope: Scope,
  { clickhouse, packageInfo }: AgreementParts,
  packageName: string,
): Promise<{ status: OrderStatus; events: number }[]> {
  const info = await packageInfo(scope, ownPackage(scope, packageName));
  const said = joinSql(
    STATUS_KEYS.map((key) => sql`nullIf(extra[${typed('String', key)}], '')`),
    ', ',
  );
  const rows = await clickhouse.query<{ said: string; events: number }>(
    sql`SELECT lower(coalesce(${said})) AS said, count() AS events FROM traffic
      WHERE ${newestOf(scope, info)} AND said IN ${typed('Array(String)', Object.keys(STATUS_WORDS))} GROUP BY said`,
    { tag: 'agreements' },
  );
  return ORDER_STATUSES.map((status) => ({
    status,
    events: rows.reduce((sum, row) => sum + (STATUS_WORDS[row.said] === status ? Number(row.events) : 0), 0),
  }));
}
