import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, inArray, ne, sql as pgSql } from 'drizzle-orm';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requirePackage, type Scope, SYSTEM } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ID_COLUMNS, type IdColumn } from '#traffic/event/contract/own-ids.ts';
import type { EventOrigin } from '#traffic/event/server/verdict-files.ts';
import { importAudit } from '#traffic/intake/contract/audit.ts';
import { partOf } from '#traffic/intake/contract/column-part.ts';
import type { ImportState, ImportView } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { importMessage } from '#traffic/intake/contract/import-messages.ts';
import {
  type ImportRow,
  importFileTable,
  importMappingTable,
  importRejectTable,
  importTable,
} from './import-tables.ts';

export type ImportPatch = Partial<Omit<ImportRow, 'id' | 'packageName'>>;

/** States in which work is to be done or confirmed; after a crash it goes on or is cleared. */
export const UNFINISHED: readonly ImportState[] = [
  'queued',
  'scanning',
  'judging',
  'waiting',
  'committing',
  'sweeping',
  'undoing',
];
/** States in which the rows of an import are stored, and stay. */
export const STORED: readonly ImportState[] = ['sweeping', 'done'];

export async function addImport(
  scope: Scope,
  { db }: Database,
  row: Pick<ImportRow, 'packageName' | 'fileId' | 'fileName' | 'fileBytes' | 'mapping' | 'blind' | 'replacing'>,
): Promise<number> {
  requirePackage(scope, row.packageName);
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(importTable)
      .values({ ...row, createdBy: scope.userName })
      .returning({ id: importTable.id });
    if (!made) throw new Error('The import was not recorded');
    const details = { id: made.id, bytes: row.fileBytes, format: row.mapping.format };
    await audit(tx, scope, { action: importAudit.start, subject: row.fileName, package: row.packageName, details });
    return made.id;
  });
}

/**
 * Records a load of live traffic, within the transaction that says what belongs to it: its file does not exist yet.
 * The program's own work, for whoever sent the events.
 */
export async function addLiveImport(
  tx: Pick<Database['db'], 'insert'>,
  { packageName, mapping }: Pick<ImportRow, 'packageName' | 'mapping'>,
): Promise<ImportRow> {
  const fileId = randomUUID();
  const file = { packageName, name: LIVE_FILE, bytes: 0, storedBy: SYSTEM.userName };
  await tx.insert(importFileTable).values({ ...file, id: fileId });
  const [made] = await tx
    .insert(importTable)
    .values({ packageName, fileId, fileName: LIVE_FILE, fileBytes: 0, mapping, live: true, createdBy: SYSTEM.userName })
    .returning();
  if (!made) throw new Error('The load was not recorded');
  return made;
}

const LIVE_FILE = 'live.csv';

/** 404 for an unknown id, 403 for one of a foreign package. */
export async function findImport(scope: Scope, { db }: Database, id: number): Promise<ImportRow> {
  const [row] = await db.select().from(importTable).where(eq(importTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  return row;
}

export async function listImports(
  scope: Scope,
  { db }: Database,
  query: { package_name: string; page: number; limit: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const own = and(eq(importTable.packageName, requirePackage(scope, query.package_name)), eq(importTable.live, false));
  const [rows, [found]] = await Promise.all([
    db
      .select()
      .from(importTable)
      .where(own)
      .orderBy(desc(importTable.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    db.select({ total: count() }).from(importTable).where(own),
  ]);
  return { rows, total: found?.total ?? 0 };
}

/** Stored imports of the package whose mapping has the same source and report, with the days they replaced. */
export async function sameReports(
  { db }: Database,
  { id, packageName, mapping }: Pick<ImportRow, 'id' | 'packageName' | 'mapping'>,
): Promise<{ id: number; replaceDays: string[] | null }[]> {
  return db
    .select({ id: importTable.id, replaceDays: importTable.replaceDays })
    .from(importTable)
    .where(
      and(
        eq(importTable.packageName, packageName),
        inArray(importTable.state, STORED),
        ne(importTable.id, id),
        pgSql`${importTable.mapping}->>'source' = ${mapping.source}`,
        pgSql`${importTable.mapping}->>'report' = ${mapping.report}`,
      ),
    )
    .orderBy(importTable.id);
}

/** From when to when the events of each import are, by package; packages without any are absent. */
export async function importedTimes(
  scope: Scope,
  { db }: Database,
): Promise<Map<string, { first: Date; last: Date }[]>> {
  const rows = await db
    .selectDistinct({ name: importTable.packageName, first: importTable.firstTs, last: importTable.lastTs })
    .from(importTable)
    .where(and(ofOwnPackages(scope, importTable.packageName), inArray(importTable.state, STORED)));
  const times = new Map<string, { first: Date; last: Date }[]>();
  for (const { name, first, last } of rows)
    if (first && last) times.set(name, [...(times.get(name) ?? []), { first, last }]);
  return times;
}

export async function patchImport({ db }: Database, id: number, patch: ImportPatch): Promise<void> {
  await db.update(importTable).set(patch).where(eq(importTable.id, id));
}

/** Moves an import from one of `from` to `to`; false when it is in none of them any more. */
export async function moveImport(
  { db }: Database,
  id: number,
  from: readonly ImportState[],
  patch: ImportPatch & { state: ImportState },
): Promise<boolean> {
  const moved = await db
    .update(importTable)
    .set(patch)
    .where(and(eq(importTable.id, id), inArray(importTable.state, [...from])))
    .returning({ id: importTable.id });
  return moved.length > 0;
}

/** Records progress and tells whether the person has asked to stop. */
export async function reportProgress({ db }: Database, id: number, patch: ImportPatch): Promise<boolean> {
  const [row] = await db
    .update(importTable)
    .set(patch)
    .where(eq(importTable.id, id))
    .returning({ cancelRequested: importTable.cancelRequested });
  return row?.cancelRequested ?? true;
}

export const unfinishedImports = ({ db }: Database): Promise<ImportRow[]> =>
  db
    .select()
    .from(importTable)
    .where(inArray(importTable.state, [...UNFINISHED]))
    .orderBy(importTable.id);

export async function saveRejectSummary(
  { db }: Database,
  importId: number,
  summary: readonly { columnName: string; reason: string; records: number }[],
): Promise<void> {
  await db.delete(importRejectTable).where(eq(importRejectTable.importId, importId));
  if (summary.length > 0) await db.insert(importRejectTable).values(summary.map((each) => ({ ...each, importId })));
}

export async function findMapping(
  scope: Scope,
  { db }: Database,
  packageName: string,
  fingerprint: string,
): Promise<ImportMapping | null> {
  const own = eq(importMappingTable.packageName, requirePackage(scope, packageName));
  const [row] = await db
    .select({ mapping: importMappingTable.mapping })
    .from(importMappingTable)
    .where(and(own, eq(importMappingTable.fingerprint, fingerprint)));
  return row?.mapping ?? null;
}

export async function saveMapping(
  scope: Scope,
  { db }: Database,
  row: { packageName: string; fingerprint: string; mapping: ImportMapping },
): Promise<void> {
  requirePackage(scope, row.packageName);
  const saved = { mapping: row.mapping, savedBy: scope.userName, savedAt: pgSql`now()` };
  await db.transaction(async (tx) => {
    await tx
      .insert(importMappingTable)
      .values({ ...row, savedBy: scope.userName })
      .onConflictDoUpdate({ target: [importMappingTable.packageName, importMappingTable.fingerprint], set: saved });
    const details = { fingerprint: row.fingerprint, format: row.mapping.format };
    await audit(tx, scope, { action: importAudit.mapping, package: row.packageName, details });
  });
}

/** What a stored English text is made of. */
function toldOf(text: string | null): ImportView['error_told'] {
  const message = text === null ? null : importMessage(text);
  return message && text !== null ? { code: message.code, values: { ...message.values }, text } : null;
}

/** How many records of an import were rejected for which reason, most first. */
export async function rejectReasons(scope: Scope, database: Database, id: number) {
  await findImport(scope, database, id);
  const rows = await database.db
    .select()
    .from(importRejectTable)
    .where(eq(importRejectTable.importId, id))
    .orderBy(desc(importRejectTable.records), importRejectTable.columnName);
  return rows.map(({ columnName, reason, records }) => ({
    column: columnName,
    reason,
    told: toldOf(reason),
    records,
  }));
}

/** Records that became events, or were events already. */
export const acceptedOf = ({
  records,
  rejected,
  leftOut,
}: Pick<ImportRow, 'records' | 'rejected' | 'leftOut'>): number =>
  records - rejected - leftOut.reduce((sum, each) => sum + each.records, 0);

export const toView = (row: ImportRow): ImportView => ({
  id: row.id,
  package_name: row.packageName,
  file_name: row.fileName,
  file_bytes: row.fileBytes,
  format: row.mapping.format,
  report: row.mapping.report,
  state: row.state,
  progress: row.progress,
  rows_per_second: row.rowsPerSecond,
  seconds_left: row.secondsLeft,
  records: row.records,
  accepted: acceptedOf(row),
  rejected: row.rejected,
  left_out: row.leftOut,
  duplicates: row.duplicates,
  replace_plan: row.replacePlan,
  replace_days: row.replaceDays,
  replaced: row.replaced,
  from: row.firstTs?.toISOString() ?? null,
  to: row.lastTs?.toISOString() ?? null,
  blind: row.blind,
  error: row.error,
  error_told: toldOf(row.error),
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/**
 * The file an event came from and what became of the columns that hold its tracker's ids, for whoever may see the
 * event; nothing when it came another way.
 */
export async function importOrigin(
  scope: Scope,
  { db }: Database,
  packageName: string,
  id: number,
): Promise<EventOrigin> {
  const [row] = await db
    .select({ fileName: importTable.fileName, mapping: importTable.mapping, live: importTable.live })
    .from(importTable)
    .where(and(eq(importTable.id, id), eq(importTable.packageName, requirePackage(scope, packageName))));
  const taken = ID_COLUMNS.flatMap((column): [string, IdColumn][] => {
    // The first column is kept nowhere else.
    const key = row?.mapping.fields[column]?.from.find((each) => partOf(each) === null);
    return key === undefined ? [] : [[key, column]];
  });
  return { fileName: row && !row.live ? row.fileName : null, taken: Object.fromEntries(taken) };
}
