import Big from 'big.js';
import { and, asc, eq } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { InvoiceView, invoiceEndpoints, Payment } from '#domains/invoices/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { minorDigits } from '#platform/contract/minor-digits.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { amountText, sumOf } from './amounts.ts';
import { requireNotCorrected } from './corrected.ts';
import { lockInvoices } from './in-turn.ts';
import type { InvoiceParts, Tx } from './invoice-parts.ts';
import { type InvoiceRow, ownInvoice } from './invoice-store.ts';
import { invoiceView } from './invoice-views.ts';
import { refuse } from './refuse.ts';
import { CREDITED, tellReports } from './standing.ts';
import { invoiceTable, paymentTable } from './tables.ts';

export async function paymentsOf(scope: Scope, { database: { db } }: InvoiceParts, id: number): Promise<Payment[]> {
  const { currency } = await ownInvoice(scope, db, id);
  const rows = await db
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.invoiceId, id))
    .orderBy(asc(paymentTable.paidOn), asc(paymentTable.id));
  return rows.map(({ id: of, paidOn, amount, reference, author }) => ({
    id: of,
    paid_on: paidOn,
    amount: amountText(amount, currency),
    reference,
    author,
  }));
}

/** The same day, amount and reference again is the same payment: nothing more is stored. */
export const addPayment = (
  scope: Scope,
  parts: InvoiceParts,
  id: number,
  { paid_on: paidOn, amount, reference }: Out<(typeof invoiceEndpoints.pay)['body']>,
): Promise<InvoiceView> =>
  changed(scope, parts, id, async (tx, invoice, today) => {
    requireDigits(amount, invoice.currency);
    if (paidOn > today) throw refuse('paid_in_future', {}, { field: 'paid_on' });
    if (paidOn < invoice.issuedOn) throw refuse('paid_before_issue', { day: invoice.issuedOn }, { field: 'paid_on' });
    await requireOpen(tx, invoice);
    const same = and(
      eq(paymentTable.invoiceId, id),
      eq(paymentTable.paidOn, paidOn),
      eq(paymentTable.amount, amount),
      eq(paymentTable.reference, reference),
    );
    if ((await tx.select().from(paymentTable).where(same)).length > 0) return;
    const paid = await tx.select().from(paymentTable).where(eq(paymentTable.invoiceId, id));
    const [sum] = await tx.select({ credited: CREDITED }).from(invoiceTable).where(eq(invoiceTable.id, id));
    const open = new Big(invoice.payable).minus(sum?.credited ?? 0).minus(sumOf(paid.map((each) => each.amount)));
    if (open.lt(amount)) {
      const { currency } = invoice;
      throw refuse('paid_too_much', { open: amountText(open, currency), currency }, { field: 'amount' });
    }
    const row = { invoiceId: id, paidOn, amount, reference, author: scope.userName, createdAt: parts.now() };
    await tx.insert(paymentTable).values(row);
    await tellReports(tx, parts, invoice);
    await audit(tx, scope, {
      action: invoiceAudit.pay,
      subject: invoice.number,
      package: invoice.packageName,
      details: { paid_on: paidOn, amount: `${amount} ${invoice.currency}`, reference },
    });
  });

export const removePayment = (scope: Scope, parts: InvoiceParts, id: number, payment: number): Promise<InvoiceView> =>
  changed(scope, parts, id, async (tx, invoice) => {
    const [row] = await tx
      .delete(paymentTable)
      .where(and(eq(paymentTable.invoiceId, id), eq(paymentTable.id, payment)))
      .returning();
    if (!row) throw appError('not_found', { field: 'payment' });
    await tellReports(tx, parts, invoice);
    await audit(tx, scope, {
      action: invoiceAudit.unpay,
      subject: invoice.number,
      package: invoice.packageName,
      details: { paid_on: row.paidOn, amount: `${row.amount} ${invoice.currency}` },
    });
  });

async function changed(
  scope: Scope,
  parts: InvoiceParts,
  id: number,
  change: (tx: Tx, invoice: InvoiceRow, today: string) => Promise<void>,
): Promise<InvoiceView> {
  const { db } = parts.database;
  const { packageName } = await ownInvoice(scope, db, id);
  const { today } = await parts.packageInfo(scope, packageName);
  await db.transaction(async (tx) => {
    await lockInvoices(tx, packageName);
    await change(tx, await ownInvoice(scope, tx, id), today);
  });
  return invoiceView(db, id, today);
}

async function requireOpen(tx: Tx, invoice: InvoiceRow): Promise<void> {
  await requireNotCorrected(tx, invoice);
  const { kind, number } = invoice;
  if (kind === 'credit_note') throw refuse('corrected_already', { number, by: number }, { as: 'conflict' });
}

export function requireDigits(amount: string, currency: string, field = 'amount'): void {
  const value = new Big(amount);
  if (!value.eq(value.round(minorDigits(currency), Big.roundDown)))
    throw refuse('digits_of_currency', { currency }, { field });
}
