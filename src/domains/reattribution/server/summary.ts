import Big from 'big.js';
import type { AgreedTerms, AgreementBook } from '#domains/agreements/contract/book.ts';
import { type Change, CREDITED_KINDS, type CreditedKind, ORGANIC } from '#domains/reattribution/contract/changes.ts';
import type { Figures, SummaryRow } from '#domains/reattribution/contract/endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { pricesOf } from '#traffic/money/server/load-money.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { StoredPrice } from '#traffic/money/server/prices-in-force.ts';
import { Ledger, sumOf } from './amounts.ts';
import { conversionsSql } from './conversions-sql.ts';
import { type Period, zonesOf } from './import-zones.ts';

export interface SummaryParts {
  database: Database;
  clickhouse: ClickHouse;
  agreementBook: AgreementBook<Database['db']>;
}

export interface Summary {
  rows: SummaryRow[];
  totals: Figures;
}

/** Installs or events that share a fate. */
export interface Fate {
  source: string;
  source_campaign: string;
  credited: string;
  credited_campaign: string;
  of_kind: EventKind;
  event: string;
  day: string;
  change: Change;
  paid_in: string;
  units: number;
  revenue: string;
  cost: string;
}

/** Who should have been credited, by publisher; the one with most first. */
export async function summaryOf(
  scope: Scope,
  parts: SummaryParts,
  info: PackageInfo,
  asked: Period & { kind: CreditedKind },
  options: Pick<QueryOptions, 'lane' | 'signal'> = {},
): Promise<Summary> {
  const name = ownPackage(scope, info.package_name);
  const { db } = parts.database;
  const [agreed, prices, zones] = await Promise.all([
    parts.agreementBook.inForce(db, name, asked),
    pricesOf(parts.database, name),
    zonesOf(scope, parts.database, name),
  ]);
  const question = conversionsSql(scope, { info, ...asked, kinds: CREDITED_KINDS[asked.kind], zones });
  const day = changesWithin(agreed, prices, asked)
    ? sql`toString(toDate(happened_at, ${typed('String', info.time_zone)}))`
    : sql`${typed('String', asked.from)}`;
  const fates = await parts.clickhouse.query<Fate>(
    sql`SELECT source, source_campaign, credited, credited_campaign, of_kind, event, ${day} AS day, change, paid_in,
        toUInt32(count()) AS units, toString(sum(earned)) AS revenue, toString(sum(priced_at)) AS cost
      FROM (${question}) GROUP BY source, source_campaign, credited, credited_campaign, of_kind, event, day, change, paid_in
      ORDER BY source, source_campaign, credited, credited_campaign, of_kind, event, day, change, paid_in`,
    { tag: 'reattribution', settings: OF_COLUMNS, ...options },
  );
  return summed(fates, new Ledger(agreed, prices, info.currency));
}

/** Whether what is in force begins or ends after the first day. */
const changesWithin = (agreed: readonly AgreedTerms[], prices: readonly StoredPrice[], { from, to }: Period): boolean =>
  [
    ...agreed.flatMap((terms) => [terms.from, ...(terms.to === null ? [] : [addDays(terms.to, 1)])]),
    ...prices.map((price) => price.from),
  ].some((day) => day > from && day <= to);

const NONE = { attributed_by_source: 0, removed_invalid: 0, moved_out: 0, moved_in: 0, to_organic: 0 };
type Counts = typeof NONE;

/** Fates by publisher. Each stands once with the publisher it left and once with the one it came to. */
export function summed(fates: readonly Fate[], ledger: Ledger): Summary {
  const counts = new Map<string, Counts>();
  const add = (publisher: string, name: keyof Counts, units: number): void => {
    const own = counts.get(publisher) ?? { ...NONE };
    own[name] += units;
    counts.set(publisher, own);
  };
  for (const fate of fates) {
    const { source, credited, change, units } = fate;
    add(source, 'attributed_by_source', units);
    if (change === 'removed') add(source, 'removed_invalid', units);
    if (change === 'moved') add(source, 'moved_out', units);
    if (change === 'to_organic') add(source, 'to_organic', units);
    if (change === 'moved' || change === 'to_organic') add(credited, 'moved_in', units);
    book(fate, ledger);
  }
  const rows = [...counts]
    .map(([publisher, count]) => ({ publisher, ...figuresOf(count, ledger.of(publisher)) }))
    .sort((a, b) => b.attributed_by_source - a.attributed_by_source || (a.publisher < b.publisher ? -1 : 1));
  return { rows, totals: totalsOf(rows) };
}

/** Nobody is paid for what nobody brought. */
function book(fate: Fate, ledger: Ledger): void {
  const { source, credited, change } = fate;
  const paid = {
    event: fate.event,
    kind: fate.of_kind,
    day: fate.day,
    units: fate.units,
    revenue: fate.revenue,
    currency: fate.paid_in,
  };
  if (source !== ORGANIC)
    ledger.add('attributed', { ...paid, publisher: source, campaign: fate.source_campaign, cost: fate.cost });
  if (change === 'kept' && source !== ORGANIC)
    ledger.add('final', { ...paid, publisher: source, campaign: fate.credited_campaign, cost: fate.cost });
  if (change === 'moved')
    ledger.add('final', { ...paid, publisher: credited, campaign: fate.credited_campaign, cost: null });
}

function figuresOf(counts: Counts, amounts: Figures['amounts']): Figures {
  const { attributed_by_source: attributed, removed_invalid, moved_out, moved_in, to_organic } = counts;
  const final = attributed - removed_invalid - moved_out - to_organic + moved_in;
  const delta_percent =
    attributed === 0
      ? null
      : new Big(final - attributed).times(100).div(attributed).round(2, Big.roundHalfUp).toFixed();
  return { ...counts, final, delta_percent, amounts };
}

/** The rows together. */
export function totalsOf(rows: readonly SummaryRow[]): Figures {
  const counts = { ...NONE };
  for (const row of rows) for (const name of Object.keys(NONE) as (keyof Counts)[]) counts[name] += row[name];
  return figuresOf(counts, sumOf(rows.flatMap(({ amounts }) => amounts)));
}
