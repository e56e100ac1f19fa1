import { and, eq, isNull, sql as pg } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { moneyAudit } from '#traffic/money/contract/audit.ts';
import type { RateRow } from '#traffic/money/contract/money-endpoints.ts';
import { ownPackage } from './price-store.ts';
import { readRates } from './read-rates.ts';
import { refuse } from './refuse.ts';
import { exchangeRateTable } from './tables.ts';

export interface Pair {
  package_name: string;
  base: string;
  quote: string;
}

const ofPair = ({ package_name, base, quote }: Pair) =>
  and(
    eq(exchangeRateTable.packageName, package_name),
    eq(exchangeRateTable.base, base),
    eq(exchangeRateTable.quote, quote),
  );

/** A row for each pair of currencies. */
export async function listRates(
  scope: Scope,
  { db }: Database,
  packageName: string,
  { search = '', page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: RateRow[]; total: number }> {
  const { base, quote, day, rate, holdsDays } = exchangeRateTable;
  const rows = await db
    .select({
      base,
      quote,
      first_day: pg<string>`min(${day})::text`,
      last_day: pg<string>`max(${day})::text`,
      rates: pg<number>`count(*)::int`,
      rate: pg<string>`trim_scale((array_agg(${rate} ORDER BY ${day} DESC))[1])::text`,
      holds_days: pg<number | null>`(array_agg(${holdsDays} ORDER BY ${day} DESC))[1]`,
    })
    .from(exchangeRateTable)
    .where(and(eq(exchangeRateTable.packageName, ownPackage(scope, packageName)), isNull(exchangeRateTable.removedAt)))
    .groupBy(base, quote)
    .orderBy(base, quote);
  const wanted = search.trim().toUpperCase();
  const found = rows.filter((row) => `${row.base} ${row.quote}`.includes(wanted));
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length };
}

interface Wanted {
  package: string;
  rates: readonly { base: string; quote: string; day: string; rate: string }[];
  holdsDays: number | null;
}

/** Stores rates; those that are there as they are stay untouched. Returns how many are new or other than before. */
async function store(
  scope: Scope,
  { db }: Database,
  wanted: Wanted,
  details: Record<string, unknown>,
): Promise<number> {
  const column = (name: keyof Wanted['rates'][number]) => pg.param(wanted.rates.map((rate) => rate[name]));
  return db.transaction(async (tx) => {
    const changed = await tx.execute(pg`
      INSERT INTO exchange_rate AS known (package_name, base, quote, day, rate, holds_days, author)
      SELECT DISTINCT ON (base, quote, day) ${wanted.package}, base, quote, day, rate, ${wanted.holdsDays}::smallint, ${scope.userName}
      FROM unnest(${column('base')}::text[], ${column('quote')}::text[], ${column('day')}::date[], ${column('rate')}::numeric[])
        WITH ORDINALITY AS given (base, quote, day, rate, place)
      ORDER BY base, quote, day, place DESC
      ON CONFLICT (package_name, base, quote, day) DO UPDATE
        SET rate = excluded.rate, holds_days = excluded.holds_days, author = excluded.author, created_at = now(), removed_at = NULL
        WHERE known.removed_at IS NOT NULL OR known.rate <> excluded.rate OR known.holds_days IS DISTINCT FROM excluded.holds_days`);
    const n = changed.rowCount ?? 0;
    if (n > 0)
      await audit(tx, scope, {
        action: moneyAudit.setRates,
        package: wanted.package,
        details: { ...details, rates: n },
      });
    return n;
  });
}

/** One rate by hand; it holds until the next one. */
export async function setRate(
  scope: Scope,
  database: Database,
  { package_name, day, rate, base, quote }: Pair & { day: string; rate: string },
): Promise<number> {
  if (base === quote) throw refuse('rate_same_currency', {}, { field: 'quote' });
  const wanted = { package: ownPackage(scope, package_name), rates: [{ base, quote, day, rate }], holdsDays: null };
  return store(scope, database, wanted, { base, quote, day, rate });
}

export async function uploadRates(scope: Scope, database: Database, packageName: string, text: string) {
  const name = ownPackage(scope, packageName);
  const { rates, holdsDays, rejects, rejected } = readRates(text);
  const days = rates.map(({ day }) => day).sort();
  const pairs = new Set(rates.map(({ base, quote }) => `${base} ${quote}`)).size;
  const [first_day = '', last_day = ''] = [days[0], days.at(-1)];
  const changed = await store(scope, database, { package: name, rates, holdsDays }, { pairs, first_day, last_day });
  return { changed, same: rates.length - changed, pairs, first_day, last_day, rejected, rejects };
}

/** Takes the rates of a pair out at one moment, by which they can be put back. */
export async function removeRates(scope: Scope, { db }: Database, pair: Pair, now: Date): Promise<number> {
  const packageName = ownPackage(scope, pair.package_name);
  return db.transaction(async (tx) => {
    const removed = await tx
      .update(exchangeRateTable)
      .set({ removedAt: now })
      .where(and(ofPair(pair), isNull(exchangeRateTable.removedAt)));
    return told(removed.rowCount ?? 0, async (n) =>
      audit(tx, scope, {
        action: moneyAudit.removeRates,
        ...subjectOf(pair),
        package: packageName,
        details: { rates: n },
      }),
    );
  });
}

/** Puts back what was taken out last of a pair. */
export async function restoreRates(scope: Scope, { db }: Database, pair: Pair): Promise<number> {
  const packageName = ownPackage(scope, pair.package_name);
  return db.transaction(async (tx) => {
    const restored = await tx
      .update(exchangeRateTable)
      .set({ removedAt: null })
      .where(
        and(
          ofPair(pair),
          pg`${exchangeRateTable.removedAt} = (SELECT max(removed_at) FROM exchange_rate
            WHERE package_name = ${packageName} AND base = ${pair.base} AND quote = ${pair.quote})`,
        ),
      );
    return told(restored.rowCount ?? 0, async (n) =>
      audit(tx, scope, {
        action: moneyAudit.setRates,
        ...subjectOf(pair),
        package: packageName,
        details: { rates: n },
      }),
    );
  });
}

const subjectOf = ({ base, quote }: Pair) => ({ subject: `${base}/${quote}` });

async function told(n: number, tell: (n: number) => Promise<void>): Promise<number> {
  if (n > 0) await tell(n);
  return n;
}
