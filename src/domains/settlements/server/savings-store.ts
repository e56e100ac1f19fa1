import Big from 'big.js';
import { and, eq, gte, lt, lte } from 'drizzle-orm';
import type { SavingsTotal } from '#domains/settlements/contract/savings-endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import { invalidSql } from '#traffic/money/server/bucket-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { monthsOf, type Period } from './basis.ts';
import { inOne } from './in-one.ts';
import { sum } from './money.ts';
import type { SettlementParts } from './payout.ts';
import { asked } from './roas-store.ts';
import { type OfSource, type Saved, type Savings, savingsOf } from './savings.ts';
import { finalBegunIn, finalWithinDays } from './settled.ts';
import { adjustmentTable, settlementTable } from './tables.ts';

/** Of the whole months that some days lie in: reports are of months, or end in one. */
export async function savings(scope: Scope, parts: SettlementParts, info: PackageInfo, days: Period): Promise<Savings> {
  const packageName = ownPackage(scope, info.package_name);
  const months = monthsOf(days);
  const [costs, saved, recovered] = await Promise.all([
    costsOf(scope, parts, info, months),
    savedIn(parts, packageName, months),
    recoveredIn(parts, packageName, months),
  ]);
  return savingsOf({
    costs,
    saved: await inOne(parts.database, info, saved),
    recovered: await inOne(parts.database, info, recovered),
  });
}

/** What events cost, by source and month; of what is at risk, what lies on days that an approved report covers. */
async function costsOf(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  months: Period,
): Promise<Saved['costs']> {
  const [{ money, where, options }, reports] = await Promise.all([
    asked(scope, parts, info, months),
    finalWithinDays(parts.database.db, info.package_name, months),
  ]);
  const rows = await parts.clickhouse.query<Record<'publisher' | 'day' | 'spent_in' | 'spent' | 'at_risk', string>>(
    sql`SELECT toString(publisher) AS publisher, toString(toDate(ts, ${typed('String', info.time_zone)})) AS day,
        toString(${money.currency}) AS spent_in, toString(sum(${money.amount})) AS spent,
        toString(sumIf(${money.amount}, ${invalidSql(info)})) AS at_risk
      FROM traffic WHERE ${where} GROUP BY publisher, day, spent_in HAVING sum(${money.amount}) != 0`,
    options,
  );
  const isSettled = (publisher: string, day: string): boolean =>
    reports.some((report) => report.publisher === publisher && report.periodFrom <= day && day <= report.periodTo);
  return rows.map(({ publisher, day, spent_in, spent, at_risk }) => ({
    publisher,
    month: day.slice(0, 7),
    currency: spent_in === '' ? info.currency : spent_in,
    spent,
    at_risk,
    unsettled: isSettled(publisher, day) ? '0' : at_risk,
  }));
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

const AMOUNTS = [
  'spend',
  'at_risk',
  'saved',
  'recovered',
  'difference',
  'open',
] as const satisfies readonly (keyof SavingsTotal)[];
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
