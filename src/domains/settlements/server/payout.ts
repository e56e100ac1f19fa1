import { and, asc, eq, gte, isNull, lte } from 'drizzle-orm';
import type { AgreementBook } from '#domains/agreements/contract/book.ts';
import type { PayoutRow, PayoutTotal } from '#domains/settlements/contract/payout.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { pricesOf } from '#traffic/money/server/load-money.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Basis, Period } from './basis.ts';
import { type CountRow, changesOf, countsOf } from './counts.ts';
import { eventsBehind } from './events-behind.ts';
import { finalUntil, type Payee, payeesOf } from './lines-of.ts';
import { rowOf, totalsOf, unseenRow } from './payout-rows.ts';
import { reckon } from './reckon.ts';
import { withReported } from './reported-counts.ts';
import type { Rules } from './settlement.ts';
import { adjustmentTable, partnerCountTable } from './tables.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface SettlementParts {
  database: Database;
  clickhouse: ClickHouse;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  agreementBook: AgreementBook<Db | Tx>;
  now: () => Date;
}

/** What one publisher is owed, and by what it was reckoned. */
export interface Payout {
  publisher: string;
  rows: PayoutRow[];
  /** Where the events of each row are; of none that nobody here saw. */
  events: PayoutRow['events'][];
  totals: PayoutTotal[];
  basis: Basis;
}

/** Bounds where a package has no settings: nothing is taxed, a partner may differ by a tenth. */
const USUAL: Rules = {
  tolerance: '10',
  controlling: 'ours',
  invalid_allowance_percent: '0',
  max_deduction_percent: '100',
  tax_percent: '0',
};

/** What the publishers of a package are owed for a period, as counts, terms and rates stand now, by publisher. */
export async function payoutsOf(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  asked: Period & { publishers?: readonly string[] },
): Promise<Payout[]> {
  ownPackage(scope, info.package_name);
  return payoutsBy(scope, parts, info, { ...asked, basis: await basisOf(parts, parts.database.db, info, asked) });
}

/** Everything beside the traffic as it stands now. */
export async function basisOf(
  { agreementBook }: Pick<SettlementParts, 'agreementBook'>,
  db: Db | Tx,
  { package_name: packageName, suspect_counts_as }: PackageInfo,
  period: Period,
): Promise<Basis> {
  // One after the other: a transaction has one connection.
  const agreed = await agreementBook.inForce(db, packageName, period);
  const settings = await agreementBook.settings(db, packageName);
  const prices = await pricesOf({ db }, packageName);
  const reported = await reportedIn(db, packageName, period);
  const adjustments = await openAdjustments(db, packageName);
  return { suspect_counts_as, agreed, settings, prices, reported, adjustments };
}

/** The same by what is given. */
async function payoutsBy(
  scope: Scope,
  parts: Pick<SettlementParts, 'clickhouse'>,
  info: PackageInfo,
  { from, to, publishers = [], basis }: Period & { publishers?: readonly string[]; basis: Basis },
): Promise<Payout[]> {
  const changes = changesOf(datedIn(basis, info.today), from, to);
  const rows = await countsOf(scope, parts.clickhouse, info, { from, to, kinds: EVENT_KINDS, changes, publishers });
  const { agreed, prices } = basis;
  const payees = payeesOf(rows, { agreed, prices, changes, from, to, currency: info.currency, today: info.today });
  const wanted = new Set(publishers);
  return [...payees, ...withoutTraffic(payees, basis)]
    .filter(({ publisher }) => wanted.size === 0 || wanted.has(publisher))
    .map((payee) => settle(payee, { from, to }, basisFor(payee.publisher, basis)))
    .sort((a, b) => (a.publisher < b.publisher ? -1 : 1));
}

/** Days on which what is in force begins and ends, and from which on nothing is final yet. */
const datedIn = ({ agreed, prices }: Basis, today: string) => [
  ...agreed,
  ...agreed
    .filter(({ hold_days }) => hold_days > 0)
    .map((terms) => ({ from: addDays(finalUntil(terms, today), 1), to: null })),
  ...prices.map((price) => ({ from: price.from, to: null })),
];

/**
 * What reports of one period would come to now, each by what it stood on then. The events are counted once for all of
 * them: by days on which anything of any changed, which only splits what is added up again.
 */
export async function payoutsAgain(
  scope: Scope,
  parts: Pick<SettlementParts, 'clickhouse'>,
  info: PackageInfo,
  { from, to }: Period,
  reports: readonly { publisher: string; basis: Basis }[],
): Promise<Map<string, Payout>> {
  const changes = changesOf(
    reports.flatMap(({ basis }) => datedIn(basis, info.today)),
    from,
    to,
  );
  const publishers = reports.map(({ publisher }) => publisher);
  const rows = await countsOf(scope, parts.clickhouse, info, { from, to, kinds: EVENT_KINDS, changes, publishers });
  const counted = new Map<string, CountRow[]>(publishers.map((publisher) => [publisher, []]));
  for (const row of rows) counted.get(row.publisher)?.push(row);
  return new Map(
    reports.map(({ publisher, basis }) => {
      const { agreed, prices } = basis;
      const own = counted.get(publisher) ?? [];
      const payees = payeesOf(own, { agreed, prices, changes, from, to, currency: info.currency, today: info.today });
      const payee = payees.find((each) => each.publisher === publisher) ?? { publisher, terms: [], lines: [] };
      return [publisher, settle(payee, { from, to }, basis)];
    }),
  );
}

/** Who has an amount of its own coming, or counted what nobody here saw, without one event in these days. */
function withoutTraffic(payees: readonly Payee[], { adjustments, reported }: Basis): Payee[] {
  const seen = new Set(payees.map(({ publisher }) => publisher));
  const named = new Set(
    [...adjustments, ...reported.filter(({ units }) => units > 0)].map(({ publisher }) => publisher),
  );
  return [...named].filter((name) => !seen.has(name)).map((publisher) => ({ publisher, terms: [], lines: [] }));
}

/** What of it is about one publisher. */
export function basisFor(
  publisher: string,
  { agreed, settings, prices, reported, adjustments, ...ofPackage }: Basis,
): Basis {
  const isOwn = (each: { publisher: string }): boolean => each.publisher === publisher;
  const isOwnOrAll = (each: { publisher: string }): boolean => each.publisher === publisher || each.publisher === '';
  const own = settings.find(isOwn) ?? settings.find(isOwnOrAll);
  return {
    ...ofPackage,
    agreed: agreed.filter(isOwnOrAll),
    settings: own ? [own] : [],
    prices: prices.filter(isOwnOrAll),
    reported: reported.filter(isOwn),
    adjustments: adjustments.filter(isOwn),
  };
}

function settle({ publisher, ...payee }: Payee, period: Period, basis: Basis): Payout {
  const { lines, unseen } = withReported(payee.lines, basis.reported);
  const [setting] = basis.settings;
  const settled = reckon(lines, payee.terms, setting ?? USUAL, basis.adjustments);
  const terms = new Map(payee.terms.map((each) => [each.id, each]));
  const together = new Map<string, number>();
  for (const line of settled.lines) together.set(line.terms, (together.get(line.terms) ?? 0) + line.paid);
  const byId = new Map(settled.lines.map((line) => [line.id, line]));
  const places = eventsBehind(lines);
  const seen = lines.flatMap((line, at) => {
    const [own, by] = [byId.get(line.id), terms.get(line.terms)];
    if (!own || !by) return [];
    const row = rowOf(publisher, line, own, { period, terms: by, together: together.get(by.id) ?? 0 });
    return [{ row, events: places[at] }];
  });
  return {
    publisher,
    rows: [...seen.map(({ row }) => row), ...unseen.map((each) => unseenRow(publisher, each, period))],
    events: seen.map(({ events }) => events),
    totals: totalsOf(publisher, settled, setting),
    basis,
  };
}

/** Counts of the period itself; where there are none of a line, those of its parts together. */
async function reportedIn(db: Db | Tx, packageName: string, { from, to }: Period): Promise<Basis['reported']> {
  const rows = await db
    .select()
    .from(partnerCountTable)
    .where(
      and(
        eq(partnerCountTable.packageName, packageName),
        gte(partnerCountTable.periodFrom, from),
        lte(partnerCountTable.periodTo, to),
      ),
    )
    .orderBy(
      asc(partnerCountTable.publisher),
      asc(partnerCountTable.campaign),
      asc(partnerCountTable.event),
      asc(partnerCountTable.model),
      asc(partnerCountTable.periodFrom),
    );
  const counts = new Map<string, Basis['reported'][number] & { isWhole: boolean }>();
  for (const { publisher, campaign, event, model, periodFrom, periodTo, units } of rows) {
    const key = JSON.stringify([publisher, campaign, event, model]);
    const before = counts.get(key);
    const isWhole = periodFrom === from && periodTo === to;
    if (before?.isWhole) continue;
    const parts = isWhole || !before ? 0 : before.units;
    counts.set(key, { publisher, campaign, event, model, units: parts + units, isWhole });
  }
  return [...counts.values()].map(({ isWhole: _, ...count }) => count);
}

/** Adjustments no settlement has taken in yet. */
const openAdjustments = (db: Db | Tx, packageName: string) =>
  db
    .select({
      id: adjustmentTable.id,
      publisher: adjustmentTable.publisher,
      currency: adjustmentTable.currency,
      amount: adjustmentTable.amount,
      withholding: adjustmentTable.withholding,
    })
    .from(adjustmentTable)
    .where(and(eq(adjustmentTable.packageName, packageName), isNull(adjustmentTable.settlementId)))
    .orderBy(asc(adjustmentTable.id));
