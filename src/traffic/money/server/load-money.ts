import { and, asc, desc, eq, gte, isNull, lte } from 'drizzle-orm';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import { agreedPricesOf } from './agreed-prices.ts';
import { type MoneySql, moneySql } from './money-sql.ts';
import { entryOn, type StoredPrice } from './prices-in-force.ts';
import { ratesByDay, type StoredRate } from './rates-by-day.ts';
import { exchangeRateTable, priceTable } from './tables.ts';

export interface MoneyStores {
  clickhouse: Pick<ClickHouse, 'query'>;
  database: Database;
}

/** Days of a question, both included, in the package's time zone. */
export interface Days {
  from: string;
  to: string;
}

/** What the events of a package cost on some days. */
export type LoadMoney = (info: Paying, days: Days, signal?: AbortSignal) => Promise<MoneySql>;

export type Paying = Pick<PackageInfo, 'package_name' | 'currency' | 'time_zone'>;

/** What the events of these days cost, by the prices and rates as they stand now. */
export async function moneyOf(
  { clickhouse, database }: MoneyStores,
  { package_name, currency, time_zone }: Paying,
  days: Days,
  signal?: AbortSignal,
): Promise<MoneySql> {
  const [prices, agreed, rates] = await Promise.all([
    pricesOf(database, package_name),
    agreedPricesOf(database, package_name),
    ratesOf(database, package_name, days),
  ]);
  const currencies =
    rates.length > 0 ? await currenciesOf(clickhouse, package_name, { ...days, timeZone: time_zone }, signal) : [];
  return moneySql({ currency, timeZone: time_zone, prices, agreed, rates, currencies, ...days });
}

/** The same for a package by its name, between two event times. */
export async function moneyBetween(
  stores: MoneyStores,
  packageName: string,
  { first, last }: { first: Date; last: Date },
): Promise<MoneySql> {
  const [found] = await stores.database.db.select().from(packageTable).where(eq(packageTable.name, packageName));
  if (!found) throw appError('not_found', { field: 'package_name' });
  const { timeZone, currency } = found;
  const days = { from: todayIn(timeZone, first), to: todayIn(timeZone, last) };
  return moneyOf(stores, { package_name: packageName, currency, time_zone: timeZone }, days);
}

/** The price that is assumed of an event on a day, as agreed or as somebody entered it; null where none is. */
export async function priceFor(
  database: Database,
  packageName: string,
  { kind, ...event }: { kind: EventKind; publisher: string; campaign: string; event_name: string; day: string },
) {
  const basis = PRICE_BASIS_NAMES.find((name) => PRICE_BASES[name].kinds.some((billed) => billed === kind));
  if (!basis) return null;
  const [prices, agreed] = await Promise.all([pricesOf(database, packageName), agreedPricesOf(database, packageName)]);
  const terms = termsFor(agreed, { ...event, kind, event: event.event_name });
  if (terms)
    return {
      basis,
      agreement: terms.name,
      publisher: terms.publisher,
      amount: terms.amount,
      share: terms.share,
      currency: terms.currency,
      since: terms.from,
    };
  const entry = entryOn(prices, { basis, ...event });
  return (
    (entry && {
      basis,
      agreement: null,
      publisher: entry.publisher,
      amount: entry.amount,
      share: '0',
      currency: entry.currency,
      since: entry.from,
    }) ??
    null
  );
}

/** Prices of a package, in the order they were set. */
export async function pricesOf(
  { db }: { db: Pick<Database['db'], 'select'> },
  packageName: string,
): Promise<StoredPrice[]> {
  const rows = await db
    .select()
    .from(priceTable)
    .where(and(eq(priceTable.packageName, packageName), isNull(priceTable.removedAt)))
    .orderBy(asc(priceTable.id));
  return rows.map(({ id, publisher, basis, eventName, amount, currency, validFrom }) => ({
    id,
    publisher,
    basis,
    event_name: eventName,
    amount,
    currency,
    from: validFrom,
  }));
}

const RATE = {
  base: exchangeRateTable.base,
  quote: exchangeRateTable.quote,
  day: exchangeRateTable.day,
  rate: exchangeRateTable.rate,
  holds_days: exchangeRateTable.holdsDays,
};

/** The rates of the days, and of each pair the last one before them. */
async function ratesOf({ db }: Database, packageName: string, { from, to }: Days): Promise<StoredRate[]> {
  const own = and(eq(exchangeRateTable.packageName, packageName), isNull(exchangeRateTable.removedAt));
  const [before, within] = await Promise.all([
    db
      .selectDistinctOn([exchangeRateTable.base, exchangeRateTable.quote], RATE)
      .from(exchangeRateTable)
      .where(and(own, lte(exchangeRateTable.day, addDays(from, -1))))
      .orderBy(exchangeRateTable.base, exchangeRateTable.quote, desc(exchangeRateTable.day)),
    db
      .select(RATE)
      .from(exchangeRateTable)
      .where(and(own, gte(exchangeRateTable.day, from), lte(exchangeRateTable.day, to))),
  ]);
  return [...before, ...within];
}

/** Currencies of the events of the days, so that a file of forty currencies does not travel with every question. */
async function currenciesOf(
  clickhouse: Pick<ClickHouse, 'query'>,
  packageName: string,
  { from, to, timeZone }: Days & { timeZone: string },
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const zone = typed('String', timeZone);
  const rows = await clickhouse.query<{ currency: string }>(
    sql`SELECT DISTINCT toString(currency) AS currency FROM traffic WHERE package = ${typed('String', packageName)}
      AND ts >= toDateTime64(${typed('Date', from)}, 3, ${zone}) AND ts < toDateTime64(${typed('Date', to)} + 1, 3, ${zone})`,
    { tag: 'money', ...(signal ? { signal } : {}) },
  );
  return rows.map(({ currency }) => currency);
}

/** What one unit of a currency is in another on a day, by the rates of the package: decimal text, undefined for none. */
export async function rateOn(
  database: Database,
  packageName: string,
  { currency, into, day }: { currency: string; into: string; day: string },
): Promise<string | undefined> {
  const rates = await ratesOf(database, packageName, { from: day, to: day });
  return ratesByDay(rates, { into, currencies: [currency], from: day, to: day }).get(currency)?.[0];
}
