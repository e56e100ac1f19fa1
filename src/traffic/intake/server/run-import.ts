import { rm } from 'node:fs/promises';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { workPath } from '#platform/server/files/work-folder.ts';
import type { Stores } from '#platform/server/stores.ts';
import { toldImport } from '#traffic/changes/server/tell.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { unknownSource } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import type { ChangeCause } from '#traffic/judge/server/verdict-changes.ts';
import { sweepAfterImport } from '#traffic/sources/server/sweep/sweep-after-import.ts';
import { AFTER_COMMIT } from './after-commit.ts';
import { blindToKinds } from './blind-detectors.ts';
import { commitRows, ownRows, spanOfCommit } from './engine/commit.ts';
import type { RowOrigin } from './engine/fact-rows.ts';
import { judgeSlices } from './engine/judge-slices.ts';
import { type StageResult, scanAndStage } from './engine/scan-and-stage.ts';
import { removeSlices } from './engine/slice-writer.ts';
import { undoRows } from './engine/undo.ts';
import { createJudgingTables, createStage, dropWorkTables, workTables } from './engine/work-tables.ts';
import { ImportCancelled, ImportRefused, isDiskFull, refusalText } from './import-error.ts';
import { type ImportFolder, loadPath, rejectsName, withUpload } from './import-files.ts';
import { acceptedOf, findImport, patchImport, saveRejectSummary } from './import-store.ts';
import type { ImportRow } from './import-tables.ts';
import { formatOf } from './mapping/guess-mapping.ts';
import { ImportProgress, type ProgressListener } from './progress.ts';
import { mustAsk, replaceChosen, restoreDays } from './replacing.ts';
import { RejectsFile } from './scan/rejects-file.ts';
import { inspectFile } from './sources/container.ts';
import type { ImportFile } from './sources/open-records.ts';

export interface ImportDeps extends Stores {
  enricher: Enricher;
  folder: ImportFolder;
}

/**
 * Brings an import or an undo to its end, from wherever it is: new, broken off by a crash, or queued for undo. Nothing
 * is visible before the commit; a commit once begun is always completed, and so is the sweep of what it made visible.
 * Answers the final record; a refused file is an answer too (state `failed` with its message), so only faults of the
 * program throw.
 */
export async function runImport(
  scope: Scope,
  deps: ImportDeps,
  importId: number,
  onProgress: ProgressListener = () => {},
  signal?: AbortSignal,
): Promise<ImportRow> {
  const row = await findImport(scope, deps.database, importId);
  if (row.state === 'undoing') await finishUndo(deps, row);
  else if (row.state === 'committing') await finishCommit(deps, row, onProgress);
  else if (row.state === 'sweeping') await finishSweep(deps, row, onProgress);
  else if (row.state === 'queued' || row.state === 'scanning' || row.state === 'judging')
    await begin(scope, deps, row, onProgress, signal);
  return findImport(scope, deps.database, importId);
}

async function begin(
  scope: Scope,
  deps: ImportDeps,
  row: ImportRow,
  onProgress: ProgressListener,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database } = deps;
  try {
    await clear(deps, row.id);
    if (!(await stageAndJudge(scope, deps, row, onProgress, signal))) {
      await clear(deps, row.id);
      return;
    }
  } catch (error) {
    // The program stops: the import begins again with the next start.
    if (signal?.aborted) throw error;
    await clear(deps, row.id);
    const cancelled = error instanceof ImportCancelled;
    const state = cancelled ? 'cancelled' : 'failed';
    const message = cancelled ? null : refusalText(error);
    await patchImport(database, row.id, { state, error: message, secondsLeft: null, finishedAt: new Date() });
    if (!cancelled && !(error instanceof ImportRefused) && !isDiskFull(error)) throw error;
    return;
  }
  await finishCommit(deps, row, onProgress);
}

/** Whether it may be committed; false when a person has to choose first what it replaces. */
async function stageAndJudge(
  scope: Scope,
  deps: ImportDeps,
  row: ImportRow,
  onProgress: ProgressListener,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { clickhouse, database, enricher } = deps;
  const tables = workTables(row.id);
  // What its sources did is counted when all rows are there: the sweep at the end of the import judges by it.
  const policy = { ...(await loadPolicy(database, row.packageName)), source: unknownSource };
  const progress = new ImportProgress(database, row.id, { fileBytes: row.fileBytes, listener: onProgress, signal });
  await progress.enter('scanning');
  await createStage(clickhouse, tables);
  const { scanned, rejects } = await scan(scope, deps, row, progress);
  if (scanned.records === 0) throw new ImportRefused('no_records', { name: row.fileName });
  await patchImport(database, row.id, {
    records: scanned.records,
    rejected: scanned.rejected,
    leftOut: scanned.leftOut,
  });
  await saveRejectSummary(database, row.id, rejects.summary());
  refuseParts(row, scanned, rejects);
  refuseNothing(row, scanned, rejects);
  await progress.enter('judging');
  await createJudgingTables(clickhouse, tables);
  const { known } = await judgeSlices(clickhouse, {
    origin: originOf(row),
    tables,
    enricher,
    policy,
    reportsAgents: scanned.reportsAgents,
    onProgress: (share) => progress.judged(share, scanned.records),
  });
  await patchImport(database, row.id, { duplicates: known });
  if (await mustAsk(deps, row)) return false;
  await progress.enter('committing');
  return true;
}

/** Stages the records of the file; what was rejected of them is kept. */
async function scan(scope: Scope, deps: ImportDeps, row: ImportRow, progress: ImportProgress) {
  const { clickhouse, folder } = deps;
  const path = await workPath(folder.files.work);
  const rejects = await RejectsFile.create(path);
  const stage = (file: ImportFile) =>
    scanAndStage(clickhouse, {
      importId: row.id,
      package: row.packageName,
      file,
      mapping: row.mapping,
      tables: workTables(row.id),
      rejects,
      onProgress: ({ bytes, records }) => progress.scanned(bytes, records),
    });
  try {
    const scanned = await withFileOf(scope, deps, row, stage).finally(() => rejects.close());
    // Of the loads of live traffic hardly any has some.
    if (!row.live || scanned.rejected > 0) await folder.files.keep(rejectsName(row.id), path);
    return { scanned, rejects };
  } finally {
    await rm(path, { force: true });
  }
}

async function withFileOf<T>(
  scope: Scope,
  deps: ImportDeps,
  { packageName, fileId, fileName: name, live }: ImportRow,
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  if (!live) return withUpload(scope, deps, { packageName, id: fileId }, use);
  const path = loadPath(deps.folder, fileId);
  const { container, bytes } = await inspectFile(path, name);
  return use({ path, name, container, bytes });
}

/** A file that is to be taken as a whole has failed with its first record that cannot be read. */
function refuseParts({ fileName: name, mapping }: ImportRow, { rejected }: StageResult, rejects: RejectsFile): void {
  if (!mapping.whole || rejected === 0) return;
  const lines = `${rejects.lines.join(', ')}${rejected > rejects.lines.length ? ' …' : ''}`;
  const [first] = rejects.summary();
  throw new ImportRefused('not_whole', {
    name,
    n: rejected.toLocaleString('en'),
    lines,
    message: first?.reason ?? '',
  });
}

/** A file of which nothing is accepted has failed, whatever could be read of it. */
function refuseNothing(
  { fileName: name }: ImportRow,
  { records, rejected, leftOut }: StageResult,
  rejects: RejectsFile,
): void {
  const taken = acceptedOf({ records, rejected, leftOut });
  if (taken > 0) return;
  const values = { name, n: records.toLocaleString('en') };
  if (leftOut.length > 0) throw new ImportRefused('nothing_taken', values);
  const [most] = rejects.summary().sort((a, b) => b.records - a.records);
  throw new ImportRefused('nothing_accepted', { ...values, message: most?.reason ?? '' });
}

const originOf = ({ id, packageName, mapping }: ImportRow): RowOrigin => ({
  package: packageName,
  importId: id,
  source: mapping.source,
  arrival: formatOf(mapping.format).arrival,
});

const causeOf = (row: ImportRow, kind: 'import' | 'undo'): ChangeCause => ({
  kind,
  operation: `${kind} ${row.id}`,
  author: row.createdBy,
  reason: row.fileName,
});

async function finishCommit(deps: ImportDeps, row: ImportRow, onProgress: ProgressListener): Promise<void> {
  const { clickhouse, database } = deps;
  const cause = causeOf(row, 'import');
  const replaced = await replaceChosen(deps, row);
  const [tables, origin] = [workTables(row.id), originOf(row)];
  const span = await spanOfCommit(clickhouse, tables, origin);
  const commit = () => commitRows(clickhouse, tables, origin);
  await (span ? toldImport(deps, { ...origin, ...span }, commit) : commit());
  const committed = { origin: originOf(row), cause, recomputeReplaced: replaced.recompute };
  for (const step of AFTER_COMMIT) await step.run(deps, committed);
  const [found] = await clickhouse.query<{ n: number; first: string; last: string; kinds: EventKind[] }>(
    sql`SELECT count() AS n, groupUniqArray(toString(kind)) AS kinds, formatDateTime(min(ts), '%FT%TZ') AS first, formatDateTime(max(ts), '%FT%TZ') AS last FROM traffic WHERE ${ownRows(originOf(row))}`,
    { lane: 'heavy' },
  );
  const stored =
    found && found.n > 0
      ? { firstTs: new Date(found.first), lastTs: new Date(found.last), blind: blindToKinds(row.blind, found.kinds) }
      : {};
  await patchImport(database, row.id, {
    ...stored,
    state: 'sweeping',
    progress: 0,
    secondsLeft: null,
    error: null,
    finishedAt: new Date(),
  });
  await clear(deps, row.id);
  await finishSweep(deps, { ...row, ...stored }, onProgress);
}

/** The rows are there and counted; what their sources did is found last, and again after a failure. */
async function finishSweep(deps: ImportDeps, row: ImportRow, onProgress: ProgressListener): Promise<void> {
  const tell = (progress: number): void =>
    onProgress({ state: 'sweeping', progress, records: row.records, rowsPerSecond: 0, secondsLeft: null });
  tell(0);
  // Live traffic is swept by the clock: once an hour over all that came, not once a second.
  if (row.firstTs && row.lastTs && !row.live) {
    const span = { first: row.firstTs.toISOString(), last: row.lastTs.toISOString() };
    await sweepAfterImport(deps, row, span, async (progress) => {
      await patchImport(deps.database, row.id, { progress });
      tell(progress);
    });
  }
  await patchImport(deps.database, row.id, { state: 'done', progress: 1 });
}

async function finishUndo(deps: ImportDeps, row: ImportRow): Promise<void> {
  await undoRows(deps, {
    package: row.packageName,
    importId: row.id,
    cause: causeOf(row, 'undo'),
    restore: () => restoreDays(deps, row),
  });
  if (row.firstTs && row.lastTs)
    await sweepAfterImport(deps, row, { first: row.firstTs.toISOString(), last: row.lastTs.toISOString() });
  await patchImport(deps.database, row.id, { state: 'undone', finishedAt: new Date() });
}

/** Everything an import leaves beside its rows. */
async function clear({ clickhouse }: ImportDeps, importId: number): Promise<void> {
  await dropWorkTables(clickhouse, importId);
  await removeSlices(clickhouse.userFiles, importId);
}
