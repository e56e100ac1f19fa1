import { and, eq } from 'drizzle-orm';
import type { InvoiceParts, Tx } from './invoice-parts.ts';
import type { InvoiceRow } from './invoice-store.ts';
import { refuse } from './refuse.ts';
import { invoiceTable } from './tables.ts';

/** What was corrected is neither paid nor sent any more; the credit note says why. */
export async function requireNotCorrected(
  db: InvoiceParts['database']['db'] | Tx,
  { id, number }: InvoiceRow,
): Promise<void> {
  const [by] = await db
    .select()
    .from(invoiceTable)
    .where(and(eq(invoiceTable.corrects, id), eq(invoiceTable.correctsPart, false)));
  if (by) throw refuse('corrected_already', { number, by: by.number }, { as: 'conflict' });
}
