import { and, asc, count, desc, eq, isNull, sql as pg } from 'drizzle-orm';
import { addDays, addMonths, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import { moneyAudit } from '#traffic/money/contract/audit.ts';
import { unitsOf } from '#traffic/money/contract/decimal.ts';
import type { PriceRow } from '#traffic/money/contract/money-endpoints.ts';
import type { PriceBasis } from '#traffic/money/contract/price-bases.ts';
import { refuse } from './refuse.ts';
import { priceTable } from './tables.ts';

const PRICE_DIGITS = 6;
/** Bounds what every question about money carries. */
const MOST_PRICES = 2_000;

export interface NewPrice {
  publisher: string;
  basis: PriceBasis;
  event_name: string;
  amount: string | null;
  currency: string;
  from: string;
}

export interface PriceChange {
  id: number;
  closed_months: string[];
}

type Stored = typeof priceTable.$inferSelect;

/** Prices hold for all sources, so who sees only some of them neither sees nor sets them. */
export function ownPackage(scope: Scope, packageName: string): string {
  requireMay(scope, 'money.write');
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('money_of_whole_package', {}, { as: 'forbidden' });
  return packageName;
}

/** Dated prices, those of all sources first, then by source, of each the newest first. */
export async function listPrices(
  scope: Scope,
  { db }: Database,
  { package_name, time_zone, today }: PackageInfo,
  { search = '', page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: PriceRow[]; total: number }> {
  const rows = await db
    .select()
    .from(priceTable)
    .where(and(eq(priceTable.packageName, ownPackage(scope, package_name)), isNull(priceTable.removedAt)))
    .orderBy(
      asc(priceTable.publisher),
      asc(priceTable.basis),
      asc(priceTable.eventName),
      desc(priceTable.validFrom),
      desc(priceTable.id),
    );
  const wanted = search.trim().toLowerCase();
  const told = rows
    .map((row, index) => rowOf(row, rows[index - 1], { timeZone: time_zone, today }))
    .filter(
      ({ publisher, event_name }) => wanted === '' || `${publisher} ${event_name}`.toLowerCase().includes(wanted),
    );
  return { rows: told.slice((page - 1) * limit, page * limit), total: told.length };
}

const keyOf = ({ publisher, basis, eventName }: Stored): string => JSON.stringify([publisher, basis, eventName]);

/** `newer` stands before it in the order of the list. */
function rowOf(
  row: Stored,
  newer: Stored | undefined,
  { timeZone, today }: { timeZone: string; today: string },
): PriceRow {
  const next = newer && keyOf(newer) === keyOf(row) ? newer : undefined;
  const until = next ? addDays(next.validFrom, -1) : null;
  return {
    id: row.id,
    publisher: row.publisher,
    basis: row.basis,
    event_name: row.eventName,
    amount: row.amount,
    currency: row.currency,
    from: row.validFrom,
    until,
    counts: row.validFrom <= today && (until === null || until >= today),
    after_closing: isClosed(row.validFrom, todayIn(timeZone, row.createdAt)),
    author: row.author,
    created_at: row.createdAt.toISOString(),
  };
}

const isClosed = (day: string, today: string): boolean => today >= closingDay(`${day.slice(0, 7)}-01`);

/** A price from a day on. Asking for the same again stores nothing new. */
export async function setPrice(
  scope: Scope,
  { db }: Database,
  info: PackageInfo,
  wanted: NewPrice,
): Promise<PriceChange> {
  const packageName = ownPackage(scope, info.package_name);
  if (wanted.event_name !== '' && wanted.basis !== 'cpa')
    throw refuse('price_event_only_cpa', {}, { field: 'event_name' });
  const stored = await db.transaction(async (tx) => {
    // One after the other: two who say the same at once say it once.
    await tx.select().from(packageTable).where(eq(packageTable.name, packageName)).for('update');
    const [newest] = await tx
      .select()
      .from(priceTable)
      .where(
        and(
          eq(priceTable.packageName, packageName),
          eq(priceTable.publisher, wanted.publisher),
          eq(priceTable.basis, wanted.basis),
          eq(priceTable.eventName, wanted.event_name),
          eq(priceTable.validFrom, wanted.from),
          isNull(priceTable.removedAt),
        ),
      )
      .orderBy(desc(priceTable.id))
      .limit(1);
    if (newest && isSame(newest, wanted)) return newest;
    const [known] = await tx
      .select({ n: count() })
      .from(priceTable)
      .where(and(eq(priceTable.packageName, packageName), isNull(priceTable.removedAt)));
    if ((known?.n ?? 0) >= MOST_PRICES) throw refuse('price_limit', { most: MOST_PRICES });
    const { event_name: eventName, from: validFrom, ...rest } = wanted;
    const [row] = await tx
      .insert(priceTable)
      .values({ ...rest, eventName, validFrom, packageName, author: scope.userName })
      .returning();
    if (!row) throw new Error('A price was not stored');
    await audit(tx, scope, { action: moneyAudit.setPrice, ...auditOf(row) });
    return row;
  });
  return changeOf(stored, info);
}

const isSame = (row: Stored, { amount, currency }: NewPrice): boolean =>
  row.currency === currency &&
  (row.amount === null || amount === null
    ? row.amount === amount
    : unitsOf(row.amount, PRICE_DIGITS) === unitsOf(amount, PRICE_DIGITS));

const auditOf = ({ id, packageName, publisher, basis, eventName, amount, currency, validFrom }: Stored) => ({
  subject: [publisher === '' ? '*' : publisher, basis, eventName]
    .filter((part) => part !== '')
    .join(' / ')
    .slice(0, 400),
  package: packageName,
  details: { id, amount, currency, from: validFrom },
});

/** Takes an entry out, or puts it back; doing it twice does it once. */
export async function keepPrice(
  scope: Scope,
  { db }: Database,
  { id, kept }: { id: number; kept: boolean },
  { packageInfo, now }: { packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>; now: () => Date },
): Promise<PriceChange> {
  const [found] = await db.select().from(priceTable).where(eq(priceTable.id, id));
  if (!found || (scope.packages !== 'all' && !scope.packages.has(found.packageName))) throw appError('not_found');
  ownPackage(scope, found.packageName);
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(priceTable)
      .set(kept ? { removedAt: null, removedBy: null } : { removedAt: now(), removedBy: scope.userName })
      .where(and(eq(priceTable.id, id), kept ? pg`${priceTable.removedAt} IS NOT NULL` : isNull(priceTable.removedAt)))
      .returning({ id: priceTable.id });
    if (changed.length > 0)
      await audit(tx, scope, { action: kept ? moneyAudit.setPrice : moneyAudit.removePrice, ...auditOf(found) });
  });
  return changeOf(found, await packageInfo(scope, found.packageName));
}

/** Closed months from the first day of the entry on, at most the last twelve. */
function changeOf({ id, validFrom }: Stored, { today }: PackageInfo): PriceChange {
  const months: string[] = [];
  for (
    let month = `${today.slice(0, 7)}-01`;
    month.slice(0, 7) >= validFrom.slice(0, 7) && months.length < 12;
    month = addMonths(month, -1)
  )
    if (today >= closingDay(month)) months.unshift(month.slice(0, 7));
  return { id, closed_months: months };
}
