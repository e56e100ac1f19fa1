import { and, eq } from 'drizzle-orm';
import type { PayoutRow, PayoutTotal } from '#domains/settlements/contract/payout.ts';
import type { PayoutLines } from '#domains/settlements/contract/settled-book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './basis.ts';
import { withEvents } from './events-behind.ts';
import { payoutsOf, type SettlementParts } from './payout.ts';
import { isFinal } from './settled.ts';
import { viewOf } from './settlement-store.ts';
import { settlementTable } from './tables.ts';

export interface PayoutReport {
  rows: PayoutRow[];
  totals: PayoutTotal[];
}

/** What is owed for some days: of a period that is approved as it was approved, else as everything stands now. */
export async function payoutReport(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  { from, to, publishers }: Period & { publishers: readonly string[] },
): Promise<PayoutReport> {
  const packageName = ownPackage(scope, info.package_name);
  const [payouts, stored] = await Promise.all([
    payoutsOf(scope, parts, info, { from, to, publishers }),
    parts.database.db
      .select()
      .from(settlementTable)
      .where(
        and(
          eq(settlementTable.packageName, packageName),
          eq(settlementTable.periodFrom, from),
          eq(settlementTable.periodTo, to),
        ),
      ),
  ]);
  const wanted = new Set(publishers);
  const known = new Map(stored.map((row) => [row.publisher, row]));
  const reports = new Map(
    payouts.map((payout): [string, PayoutReport] => {
      const { publisher, rows, totals } = payout;
      const row = known.get(publisher);
      const standing = row ? { status: row.state, settlement_id: row.id } : {};
      return [
        publisher,
        { rows: withEvents(rows, payout), totals: totals.map((total) => ({ ...total, ...standing })) },
      ];
    }),
  );
  const now = new Map(payouts.map((payout) => [payout.publisher, payout]));
  for (const row of stored)
    if (isFinal(row) && (wanted.size === 0 || wanted.has(row.publisher)))
      reports.set(row.publisher, {
        rows: withEvents(row.rows, now.get(row.publisher)),
        totals: viewOf(row).totals,
      });
  const inOrder = [...reports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report);
  return { rows: inOrder.flatMap(({ rows }) => rows), totals: inOrder.flatMap(({ totals }) => totals) };
}

/** The same of one publisher, for who has no report of these days. */
export const payoutLinesBy =
  (parts: SettlementParts): PayoutLines<Scope> =>
  async (scope, info, { publisher, from, to }) =>
    (await payoutReport(scope, parts, info, { from, to, publishers: [publisher] })).rows;

/** Lines whose publisher, campaign or name of events has the text in it. */
export function matching(rows: readonly PayoutRow[], search = ''): readonly PayoutRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ publisher, campaign, event }) =>
    [publisher, campaign, event].some((name) => name.toLowerCase().includes(wanted)),
  );
}

const column = (label: string, kind: FileColumn['kind'] = 'plain'): FileColumn => ({ label, kind });

const COLUMNS: readonly FileColumn[] = [
  column('row'),
  column('period_from', 'day'),
  column('period_to', 'day'),
  column('publisher'),
  column('campaign'),
  column('event'),
  column('payment_model'),
  column('model'),
  column('gross', 'count'),
  column('reported', 'count'),
  column('discrepancy_percent', 'percent'),
  column('duplicate', 'count'),
  column('invalid', 'count'),
  column('out_of_window', 'count'),
  column('unapproved', 'count'),
  column('over_cap', 'count'),
  column('whitelisted', 'count'),
  column('allowed', 'count'),
  column('valid', 'count'),
  column('rate', 'money'),
  column('gross_amount', 'money'),
  column('deductions', 'money'),
  column('extras', 'money'),
  column('adjustments', 'money'),
  column('net', 'money'),
  column('tax', 'money'),
  column('withholding', 'money'),
  column('payable', 'money'),
  column('currency'),
  column('disputed', 'flag'),
  column('status'),
  column('invoice_no'),
  column('due_date', 'day'),
];

/** All lines, and then the totals of each publisher and currency. */
export function payoutFile({ rows, totals }: PayoutReport, info: PackageInfo, { from, to }: Period, made: Date) {
  const about: FileAbout = {
    what: 'Payout Report',
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    filters: [],
    made,
  };
  const told: Readonly<Record<string, unknown>>[] = [
    ...rows.map((row) => ({ ...row, row: 'line', disputed: row.is_disputed })),
    ...totals.map((total) => ({ ...total, row: 'total', period_from: from, period_to: to })),
  ];
  return fileOf('csv', about, {
    columns: COLUMNS,
    rows: told.map((row) => COLUMNS.map(({ label }) => cellOf(row[label]))),
  });
}

const cellOf = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
