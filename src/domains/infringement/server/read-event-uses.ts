import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { InfringementParts } from './parts.ts';
import type { ToldUse } from './store-uses.ts';

type Parts = Pick<InfringementParts, 'clickhouse' | 'moneyOf'>;

/** What uses a day of events makes, in one number: another number, other uses. */
export interface DayOfUses {
  package: string;
  /** In UTC. */
  day: string;
  fingerprint: string;
}

/**
 * Events in which a code was used: conversions that name an order or bring revenue. Looking at a cart uses no code. Known
 * bots are no customers.
 */
const USES_A_CODE = sql`coupon_code != '' AND kind IN ('web_event', 'app_event', 're_event')
  AND (order_id != '' OR revenue > 0) AND verdict != 'filtered'`;
/**
 * As `plainCode` spells them; a shop that takes several puts commas between. What is more than codes and signs between
 * them (`=cmd|' /C calc'!A0`) is nobody's list, and one code that is not known.
 */
const IS_LIST = typed('String', '^[\\s,;|]*[\\p{L}\\p{N}][\\p{L}\\p{N}\\s_.%,;|+-]*$');
const CODES = sql`arrayDistinct(arrayFilter(one -> one != '', arrayMap(one ->
  left(replaceRegexpAll(upper(one), '[^A-Z0-9]', ''), 64),
  if(match(coupon_code, ${IS_LIST}), splitByRegexp('[,;|]', coupon_code), [coupon_code]))))`;
/** An order uses a code once, however many events tell of it; one that is not named is a use by its event. */
const ORDER = sql`if(order_id != '', left(order_id, 200), toString(row_id))`;

/** The first event of each use, by package, code and order; `told` is what is read of it, over columns of `traffic`. */
const firstEvents = (where: Sql, told: Sql): Sql => sql`SELECT package, used_code,
    argMin(tuple(ts, row_id, ${told}), (ts, row_id)) AS first
  FROM traffic ARRAY JOIN ${CODES} AS used_code WHERE ${USES_A_CODE} AND ${where}
  GROUP BY package, used_code, ${ORDER}`;

/** Of all packages a scope has: made for the work of the program, which has all. */
export async function daysOfUses(scope: Scope, { clickhouse }: Parts, signal: AbortSignal): Promise<DayOfUses[]> {
  const days = await clickhouse.query<DayOfUses>(
    sql`SELECT toString(package) AS package, toString(toDate(first.1)) AS day,
        concat(toString(count()), ' ', toString(sum(cityHash64(first.2, used_code)))) AS fingerprint
      FROM (${firstEvents(sql`1`, sql`publisher`)}) GROUP BY package, day`,
    { tag: 'coupon-days', lane: 'heavy', signal },
  );
  return days.filter((day) => scope.packages === 'all' || scope.packages.has(day.package));
}

interface Row {
  id: string;
  code: string;
  at: string;
  order_id: string;
  publisher: string;
  referrer: string;
  country: string;
  customer: string;
  amount: string;
  currency: string;
}

/** The uses of a day in UTC, the first first. Amounts that no rate brings into the package's currency are not known. */
export async function usesOfDay(
  scope: Scope,
  { clickhouse, moneyOf }: Parts,
  info: PackageInfo,
  day: string,
): Promise<ToldUse[]> {
  const name = requirePackage(scope, info.package_name);
  const { earned } = await moneyOf(info, { from: addDays(day, -1), to: addDays(day, 1) });
  const told = sql`order_id, publisher, referrer, if(ip_country != '', ip_country, declared_country), user_id,
    ${earned.amount}, ${earned.currency}`;
  const rows = await clickhouse.query<Row>(
    sql`SELECT toString(first.2) AS id, used_code AS code,
        formatDateTime(first.1, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC') AS at,
        left(first.3, 200) AS order_id, left(first.4, 500) AS publisher, left(first.5, 2000) AS referrer,
        toString(first.6) AS country, left(first.7, 200) AS customer,
        toString(round(first.8, 2)) AS amount, toString(first.9) AS currency
      FROM (${firstEvents(sql`package = ${typed('String', name)}`, told)})
      WHERE toDate(first.1) = ${typed('Date', day)} ORDER BY first.1, first.2, used_code`,
    { tag: 'coupon-uses', lane: 'heavy' },
  );
  return rows.map((row) => ({
    code: row.code,
    used_at: row.at,
    order_id: row.order_id,
    // Who came by nobody was sent by nobody.
    publisher: row.publisher === 'organic' ? '' : row.publisher,
    referrer: row.referrer,
    country: /^[A-Z]{2}$/.test(row.country) ? row.country : '',
    customer: row.customer,
    amount: amountOf(row, info.currency),
    event: { id: row.id, day },
  }));
}

function amountOf({ amount, currency }: Row, wanted: string): string {
  const isKnown = Number(amount) > 0 && Number(amount) < 1e12 && (currency === '' || currency === wanted);
  return isKnown ? amount : '';
}
