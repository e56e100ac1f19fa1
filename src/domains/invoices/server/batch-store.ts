import { and, desc, eq, isNull } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { InvoiceBatch, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { billableTotals, byDays, isApproved } from './chosen-reports.ts';
import type { InvoiceParts } from './invoice-parts.ts';
import { issueDocument } from './invoice-store.ts';
import { refuse } from './refuse.ts';
import { batchTable, invoiceReportTable } from './tables.ts';

type Row = typeof batchTable.$inferSelect;
const [SHOWN_BATCHES, SHOWN_FAILURES] = [5, 100] as const;
/** Of documents after which it is stored how far the run is. */
const STEP = 10;
/** Failures in a row that nobody has foreseen. */
const MOST_UNKNOWN = 3;

export async function listBatches(
  scope: Scope,
  { database: { db } }: InvoiceParts,
  packageName: string,
): Promise<InvoiceBatch[]> {
  const rows = await db
    .select()
    .from(batchTable)
    .where(eq(batchTable.packageName, ownPackage(scope, packageName)))
    .orderBy(desc(batchTable.id))
    .limit(SHOWN_BATCHES);
  return rows.map(viewOf);
}

/** A run over the approved reports of some days; a job does it, one at a time for a package. */
export async function addBatch(
  scope: Scope,
  { database: { db }, packageInfo, now }: InvoiceParts,
  { package_name, kind, period_from, period_to }: Out<(typeof invoiceEndpoints.batch)['body']>,
): Promise<InvoiceBatch> {
  const packageName = ownPackage(scope, package_name);
  await packageInfo(scope, packageName);
  if (period_to < period_from) throw refuse('invoice_days_reversed', {}, { field: 'period_to' });
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(batchTable)
      .values({
        packageName,
        kind,
        periodFrom: period_from,
        periodTo: period_to,
        createdBy: scope.userName,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('batch_underway', {}, { as: 'conflict' });
    await audit(tx, scope, {
      action: invoiceAudit.batch,
      subject: `${period_from} - ${period_to}`,
      package: packageName,
      details: { kind },
    });
    return viewOf(row);
  });
}

export const unfinishedBatches = async ({ database: { db } }: Pick<InvoiceParts, 'database'>) =>
  db.select({ id: batchTable.id }).from(batchTable).where(isNull(batchTable.finishedAt));

/** One document for each report and currency. What an earlier try has issued is not issued again. */
export async function runBatch(
  scope: Scope,
  parts: InvoiceParts,
  id: number,
  { signal, show }: { signal: AbortSignal; show: (share: number) => void },
): Promise<void> {
  const { db } = parts.database;
  const [batch] = await db.select().from(batchTable).where(eq(batchTable.id, id));
  if (!batch || batch.finishedAt) return;
  const left = await leftOf(parts, batch);
  // Of a run that was stopped: what it issued since it was last stored is no longer among what is left.
  const total = Math.max(batch.total, left.length);
  const failed: InvoiceBatch['failed'] = [];
  let [done, failures] = [total - left.length, 0];
  const save = (finishedAt: Date | null = null) =>
    db
      .update(batchTable)
      .set({ total, done, failures, failed: failed.slice(0, SHOWN_FAILURES), finishedAt })
      .where(eq(batchTable.id, id));
  await save();
  let unknown = 0;
  const { packageName, kind } = batch;
  for (const { settlement, publisher, currency } of left) {
    signal.throwIfAborted();
    try {
      await issueDocument(scope, parts, { package_name: packageName, kind, settlements: [settlement], currency });
    } catch (error) {
      signal.throwIfAborted();
      unknown = error instanceof AppError ? 0 : unknown + 1;
      // One report that is odd is told of; one after the other means that something else is wrong.
      if (unknown >= MOST_UNKNOWN) throw error;
      failures++;
      failed.push({
        publisher,
        currency,
        why: error instanceof AppError ? error.message : ERROR_CODES.internal.message,
      });
    }
    done++;
    if (done % STEP === 0) await save();
    show(done / Math.max(1, total));
  }
  await save(parts.now());
}

interface Left {
  settlement: number;
  publisher: string;
  currency: string;
}

async function leftOf({ database: { db }, settledBook }: InvoiceParts, batch: Row): Promise<Left[]> {
  const { packageName, periodFrom: from, periodTo: to, kind } = batch;
  const reports = (await settledBook.reports(db, packageName, { from, to })).filter(isApproved);
  const t = invoiceReportTable;
  const taken = await db
    .select()
    .from(t)
    .where(and(eq(t.kind, kind), eq(t.stands, true)));
  const known = new Set(taken.map(({ settlementId, currency }) => `${settlementId} ${currency}`));
  return reports
    .toSorted(byDays)
    .flatMap((report) =>
      billableTotals(report).map(({ currency }) => ({
        settlement: report.id,
        publisher: report.publisher,
        currency,
      })),
    )
    .filter(({ settlement, currency }) => !known.has(`${settlement} ${currency}`));
}

const viewOf = (row: Row): InvoiceBatch => ({
  id: row.id,
  kind: row.kind,
  period_from: row.periodFrom,
  period_to: row.periodTo,
  total: row.total,
  done: row.done,
  failed: row.failed,
  failures: row.failures,
  finished_at: row.finishedAt?.toISOString() ?? null,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});
