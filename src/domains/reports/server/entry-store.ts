import { and, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { reportAudit } from '#domains/reports/contract/audit.ts';
import { KEPT_DAYS, type ReportEntry } from '#domains/reports/contract/endpoints.ts';
import { DOWNLOADS_PAGE } from '#domains/reports/contract/pages.ts';
import type { GenerateBody } from '#domains/reports/contract/report-query.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import { requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Said } from '#platform/server/jobs/made-in-tries.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { entryOf, isOwn } from './entry-view.ts';
import { refuse } from './refuse.ts';
import type { ReportQuestion } from './report-question.ts';
import { type EntryRow, reportEntry } from './tables.ts';

export type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Reports of one package that are kept at a time for one person, scheduled ones aside: nobody fills the list of others. */
export const MOST_ENTRIES = 100;

/**
 * Who sees all of a package's traffic sees all of its reports; whose rows are kept to some publishers or vendors only
 * the own ones, as others may hold more.
 */
export const seesAll = (scope: Scope): boolean => scope.publishers === 'all' && scope.vendors === 'all';

interface Asked {
  packageName: string;
  report: string | undefined;
  page: number;
  limit: number;
}

/** The newest first. */
export async function listEntries(
  scope: Scope,
  { db }: Database,
  { packageName, report, page, limit }: Asked,
): Promise<{ rows: ReportEntry[]; total: number }> {
  requireMay(scope, 'event.read');
  const which = and(
    eq(reportEntry.packageName, requirePackage(scope, packageName)),
    report === undefined ? undefined : eq(reportEntry.report, report),
    seesAll(scope) ? undefined : eq(reportEntry.authorId, scope.userId),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(reportEntry)
      .where(which)
      .orderBy(desc(reportEntry.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(reportEntry).where(which),
  ]);
  return { rows: rows.map((row) => entryOf(scope, row)), total: counted?.n ?? 0 };
}

/** One whose package is the caller's. @throws foreign_package, not_found */
export async function findEntry(
  scope: Scope,
  { db }: { db: Database['db'] | Transaction },
  id: number,
): Promise<EntryRow> {
  requireMay(scope, 'event.read');
  const [row] = await db.select().from(reportEntry).where(eq(reportEntry.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePage(scope, requirePackage(scope, row.packageName), [row.report, DOWNLOADS_PAGE.id]);
  if (!seesAll(scope) && !isOwn(scope, row)) throw appError('forbidden', { field: 'id' });
  return row;
}

/** Writes down that a report is asked for; a job makes it. */
export function addEntry(
  scope: Scope,
  { db }: Database,
  { report, type, info, from, to }: ReportQuestion,
  asked: GenerateBody,
): Promise<ReportEntry> {
  requireMay(scope, 'event.read');
  const packageName = requirePackage(scope, info.package_name);
  return db.transaction(async (tx) => {
    const own = and(
      eq(reportEntry.packageName, packageName),
      eq(reportEntry.authorId, scope.userId),
      isNull(reportEntry.slotAt),
    );
    const [kept] = await tx.select({ n: count() }).from(reportEntry).where(own);
    if ((kept?.n ?? 0) >= MOST_ENTRIES) throw refuse('report_limit', { most: MOST_ENTRIES });
    const [row] = await tx
      .insert(reportEntry)
      .values({
        packageName,
        report: report.id,
        reportType: type,
        name: asked.name?.trim() || report.title,
        format: asked.format,
        asked,
        firstDay: from,
        lastDay: to,
        author: scope.userName,
        authorId: scope.userId,
      })
      .returning();
    if (!row) throw new Error('A report was not stored');
    await record(scope, tx, reportAudit.generate, row);
    return entryOf(scope, row);
  });
}

/** Only what has failed; asked twice it is queued once. */
export function retryEntry(scope: Scope, database: Database, id: number): Promise<ReportEntry> {
  return withOwn(scope, database, id, async (tx, row) => {
    if (row.state === 'Queued' || row.state === 'Processing') return entryOf(scope, row);
    if (row.state !== 'Failed') throw refuse('report_not_failed', {}, { as: 'conflict' });
    const anew = {
      state: 'Queued',
      tries: 0,
      rows: 0,
      error: null,
      told: null,
      finishedAt: null,
      settledAt: null,
    } as const;
    await tx.update(reportEntry).set(anew).where(eq(reportEntry.id, id));
    await record(scope, tx, reportAudit.retry, row);
    return entryOf(scope, { ...row, ...anew });
  });
}

/** The file goes with the next look at the folder, or at once by whoever calls. */
export function removeEntry(scope: Scope, database: Database, id: number): Promise<ReportEntry> {
  return withOwn(scope, database, id, async (tx, row) => {
    await tx.delete(reportEntry).where(eq(reportEntry.id, id));
    await record(scope, tx, reportAudit.remove, row);
    return entryOf(scope, row);
  });
}

/** Own ones; those of others by an administrator alone. */
function withOwn<T>(
  scope: Scope,
  { db }: Database,
  id: number,
  change: (tx: Transaction, row: EntryRow) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: reportEntry.id }).from(reportEntry).where(eq(reportEntry.id, id)).for('update');
    const row = await findEntry(scope, { db: tx }, id);
    if (!isOwn(scope, row)) requireMay(scope, 'package.write');
    return change(tx, row);
  });
}

const record = (scope: Scope, tx: Transaction, action: AuditAction, row: EntryRow): Promise<void> =>
  audit(tx, scope, {
    action,
    subject: String(row.id),
    package: row.packageName,
    details: { report: row.report, name: row.name, from: row.firstDay, to: row.lastDay, format: row.format },
  });

/** Begins, or begins anew what a stop broke off; undefined when there is nothing to make. */
export async function beginEntry({ db }: Database, id: number): Promise<EntryRow | undefined> {
  const [row] = await db
    .update(reportEntry)
    .set({ state: 'Processing', rows: 0, tries: sql`${reportEntry.tries} + 1` })
    .where(and(eq(reportEntry.id, id), inArray(reportEntry.state, ['Queued', 'Processing'])))
    .returning();
  return row;
}

export async function showRows({ db }: Database, id: number, rows: number): Promise<void> {
  await db.update(reportEntry).set({ rows }).where(eq(reportEntry.id, id));
}

export interface MadeFile {
  fileName: string;
  mediaType: string;
  bytes: number;
  rows: number;
}

/** False when it was deleted meanwhile. */
export async function finishEntry({ db }: Database, id: number, file: MadeFile, now: Date): Promise<boolean> {
  const done = await db
    .update(reportEntry)
    .set({ ...file, state: 'Ready', finishedAt: now })
    .where(and(eq(reportEntry.id, id), eq(reportEntry.state, 'Processing')));
  return (done.rowCount ?? 0) > 0;
}

export async function failEntry({ db }: Database, id: number, { text, told }: Said, now: Date): Promise<void> {
  await db
    .update(reportEntry)
    .set({ state: 'Failed', error: text.slice(0, 500), told, finishedAt: now })
    .where(and(eq(reportEntry.id, id), inArray(reportEntry.state, ['Queued', 'Processing'])));
}

export async function unfinishedEntries({ db }: Database): Promise<{ id: number }[]> {
  return await db
    .select({ id: reportEntry.id })
    .from(reportEntry)
    .where(or(eq(reportEntry.state, 'Queued'), eq(reportEntry.state, 'Processing')))
    .orderBy(reportEntry.id);
}

/** Deletes what is older than reports are kept; answers the ids of those that stay. */
export async function forgetOldEntries({ db }: Database, now: Date): Promise<ReadonlySet<number>> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db.delete(reportEntry).where(lt(reportEntry.createdAt, oldest));
  const kept = await db.select({ id: reportEntry.id }).from(reportEntry);
  return new Set(kept.map(({ id }) => id));
}
