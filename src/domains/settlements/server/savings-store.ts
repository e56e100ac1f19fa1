import Big from 'big.js';
import { and, eq, gte, lt, lte } from 'drizzle-orm';
import type { SavingsTotal } from '#domains/settlements/contract/savings-endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import { rateOn } from '#traffic/money/server/load-money.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './basis.ts';
import { sum } from './money.ts';
import type { SettlementParts } from './payout.ts';
import { monthsOf, sumsOf } from './roas-store.ts';
import { type OfSource, type Saved, type Savings, savingsOf } from './savings.ts';
import { finalBegunIn } from './settled.ts';
import { adjustmentTable, settlementTable } from './tables.ts';

/** Of the whole months that some days lie in: reports are of months, or end in one. */
export async function savings(scope: Scope, parts: SettlementParts, info: PackageInfo, days: Period): Promise<Savings> {
  const packageName = ownPackage(scope, info.package_name);
  const months = monthsOf(days);
  const [{ costs }, saved, recovered] = await Promise.all([
    sumsOf(scope, parts, info, months),
    savedIn(parts, packageName, months),
    recoveredIn(parts, packageName, months),
  ]);
  return savingsOf({
    costs,
    saved: await inOne(parts, info, saved),
    recovered: await inOne(parts, info, recovered),
  });
}

/** In the currency of the package where a rate of the month is known, as costs are; what has none stands apart. */
async function inOne(
  { database }: SettlementParts,
  { package_name, currency: into, today }: PackageInfo,
  amounts: Saved['saved'],
): Promise<Saved['saved']> {
  const rates = new Map<string, Promise<string | undefined>>();
  return Promise.all(
    amounts.map(async (each) => {
      if (each.currency === into) return each;
      const last = monthsOf({ from: each.month, to: `${each.month}-01` }).to;
      const day = last < today ? last : today;
      const key = `${each.currency} ${day}`;
      const asked = rates.get(key) ?? rateOn(database, package_name, { currency: each.currency, into, day });
      rates.set(key, asked);
      const rate = await asked;
      return rate === undefined
        ? each
        : { ...each, currency: into, amount: new Big(each.amount).times(rate).toFixed() };
    }),
  );
}

const isOfInvalid = (bucket: string): boolean => bucket === 'duplicate' || bucket.startsWith('invalid.');

/** What approved reports did not pay because events were invalid or came twice, in the month their period begins in. */
async function savedIn({ database }: SettlementParts, packageName: string, months: Period): Promise<Saved['saved']> {
  const reports = await finalBegunIn(database.db, packageName, months);
  return reports.flatMap(({ periodFrom, rows }) =>
    rows.flatMap(({ publisher, currency, deducted }): (OfSource & { amount: string })[] => {
      const amounts = Object.entries(deducted).flatMap(([bucket, amount]) => (isOfInvalid(bucket) ? [amount] : []));
      const all = sum(amounts.map((amount) => new Big(amount)));
      return all.eq(0) ? [] : [{ publisher, month: periodFrom.slice(0, 7), currency, amount: all.toFixed() }];
    }),
  );
}

/** What later reports took back, in the month of the report that was wrong. */
async function recoveredIn(
  { database }: SettlementParts,
  packageName: string,
  months: Period,
): Promise<Saved['recovered']> {
  const rows = await database.db
    .select({
      publisher: adjustmentTable.publisher,
      currency: adjustmentTable.currency,
      amount: adjustmentTable.amount,
      from: settlementTable.periodFrom,
      taken: adjustmentTable.settlementId,
    })
    .from(adjustmentTable)
    .innerJoin(settlementTable, eq(settlementTable.id, adjustmentTable.ofSettlement))
    .where(
      and(
        eq(adjustmentTable.packageName, packageName),
        eq(adjustmentTable.kind, 'late'),
        lt(adjustmentTable.amount, '0'),
        gte(settlementTable.periodFrom, months.from),
        lte(settlementTable.periodFrom, months.to),
      ),
    );
  return rows
    .filter(({ taken }) => taken !== null)
    .map(({ from, amount, publisher, currency }) => ({
      publisher,
      currency,
      month: from.slice(0, 7),
      amount: new Big(amount).abs().toFixed(),
    }));
}

const AMOUNTS = ['spend', 'at_risk', 'saved', 'recovered', 'open'] as const satisfies readonly (keyof SavingsTotal)[];
const COLUMNS: readonly FileColumn[] = [
  { label: 'row', kind: 'plain' },
  { label: 'month', kind: 'plain' },
  { label: 'publisher', kind: 'plain' },
  { label: 'currency', kind: 'plain' },
  ...AMOUNTS.map((label): FileColumn => ({ label, kind: 'money' })),
];

export function savingsFile({ months, publishers, totals }: Savings, info: PackageInfo, days: Period, made: Date) {
  const { from, to } = monthsOf(days);
  const about: FileAbout = {
    what: 'Savings',
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    filters: [],
    made,
  };
  const row = (kind: string, name: { month?: string; publisher?: string }, total: SavingsTotal) => [
    kind,
    name.month ?? null,
    name.publisher ?? null,
    total.currency,
    ...AMOUNTS.map((amount) => total[amount]),
  ];
  return fileOf('csv', about, {
    columns: COLUMNS,
    rows: [
      ...months.map((each) => row('month', each, each)),
      ...publishers.map((each) => row('publisher', each, each)),
      ...totals.map((each) => row('total', {}, each)),
    ],
  });
}
