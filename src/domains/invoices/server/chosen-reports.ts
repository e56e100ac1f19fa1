import Big from 'big.js';
import { and, eq, inArray } from 'drizzle-orm';
import type { IssuedKind } from '#domains/invoices/contract/document.ts';
import type { PayoutTotal } from '#domains/settlements/contract/payout.ts';
import type { SettledReport } from '#domains/settlements/contract/settled-book.ts';
import type { Db, InvoiceParts, Tx } from './invoice-parts.ts';
import { refuse } from './refuse.ts';
import { invoiceReportTable, invoiceTable } from './tables.ts';

export interface Asked {
  kind: IssuedKind;
  settlements: readonly number[];
  publisher?: string | undefined;
  fromDate?: string | undefined;
  toDate?: string | undefined;
  currency?: string | undefined;
}

/** Payout reports a document is made of, in one currency, or the document that is theirs already. */
export type Chosen = { issued: number } | { reports: SettledReport[]; currency: string };

/** What of a report a document can be about: not what waits for the next period. */
export const billableTotals = ({ totals }: Pick<SettledReport, 'totals'>): PayoutTotal[] =>
  totals.filter(({ is_carried, payable, net }) => !is_carried && (!new Big(payable).eq(0) || !new Big(net).eq(0)));

const FINAL = ['approved', 'invoiced', 'paid'];
export const isApproved = ({ state }: SettledReport): boolean => FINAL.includes(state);

/** Reports by their numbers, or the approved ones of some days that no document of the kind is about yet. */
export async function chosenReports(
  db: Db | Tx,
  { settledBook }: Pick<InvoiceParts, 'settledBook'>,
  packageName: string,
  asked: Asked,
): Promise<Chosen> {
  const byNumber = asked.settlements.length > 0;
  const found = byNumber
    ? await settledBook.reports(db, packageName, { ids: asked.settlements })
    : await settledBook.reports(db, packageName, daysOf(asked));
  if (byNumber) requireAll(found, asked.settlements);
  const approved = found.filter(isApproved);
  const currency = currencyOf(approved, asked.currency);
  const billable = approved.filter((report) => billableTotals(report).some((total) => total.currency === currency));
  const taken = await standing(db, billable, asked.kind, currency);
  const free = billable.filter(({ id }) => !taken.has(id));
  if (free.length === 0 || (byNumber && free.length < billable.length)) {
    const issued = await whole(db, billable, taken);
    if (issued !== undefined) return { issued };
  }
  const [claimed] = byNumber ? billable.filter(({ id }) => taken.has(id)) : [];
  if (claimed)
    throw refuse(
      'claimed_already',
      { publisher: claimed.publisher, number: taken.get(claimed.id)?.number ?? '' },
      { as: 'conflict', field: 'settlements' },
    );
  if (free.length === 0) throw refuse('nothing_to_invoice');
  if (asked.kind === 'self_billing' && free.length > 1) throw refuse('one_report', {}, { field: 'settlements' });
  return { reports: free.toSorted(byDays), currency };
}

/** As they are read: the oldest days first, of the same days by name. */
export const byDays = (a: SettledReport, b: SettledReport): number =>
  a.period_from.localeCompare(b.period_from) || a.publisher.localeCompare(b.publisher) || a.id - b.id;

function daysOf({ publisher, fromDate, toDate }: Asked) {
  if (fromDate !== undefined && toDate !== undefined && toDate < fromDate)
    throw refuse('invoice_days_reversed', {}, { field: 'toDate' });
  return {
    ...(publisher ? { publisher } : {}),
    ...(fromDate === undefined ? {} : { from: fromDate }),
    ...(toDate === undefined ? {} : { to: toDate }),
  };
}

function requireAll(found: readonly SettledReport[], ids: readonly number[]): void {
  if (ids.some((id) => !found.some((report) => report.id === id)))
    throw refuse('no_such_report', {}, { as: 'not_found', field: 'settlements' });
  const open = found.find((report) => !isApproved(report));
  if (open)
    throw refuse('report_not_approved', { publisher: open.publisher }, { as: 'conflict', field: 'settlements' });
}

function currencyOf(reports: readonly SettledReport[], asked: string | undefined): string {
  const all = [...new Set(reports.flatMap((report) => billableTotals(report).map(({ currency }) => currency)))].sort();
  if (asked !== undefined && all.includes(asked)) return asked;
  const [only] = all;
  if (only === undefined || asked !== undefined) throw refuse('nothing_to_invoice');
  if (all.length > 1) throw refuse('one_currency', { currencies: all.join(', ') }, { field: 'currency' });
  return only;
}

/** Documents that stand for reports, by the report. */
async function standing(
  db: Db | Tx,
  reports: readonly SettledReport[],
  kind: IssuedKind,
  currency: string,
): Promise<ReadonlyMap<number, { id: number; number: string }>> {
  if (reports.length === 0) return new Map();
  const t = invoiceReportTable;
  const rows = await db
    .select({ settlement: t.settlementId, id: invoiceTable.id, number: invoiceTable.number })
    .from(t)
    .innerJoin(invoiceTable, eq(invoiceTable.id, t.invoiceId))
    .where(
      and(
        inArray(
          t.settlementId,
          reports.map(({ id }) => id),
        ),
        eq(t.kind, kind),
        eq(t.currency, currency),
        eq(t.stands, true),
      ),
    );
  return new Map(rows.map(({ settlement, ...invoice }) => [settlement, invoice]));
}

/** The one document that is about exactly these reports. */
async function whole(
  db: Db | Tx,
  reports: readonly SettledReport[],
  taken: ReadonlyMap<number, { id: number }>,
): Promise<number | undefined> {
  const ids = new Set(reports.map(({ id }) => taken.get(id)?.id));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined) return undefined;
  const rows = await db.select().from(invoiceReportTable).where(eq(invoiceReportTable.invoiceId, id));
  return rows.length === reports.length ? id : undefined;
}
