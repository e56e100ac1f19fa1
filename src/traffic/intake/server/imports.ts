import type { Readable } from 'node:stream';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type AppError, appError } from '#platform/server/http/app-error.ts';
import { importAudit } from '#traffic/intake/contract/audit.ts';
import type { ImportPreview } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { ImportRefused } from './import-error.ts';
import { findUpload, rejectsName, storeLocalFile, withUpload } from './import-files.ts';
import { addImport, findImport, findMapping, moveImport, patchImport } from './import-store.ts';
import type { ImportRow } from './import-tables.ts';
import { type ChosenMapping, chooseMapping, type PreviewInput, previewImport } from './preview.ts';
import type { ProgressListener } from './progress.ts';
import { refuse } from './refuse.ts';
import { type ImportDeps, runImport } from './run-import.ts';
import { readSample, sampleOfBytes } from './sources/read-sample.ts';
import { PREVIEW_SECONDS } from './sources/unpack-limits.ts';

interface FileToRead {
  packageName: string;
  fileId: string;
  timeZone: string;
  mapping?: ImportMapping | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Looks at the head of a stored file. With `signal`, of a caller who may leave, only as long as somebody waits, and no
 * longer than PREVIEW_SECONDS.
 */
async function lookAt<T>(
  scope: Scope,
  deps: ImportDeps,
  wanted: FileToRead,
  look: (input: PreviewInput) => Promise<T>,
): Promise<T> {
  const { packageName, mapping } = wanted;
  return refusalsAsAnswers(() =>
    withUpload(scope, deps, { packageName, id: wanted.fileId, beginning: true }, (file) =>
      whileWaitedFor(wanted.signal, file.name, async (signal) =>
        look({
          ...previewBase(scope, deps, packageName, wanted.timeZone),
          fileName: file.name,
          sample: await readSample(deps.clickhouse, file, mapping?.reading, signal),
          ...(mapping ? { mapping } : {}),
          signal,
        }),
      ),
    ),
  );
}

/** The mapping an import will use, and the first records as they would be stored. */
export const previewFile = (scope: Scope, deps: ImportDeps, wanted: FileToRead): Promise<ImportPreview> =>
  lookAt(scope, deps, wanted, previewImport);

/** The mapping alone: the engine takes half a second to understand what a preview asks it. */
export const mappingOfFile = (scope: Scope, deps: ImportDeps, wanted: FileToRead): Promise<ChosenMapping> =>
  lookAt(scope, deps, wanted, chooseMapping);

async function whileWaitedFor<T>(
  caller: AbortSignal | undefined,
  name: string,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!caller) return work(undefined);
  const late = AbortSignal.timeout(PREVIEW_SECONDS * 1000);
  try {
    return await work(AbortSignal.any([caller, late]));
  } catch (error) {
    // Nobody hears this one; it is not a fault of the program either.
    if (caller.aborted) throw appError('unavailable');
    throw late.aborted ? new ImportRefused('preview_too_slow', { name, n: String(PREVIEW_SECONDS) }) : error;
  }
}

export async function previewHead(
  scope: Scope,
  deps: ImportDeps,
  wanted: { packageName: string; fileName: string; timeZone: string; head: Buffer; signal?: AbortSignal },
): Promise<ImportPreview> {
  requirePackage(scope, wanted.packageName);
  return refusalsAsAnswers(() =>
    whileWaitedFor(wanted.signal, wanted.fileName, async (signal) =>
      previewImport({
        ...previewBase(scope, deps, wanted.packageName, wanted.timeZone),
        fileName: wanted.fileName,
        sample: await sampleOfBytes(wanted.head, wanted.fileName),
        signal,
      }),
    ),
  );
}

const previewBase = (scope: Scope, deps: ImportDeps, packageName: string, timeZone: string) => ({
  clickhouse: deps.clickhouse,
  packageName,
  timeZone,
  savedMapping: (fingerprint: string) => findMapping(scope, deps.database, packageName, fingerprint),
});

/** Records an import of a stored file; `runImport` or the queue does the work. */
export async function createImport(
  scope: Scope,
  deps: ImportDeps,
  wanted: FileToRead & {
    /** Ask which days of what is stored it is to replace. */
    replaceDays?: boolean | undefined;
  },
): Promise<number> {
  const { packageName, fileId } = wanted;
  const { mapping, blind } = await mappingOfFile(scope, deps, wanted);
  const file = await findUpload(scope, deps.database, { packageName, id: fileId });
  if (!mapping.fields.ts) throw answerTo(new ImportRefused('no_time_chosen', { name: file.name }));
  return addImport(scope, deps.database, {
    packageName,
    fileId,
    fileName: file.name,
    fileBytes: file.bytes,
    mapping,
    blind,
    replacing: wanted.replaceDays ?? false,
  });
}

export interface LocalImport {
  packageName: string;
  /** Absolute path of a file on this machine. */
  path: string;
  fileName: string;
  /** For times without a zone. */
  timeZone: string;
  mapping?: ImportMapping;
}

/** Copies a file of this machine, imports it and waits: the command line, the demo and the benchmark. */
export async function importLocalFile(
  scope: Scope,
  deps: ImportDeps,
  wanted: LocalImport,
  onProgress?: ProgressListener,
): Promise<ImportRow> {
  const source = { packageName: wanted.packageName, path: wanted.path, name: wanted.fileName };
  const { id: fileId } = await storeLocalFile(scope, deps.database, deps.folder, source);
  const id = await createImport(scope, deps, { ...wanted, fileId });
  return runImport(scope, deps, id, onProgress);
}

/** Asks for an import to be taken back. 422 unless it is done. */
export async function requestUndo(scope: Scope, { database }: ImportDeps, id: number): Promise<void> {
  const row = await findImport(scope, database, id);
  if (row.live || !(await moveImport(database, id, ['done'], { state: 'undoing' }))) throw refuse('import_not_done');
  await audit(database.db, scope, { action: importAudit.undo, ...auditOf(row) });
}

/** Lets a waiting import go on, replacing these days. 422 unless it waits and they are days of its file. */
export async function confirmReplacing(
  scope: Scope,
  { database }: ImportDeps,
  id: number,
  days: readonly string[],
): Promise<void> {
  const row = await findImport(scope, database, id);
  const offered = new Set(row.replacePlan?.map(({ day }) => day));
  if (days.some((day) => !offered.has(day))) throw refuse('days_of_file_only');
  // From the beginning: what was stored meanwhile must not be stored twice.
  if (!(await moveImport(database, id, ['waiting'], { state: 'queued', progress: 0, replaceDays: [...new Set(days)] })))
    throw refuse('import_not_waiting');
  await audit(database.db, scope, {
    action: importAudit.replace,
    ...auditOf(row),
    details: {
      id,
      days: days.length,
      events: row.replacePlan?.reduce((sum, day) => sum + (days.includes(day.day) ? day.stored : 0), 0) ?? 0,
    },
  });
}

/** Stops an import before its commit. 422 when it is too late; undo it then. */
export async function requestCancel(scope: Scope, { database }: ImportDeps, id: number): Promise<void> {
  const row = await findImport(scope, database, id);
  if (row.live) throw refuse('import_unstoppable');
  const isOver = await moveImport(database, id, ['queued', 'waiting'], { state: 'cancelled', finishedAt: new Date() });
  if (!isOver && row.state !== 'scanning' && row.state !== 'judging') throw refuse('import_unstoppable');
  await audit(database.db, scope, { action: importAudit.cancel, ...auditOf(row) });
  if (!isOver) await patchImport(database, id, { cancelRequested: true });
}

const auditOf = ({ id, fileName, packageName, state }: ImportRow) => ({
  subject: fileName,
  package: packageName,
  details: { id, state },
});

/** The rejects of an import; 404 while there are none to read. */
export async function openRejects(scope: Scope, { database, folder }: ImportDeps, id: number): Promise<Readable> {
  await findImport(scope, database, id);
  const stream = await folder.files.read(rejectsName(id));
  if (!stream) throw appError('not_found', { field: 'id' });
  return stream;
}

const TOO_LARGE: ReadonlySet<string> = new Set(['upload_too_large', 'uploads_full']);

/** A file we cannot read is the person's to mend, not a fault of the program. */
export async function refusalsAsAnswers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportRefused ? answerTo(error) : error;
  }
}

const answerTo = ({ reason, values }: ImportRefused): AppError =>
  refuse(reason, values, { as: TOO_LARGE.has(reason) ? 'too_large' : 'refused' });
