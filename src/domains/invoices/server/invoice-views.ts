import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { InvoiceStatus } from '#domains/invoices/contract/document.ts';
import type { InvoiceView } from '#domains/invoices/contract/endpoints.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { amountText } from './amounts.ts';
import type { Db, Tx } from './invoice-parts.ts';
import { CREDITED, PAID } from './standing.ts';
import { invoiceTable } from './tables.ts';

const CORRECTED_BY = sql<
  string | null
>`(SELECT c.number FROM invoice c WHERE c.corrects = "invoice"."id" AND NOT c.corrects_part)`;

/** Where a document stands today; what is overdue follows from the day and is stored nowhere. */
const statusOn = (today: string): SQL<InvoiceStatus> => sql<InvoiceStatus>`CASE
  WHEN "invoice"."kind" = 'credit_note' THEN 'credit_note'
  WHEN ${CORRECTED_BY} IS NOT NULL THEN 'credited'
  WHEN ${PAID} + ${CREDITED} >= "invoice"."payable" THEN 'paid'
  WHEN "invoice"."due_on" < ${today}::date THEN 'overdue'
  WHEN ${PAID} > 0 THEN 'partly_paid'
  WHEN "invoice"."sent_at" IS NOT NULL THEN 'sent' ELSE 'open' END`;

const columns = (today: string) => ({
  id: invoiceTable.id,
  kind: invoiceTable.kind,
  number: invoiceTable.number,
  issuer: invoiceTable.issuer,
  customer: invoiceTable.customer,
  issuedOn: invoiceTable.issuedOn,
  dueOn: invoiceTable.dueOn,
  currency: invoiceTable.currency,
  data: sql<{
    net: string;
    tax: string;
    withholding: string;
    payable: string;
    period_from: string;
    period_to: string;
    category: string | null;
  }>`"invoice"."data" - 'lines'`,
  sha256: invoiceTable.sha256,
  hasXml: sql<boolean>`"invoice"."xml" IS NOT NULL`,
  sentTo: invoiceTable.sentTo,
  sentAt: invoiceTable.sentAt,
  sendAskedAt: invoiceTable.sendAskedAt,
  createdBy: invoiceTable.createdBy,
  createdAt: invoiceTable.createdAt,
  paid: PAID,
  credited: CREDITED,
  status: statusOn(today),
  corrects: sql<string | null>`(SELECT c.number FROM invoice c WHERE c.id = "invoice"."corrects")`,
  creditedBy: CORRECTED_BY,
  settlements: sql<
    number[]
  >`(SELECT coalesce(array_agg(r.settlement_id ORDER BY r.settlement_id), '{}') FROM invoice_report r WHERE r.invoice_id = "invoice"."id")`,
});

type Read = Awaited<ReturnType<typeof readInvoices>>[number];

const readInvoices = (db: Db | Tx, today: string, where: SQL | undefined, { limit = 1, offset = 0 } = {}) =>
  db.select(columns(today)).from(invoiceTable).where(where).orderBy(desc(invoiceTable.id)).limit(limit).offset(offset);

export async function invoiceView(db: Db | Tx, id: number, today: string): Promise<InvoiceView> {
  const [row] = await readInvoices(db, today, eq(invoiceTable.id, id));
  if (!row) throw new Error(`An invoice is gone: ${id}`);
  return viewOf(row);
}

/** A page of them, the newest first. */
export async function pageOfInvoices(
  db: Db,
  { packageName, today }: { packageName: string; today: string },
  {
    status,
    search,
    page,
    limit,
  }: { status?: InvoiceStatus | undefined; search?: string | undefined; page: number; limit: number },
): Promise<{ rows: InvoiceView[]; total: number }> {
  const pattern = search ? containing(search) : undefined;
  const { number, customer, issuer } = invoiceTable;
  const where = and(
    eq(invoiceTable.packageName, packageName),
    status && sql`${statusOn(today)} = ${status}`,
    pattern ? or(ilike(number, pattern), ilike(customer, pattern), ilike(issuer, pattern)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    readInvoices(db, today, where, { limit, offset: (page - 1) * limit }),
    db.select({ total: count() }).from(invoiceTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = ({ data, ...row }: Read): InvoiceView => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  publisher: row.issuer,
  customer: row.customer,
  period_from: data.period_from,
  period_to: data.period_to,
  issued_on: row.issuedOn,
  due_on: row.kind === 'credit_note' ? null : row.dueOn,
  currency: row.currency,
  net: data.net,
  tax: data.tax,
  withholding: data.withholding,
  payable: data.payable,
  paid: amountText(row.paid, row.currency),
  status: row.status,
  corrects: row.corrects,
  credited: amountText(row.credited, row.currency),
  credited_by: row.creditedBy,
  settlements: row.settlements,
  has_xml: row.hasXml,
  without_rule: data.category === null && Number(data.tax) === 0,
  sha256: row.sha256,
  sent_to: row.sentTo,
  sent_at: row.sentAt?.toISOString() ?? null,
  send_waits: row.sendAskedAt !== null && (row.sentAt === null || row.sentAt < row.sendAskedAt),
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});
