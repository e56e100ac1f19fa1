import Big from 'big.js';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { SavingsTotal } from '#domains/settlements/contract/savings-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { minorDigits } from '#platform/contract/minor-digits.ts';
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
import { shared, sum } from './money.ts';
import type { SettlementParts } from './payout.ts';
import { asked } from './roas-store.ts';
import { type OfSource, type Savings, savingsOf } from './savings.ts';
import { finalWithinDays, type Row } from './settled.ts';
import { adjustmentTable } from './tables.ts';

/** Of the whole months that some days lie in. What a report of two months did not pay is of both, by what was at risk. */
export async function savings(scope: Scope, parts: SettlementParts, info: PackageInfo, days: Period): Promise<Savings> {
  const packageName = ownPackage(scope, info.package_name);
  const months = monthsOf(days);
  const reports = await finalWithinDays(parts.database.db, packageName, months);
  const costs = await costsOf(scope, parts, info, reachOf(months, reports));
  const corrections = await correctionsOf(parts, reports);
  const isAsked = ({ month }: OfSource): boolean => months.from.slice(0, 7) <= month && month <= months.to.slice(0, 7);
  const inMonths = (report: Row, told: Amount): OfMonth[] => byMonths(report, told, costs).filter(isAsked);
  const saved = reports.flatMap((report) => savedOf(report, corrections).flatMap((told) => inMonths(report, told)));
  const recovered = reports.flatMap((report) =>
    corrections
      .filter(({ of, amount }) => of === report.id && Number(amount) < 0)
      .flatMap((told) => inMonths(report, { ...told, amount: new Big(told.amount).abs().toFixed() })),
  );
  return savingsOf({
    costs: costs.filter(isAsked).map(({ day, ...cost }) => ({
      ...cost,
      unsettled: isSettled(reports, cost.publisher, day) ? '0' : cost.at_risk,
    })),
    saved: await inOne(parts.database, info, saved),
    recovered: await inOne(parts.database, info, recovered),
  });
}

type Cost = OfSource & { day: string; spent: string; at_risk: string };
type Amount = Pick<OfSource, 'publisher' | 'currency'> & { amount: string };
type OfMonth = OfSource & { amount: string };

/** The months, and the days of reports that begin before them or end after them. */
const reachOf = (months: Period, reports: readonly Row[]): Period => ({
  from: [months.from, ...reports.map(({ periodFrom }) => periodFrom)].sort()[0] ?? months.from,
  to: [months.to, ...reports.map(({ periodTo }) => periodTo)].sort().at(-1) ?? months.to,
});

const isSettled = (reports: readonly Row[], publisher: string, day: string): boolean =>
  reports.some((report) => report.publisher === publisher && report.periodFrom <= day && day <= report.periodTo);

/** What events cost, by source and day, and how much of it is at risk. */
async function costsOf(scope: Scope, parts: SettlementParts, info: PackageInfo, days: Period): Promise<Cost[]> {
  const { money, where, options } = await asked(scope, parts, info, days);
  const rows = await parts.clickhouse.query<Record<'publisher' | 'day' | 'spent_in' | 'spent' | 'at_risk', string>>(
    sql`SELECT toString(publisher) AS publisher, toString(toDate(ts, ${typed('String', info.time_zone)})) AS day,
        toString(${money.currency}) AS spent_in, toString(sum(${money.amount})) AS spent,
        toString(sumIf(${money.amount}, ${invalidSql(info)})) AS at_risk
      FROM traffic WHERE ${where} GROUP BY publisher, day, spent_in HAVING sum(${money.amount}) != 0`,
    options,
  );
  return rows.map(({ publisher, day, spent_in, spent, at_risk }) => ({
    publisher,
    month: day.slice(0, 7),
    day,
    currency: spent_in === '' ? info.currency : spent_in,
    spent,
    at_risk,
  }));
}

/** An amount of a report, in the months its days lie in: by what was at risk in each, else by their days. */
function byMonths({ periodFrom, periodTo }: Row, told: Amount, costs: readonly Cost[]): OfMonth[] {
  const weights = new Map<string, Big>();
  const own = costs.filter(
    ({ publisher, day }) => publisher === told.publisher && periodFrom <= day && day <= periodTo,
  );
  const isKnown = own.some(({ at_risk }) => Number(at_risk) > 0);
  for (let day = periodFrom; day <= periodTo; day = addDays(day, 1)) {
    const month = day.slice(0, 7);
    weights.set(month, (weights.get(month) ?? new Big(0)).plus(isKnown ? 0 : 1));
  }
  if (isKnown)
    for (const { month, at_risk } of own) weights.set(month, (weights.get(month) ?? new Big(0)).plus(at_risk));
  const parts = shared(new Big(told.amount), weights, minorDigits(told.currency));
  return [...parts].map(([month, amount]) => ({ ...told, month, amount: amount.toFixed() }));
}

const isOfInvalid = (bucket: string): boolean => bucket === 'duplicate' || bucket.startsWith('invalid.');

/** What a report did not pay because events were invalid or came twice, without what later ones paid after all. */
function savedOf({ id, rows }: Row, corrections: readonly Correction[]): Amount[] {
  const deducted = rows.flatMap(({ publisher, currency, deducted: by }): Amount[] => {
    const amounts = Object.entries(by).flatMap(([bucket, amount]) => (isOfInvalid(bucket) ? [new Big(amount)] : []));
    return [{ publisher, currency, amount: sum(amounts).toFixed() }];
  });
  const paidAfterAll = corrections
    .filter(({ of, amount }) => of === id && Number(amount) > 0)
    .map((told) => ({ ...told, amount: new Big(told.amount).neg().toFixed() }));
  return [...deducted, ...paidAfterAll].filter(({ amount }) => Number(amount) !== 0);
}

type Correction = Amount & { of: number };

/** What reports that took it up say of those before: amounts less than nothing took back what was paid. */
async function correctionsOf({ database }: SettlementParts, reports: readonly Row[]): Promise<Correction[]> {
  if (reports.length === 0) return [];
  const rows = await database.db
    .select({
      of: adjustmentTable.ofSettlement,
      publisher: adjustmentTable.publisher,
      currency: adjustmentTable.currency,
      amount: adjustmentTable.amount,
    })
    .from(adjustmentTable)
    .where(
      and(
        eq(adjustmentTable.kind, 'late'),
        isNotNull(adjustmentTable.settlementId),
        inArray(
          adjustmentTable.ofSettlement,
          reports.map(({ id }) => id),
        ),
      ),
    );
  return rows.flatMap(({ of, ...told }) => (of === null ? [] : [{ of, ...told }]));
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
