import Big from 'big.js';
import { and, eq, sql } from 'drizzle-orm';
import type { InvoiceParts, Tx } from './invoice-parts.ts';
import { invoiceReportTable, invoiceTable } from './tables.ts';

/** Paid so far, of the invoice of the statement around it. */
export const PAID = sql<string>`(SELECT coalesce(sum(p.amount), 0) FROM invoice_payment p WHERE p.invoice_id = "invoice"."id")`;

/** Taken back by credit notes about parts of it, of the same. */
export const CREDITED = sql<string>`(SELECT coalesce(sum(c.payable), 0) FROM invoice c WHERE c.corrects = "invoice"."id" AND c.corrects_part)`;

/**
 * Says to the payout report by which document it is claimed: the one its publisher is paid by, where there is one, else
 * the invoice that bills it to the customer, else none.
 */
export async function tellReport(
  tx: Tx,
  { settledBook }: Pick<InvoiceParts, 'settledBook'>,
  settlementId: number,
  currency: string,
): Promise<void> {
  const t = invoiceReportTable;
  const rows = await tx
    .select({
      kind: t.kind,
      number: invoiceTable.number,
      due: invoiceTable.dueOn,
      payable: invoiceTable.payable,
      paid: PAID,
      credited: CREDITED,
    })
    .from(t)
    .innerJoin(invoiceTable, eq(invoiceTable.id, t.invoiceId))
    .where(and(eq(t.settlementId, settlementId), eq(t.currency, currency), eq(t.stands, true)));
  const claim = rows.find(({ kind }) => kind === 'self_billing') ?? rows[0];
  await settledBook.setDocument(
    tx,
    settlementId,
    currency,
    claim
      ? {
          currency,
          invoice_no: claim.number,
          due_date: claim.due,
          // What the customer pays is no payment to the publisher.
          is_paid: claim.kind === 'self_billing' && new Big(claim.paid).plus(claim.credited).gte(claim.payable),
        }
      : null,
  );
}

/** The same for all reports of a document. */
export async function tellReports(
  tx: Tx,
  parts: Pick<InvoiceParts, 'settledBook'>,
  invoice: { id: number; currency: string },
): Promise<void> {
  const rows = await tx.select().from(invoiceReportTable).where(eq(invoiceReportTable.invoiceId, invoice.id));
  for (const { settlementId } of rows) await tellReport(tx, parts, settlementId, invoice.currency);
}
