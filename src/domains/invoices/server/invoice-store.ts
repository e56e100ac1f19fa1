import { eq } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { InvoiceStatus } from '#domains/invoices/contract/document.ts';
import type { InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { chosenReports } from './chosen-reports.ts';
import { inTurn, lockInvoices } from './in-turn.ts';
import type { Db, InvoiceParts, Tx } from './invoice-parts.ts';
import { invoiceView, pageOfInvoices } from './invoice-views.ts';
import { type Prepared, prepared, rateFor } from './prepare.ts';
import { refuse } from './refuse.ts';
import { type Render, rendered } from './render.ts';
import { numberOf, takeNumber } from './series.ts';
import { tellReports } from './standing.ts';
import { invoiceReportTable, invoiceTable } from './tables.ts';

export type InvoiceRow = typeof invoiceTable.$inferSelect;
type ToIssue = Out<(typeof invoiceEndpoints.issue)['body']>;

export async function listInvoices(
  scope: Scope,
  { database, packageInfo }: InvoiceParts,
  asked: {
    package_name: string;
    status?: InvoiceStatus | undefined;
    search?: string | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: InvoiceView[]; total: number }> {
  const packageName = ownPackage(scope, asked.package_name);
  const { today } = await packageInfo(scope, packageName);
  return pageOfInvoices(database.db, { packageName, today }, asked);
}

/**
 * Issues a document once: who asks again for the same reports gets the same one. Its number, what it says, its PDF and
 * the marks on the payout reports are one transaction, which has no end but whole: killed between them nothing of it is
 * stored, and the number is the next one's.
 */
export async function issueDocument(
  scope: Scope,
  parts: InvoiceParts,
  asked: ToIssue,
  render: Render = rendered,
): Promise<InvoiceView> {
  const packageName = ownPackage(scope, asked.package_name);
  const info = await parts.packageInfo(scope, packageName);
  const { db } = parts.database;
  const id = await inTurn(packageName, async () => {
    // The rate is read before: within the transaction it would take a second connection.
    const first = await chosenReports(db, parts, packageName, asked);
    if ('issued' in first) return first.issued;
    const rate = await rateFor(parts, info, { kind: asked.kind, ...first });
    return db.transaction(async (tx) => {
      await lockInvoices(tx, packageName);
      const chosen = await chosenReports(tx, parts, packageName, asked);
      if ('issued' in chosen) return chosen.issued;
      const ready = await prepared(tx, parts, info, { kind: asked.kind, ...chosen }, rate);
      const row = await stored(scope, tx, parts, ready, { render });
      const { reports, currency } = chosen;
      await tx
        .insert(invoiceReportTable)
        .values(reports.map((report) => ({ invoiceId: row.id, settlementId: report.id, kind: asked.kind, currency })));
      await tellReports(tx, parts, row);
      await auditIssue(scope, tx, row, invoiceAudit.issue);
      return row.id;
    });
  });
  return invoiceView(db, id, info.today);
}

/** Takes the number, draws the document with it and stores both. */
export async function stored(
  scope: Scope,
  tx: Tx,
  { texts, now }: InvoiceParts,
  { data, config, series }: Prepared,
  { render, ...of }: { render: Render; corrects?: number; correctsPart?: boolean },
): Promise<InvoiceRow> {
  const seq = await takeNumber(tx, series);
  const number = numberOf(series.series, seq);
  const said = { ...data, number };
  const { pdf, sha256, xml } = await render(said, texts, config.logo);
  const [row] = await tx
    .insert(invoiceTable)
    .values({
      ...series,
      kind: data.kind,
      seq,
      number,
      customer: data.buyer.legal_name,
      issuedOn: data.issued_on,
      dueOn: data.due_on,
      currency: data.currency,
      payable: data.payable,
      data: said,
      pdf,
      sha256,
      xml,
      ...of,
      createdBy: scope.userName,
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('An invoice was not stored');
  return row;
}

export const auditIssue = (
  scope: Scope,
  tx: Tx,
  { number, packageName, kind, payable, currency, sha256 }: InvoiceRow,
  action: (typeof invoiceAudit)['issue'],
) =>
  audit(tx, scope, {
    action,
    subject: number,
    package: packageName,
    details: { kind, payable: `${payable} ${currency}`, sha256 },
  });

/** 404 for an unknown number, 403 for one of a foreign package. */
export async function ownInvoice(scope: Scope, db: Db | Tx, id: number): Promise<InvoiceRow> {
  const [row] = await db.select().from(invoiceTable).where(eq(invoiceTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  ownPackage(scope, row.packageName);
  return row;
}

/** The bytes of an issued document as they were stored, or of a draft of what would be issued now. It changes nothing. */
export async function invoiceFile(
  scope: Scope,
  parts: InvoiceParts,
  { id, format, settlement, ...asked }: Out<(typeof invoiceEndpoints.file)['query']>,
): Promise<FileAnswer> {
  const packageName = ownPackage(scope, asked.package_name);
  const info = await parts.packageInfo(scope, packageName);
  const { db } = parts.database;
  const settlements = [settlement ?? []].flat();
  const chosen =
    id === undefined ? await chosenReports(db, parts, packageName, { ...asked, settlements }) : { issued: id };
  if ('issued' in chosen) return fileOf(await ownInvoice(scope, db, chosen.issued), packageName, format);
  if (format === 'xml') throw refuse('draft_no_xml', {}, { field: 'format' });
  const wanted = { kind: asked.kind, ...chosen };
  const { data, config } = await prepared(db, parts, info, wanted, await rateFor(parts, info, wanted));
  const { pdf } = await rendered(data, parts.texts, config.logo);
  return { fileName: `Draft_${asked.kind}_${packageName}.pdf`, mediaType: 'application/pdf', stream: pdf };
}

/** A name of a file has no slashes. */
export const fileNameOf = ({ number }: Pick<InvoiceRow, 'number'>, ending: string): string =>
  `${number.replaceAll('/', '-')}.${ending}`;

function fileOf(row: InvoiceRow, packageName: string, format: 'pdf' | 'xml'): FileAnswer {
  if (row.packageName !== packageName) throw appError('not_found', { field: 'id' });
  const { number, xml, data } = row;
  if (format === 'xml') {
    if (xml !== null) return { fileName: fileNameOf(row, 'xml'), mediaType: 'application/xml', stream: xml };
    const why = data.e_invoice === 'facturx' ? 'xml_in_pdf' : 'no_xml';
    throw refuse(why, { number }, { as: 'not_found', field: 'format' });
  }
  return { fileName: fileNameOf(row, 'pdf'), mediaType: 'application/pdf', stream: row.pdf };
}
