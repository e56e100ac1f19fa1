import { eq } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { InvoiceView } from '#domains/invoices/contract/endpoints.ts';
import { formatOf } from '#platform/contract/format.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { FileName, Files } from '#platform/server/files/files.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { requireNotCorrected } from './corrected.ts';
import type { InvoiceJobParts, InvoiceParts, InvoiceRouteParts } from './invoice-parts.ts';
import { fileNameOf, type InvoiceRow, ownInvoice } from './invoice-store.ts';
import { invoiceView } from './invoice-views.ts';
import { refuse } from './refuse.ts';
import { invoiceTable } from './tables.ts';

/** A mail waits for its file for a day at most. */
const KEPT_MS = 2 * 86_400_000;

const placeOf = ({ id, sha256 }: InvoiceRow, ending: 'pdf' | 'xml'): FileName =>
  `invoices/invoice-${id}-${sha256.slice(0, 16)}.${ending}`;

/** Self-billed notes go to the source in whose name they are, all else to the customer. */
const recipientOf = ({ issuer, data }: InvoiceRow): string => (issuer === '' ? data.buyer.email : data.seller.email);

/** Asks for a document to be sent; a job does it. */
export async function askToSend(scope: Scope, parts: InvoiceRouteParts, id: number): Promise<InvoiceView> {
  const { db } = parts.database;
  const invoice = await ownInvoice(scope, db, id);
  const { today } = await parts.packageInfo(scope, invoice.packageName);
  await requireNotCorrected(db, invoice);
  const to = recipientOf(invoice);
  if (to === '') throw refuse('no_billing_email', {}, { as: 'conflict' });
  if (parts.mailer.mode === 'off') throw refuse('invoice_no_mail', {}, { as: 'conflict' });
  await db.transaction(async (tx) => {
    await tx.update(invoiceTable).set({ sendAskedAt: parts.now(), sentTo: to }).where(eq(invoiceTable.id, id));
    await audit(tx, scope, {
      action: invoiceAudit.send,
      subject: invoice.number,
      package: invoice.packageName,
      details: { to },
    });
  });
  return invoiceView(db, id, today);
}

/** Hands a document to the mailer in the transaction that says so: run twice it goes out once. */
export async function sendAsked({ database, files, mailer, texts, now }: InvoiceJobParts, id: number): Promise<void> {
  const [found] = await database.db.select().from(invoiceTable).where(eq(invoiceTable.id, id));
  if (!found) return;
  await files.write(placeOf(found, 'pdf'), found.pdf);
  if (found.xml !== null) await files.write(placeOf(found, 'xml'), found.xml);
  const t = await texts(found.data.locale);
  const isKept = await database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(invoiceTable).where(eq(invoiceTable.id, id)).for('update');
    if (!row?.sendAskedAt || (row.sentAt && row.sentAt >= row.sendAskedAt)) return false;
    await mailer.keep(tx, letterOf(row, t));
    const at = Math.max(now().getTime(), row.sendAskedAt.getTime());
    await tx
      .update(invoiceTable)
      .set({ sentAt: new Date(at) })
      .where(eq(invoiceTable.id, id));
    return true;
  });
  if (isKept) await mailer.deliverDue();
}

function letterOf(row: InvoiceRow, t: Awaited<ReturnType<InvoiceParts['texts']>>): Mail {
  const { data, number, currency } = row;
  const format = formatOf(data.locale);
  const own = row.issuer === '' ? data.seller : data.buyer;
  const said = {
    document: `${t(`invoices:kind_${data.kind}`)} ${number}`,
    from: format.day(data.period_from),
    to: format.day(data.period_to),
    amount: format.money(Number(data.payable), currency),
    due: format.day(data.due_on),
    corrected: data.corrects?.number ?? '',
    issuer: own.legal_name,
  };
  return {
    kind: 'invoice',
    to: row.sentTo,
    subject: t('invoices:mail_subject', said),
    text: [
      t('invoices:mail_text', said),
      t(data.corrects ? 'invoices:mail_credit' : 'invoices:mail_due', said),
      own.legal_name,
    ].join('\n\n'),
    attachments: [
      { file: placeOf(row, 'pdf'), name: fileNameOf(row, 'pdf'), type: 'application/pdf' },
      // What the recipient's own program reads, where the document is an electronic one of a file of its own.
      ...(row.xml === null
        ? []
        : [{ file: placeOf(row, 'xml'), name: fileNameOf(row, 'xml'), type: 'application/xml' }]),
    ],
  };
}

/** Files of mails that are gone, or never will go. */
export async function dropSent(files: Files, now: Date): Promise<void> {
  for await (const { name, changedAt } of files.list('invoices'))
    if (now.getTime() - changedAt.getTime() > KEPT_MS) await files.remove(name);
}
