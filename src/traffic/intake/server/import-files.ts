import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { and, eq, gt, inArray, isNull, lt, notInArray, or, sum } from 'drizzle-orm';
import { type Actor, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { bytesOf, type FileName, type Files } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ImportRefused, isDiskFull } from './import-error.ts';
import { UNFINISHED } from './import-store.ts';
import { importFileTable, importTable } from './import-tables.ts';
import { containerOf, HEAD_BYTES, inspectFile, requireKnown } from './sources/container.ts';
import type { ImportFile } from './sources/open-records.ts';

/** Files to import lie here under their id; an import reads only from here, so a source that changes cannot matter. */
export interface ImportFolder {
  files: Files;
  /** Bytes an upload may have, and all kept files of a package together; without them only the disk is a limit. */
  limits?: { file: number; package: number };
}

export const uploadName = (id: string): FileName => `files/imports/${id}`;
export const rejectsName = (importId: number): FileName => `files/imports/${importId}.rejects.csv`;
/** The file of a load of live traffic, which who loads it makes anew each time, on its own machine. */
export const loadPath = ({ files }: ImportFolder, fileId: string): string => join(files.work, `load-${fileId}`);

/**
 * Stores an upload. What breaks off half-way leaves nothing; what is too large by its own word is refused before a byte
 * is kept, and without one as soon as it shows.
 */
export async function storeUpload(
  scope: Scope,
  database: Database,
  folder: ImportFolder,
  upload: { packageName: string; name: string; body: Readable; declaredBytes?: number | null },
): Promise<{ id: string; bytes: number }> {
  requirePackage(scope, upload.packageName);
  const room = await roomFor(database, folder, upload);
  room.require(upload.declaredBytes ?? 0);
  return store(database, scope, upload, async (name) => {
    try {
      return await folder.files.write(name, known(counted(upload.body, room.require), upload.name));
    } finally {
      // The rest is read and dropped: a caller that still sends would not hear the answer.
      upload.body.resume();
    }
  });
}

interface Room {
  /** Throws when a file of so many bytes does not fit. */
  require: (bytes: number) => void;
}

async function roomFor(
  { db }: Database,
  folder: ImportFolder,
  { packageName, name }: { packageName: string; name: string },
): Promise<Room> {
  const { limits, files } = folder;
  const [kept] = await db
    .select({ bytes: sum(importFileTable.bytes).mapWith(Number) })
    .from(importFileTable)
    .where(eq(importFileTable.packageName, packageName));
  const free = await files.free('files/imports');
  return {
    require: (bytes) => {
      if (bytes > free) throw new ImportRefused('disk_full');
      if (!limits) return;
      if (bytes > limits.file) throw new ImportRefused('upload_too_large', { name, n: megabytes(limits.file) });
      if ((kept?.bytes ?? 0) + bytes > limits.package)
        throw new ImportRefused('uploads_full', { name, n: megabytes(limits.package) });
    },
  };
}

const megabytes = (bytes: number): string => String(Math.floor(bytes / 1_000_000));

/** The same bytes, as long as there is room for all that came so far. The source stays open when there is not. */
async function* counted(body: Readable, require: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    require(bytes);
    yield buffer;
  }
}

/** The same bytes, as soon as the first of them say that they can be read. */
async function* known(body: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = [];
  let size = 0;
  for await (const part of body) {
    if (!head) {
      yield part;
      continue;
    }
    head.push(part);
    size += part.length;
    if (size < HEAD_BYTES) continue;
    requireKnown(Buffer.concat(head), name);
    yield* head;
    head = undefined;
  }
  if (!head) return;
  if (size === 0) throw new ImportRefused('empty', { name });
  requireKnown(Buffer.concat(head), name);
  yield* head;
}

/** Copies a file of this machine (the command line). Refused when somebody writes to it meanwhile. */
export async function storeLocalFile(
  scope: Scope,
  database: Database,
  folder: ImportFolder,
  source: { packageName: string; path: string; name: string },
): Promise<{ id: string; bytes: number }> {
  requirePackage(scope, source.packageName);
  await inspectFile(source.path, source.name);
  const before = await stat(source.path);
  return store(database, scope, source, async (name) => {
    const bytes = await folder.files.copy(name, source.path);
    const after = await stat(source.path);
    if (before.size === after.size && before.mtimeMs === after.mtimeMs && before.ino === after.ino) return bytes;
    await folder.files.remove(name);
    throw new ImportRefused('changed_while_read', { name: source.name });
  });
}

/** A file without a record goes a week later: whether a record was written cannot always be told. */
async function store(
  { db }: Database,
  actor: Actor,
  { packageName, name }: { packageName: string; name: string },
  write: (name: FileName) => Promise<number>,
): Promise<{ id: string; bytes: number }> {
  const id = randomUUID();
  try {
    const bytes = await write(uploadName(id));
    await db.insert(importFileTable).values({ id, packageName, name, bytes, storedBy: actor.userName });
    return { id, bytes };
  } catch (error) {
    throw isDiskFull(error) ? new ImportRefused('disk_full') : error;
  }
}

/** Long enough to try again with another mapping; an undo needs the stored rows only. */
const KEEP_UPLOADS_DAYS = 7;

/**
 * Deletes uploads that no import has used for a week and none waits for, with what uploads broken off left behind.
 * Returns how many. The rejects of an import stay.
 */
export async function deleteOldUploads({ db }: Database, folder: ImportFolder, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - KEEP_UPLOADS_DAYS * 86_400_000);
  const inUse = db
    .select({ id: importTable.fileId })
    .from(importTable)
    .where(
      or(isNull(importTable.finishedAt), gt(importTable.finishedAt, limit), inArray(importTable.state, UNFINISHED)),
    );
  const old = await db
    .delete(importFileTable)
    .where(and(lt(importFileTable.storedAt, limit), notInArray(importFileTable.id, inUse)))
    .returning({ id: importFileTable.id });
  for (const { id } of old) await folder.files.remove(uploadName(id));
  await removeUnknown(db, folder, limit);
  return old.length;
}

async function removeUnknown(db: Database['db'], { files }: ImportFolder, before: Date): Promise<void> {
  const rows = await db.select({ id: importFileTable.id }).from(importFileTable);
  const known = new Set<string>(rows.map(({ id }) => uploadName(id)));
  for await (const { name, changedAt } of files.list('files/imports'))
    if (changedAt < before && !known.has(name) && !name.endsWith('.rejects.csv')) await files.remove(name);
}

interface NamedFile {
  packageName: string;
  id: string;
}

/** What is known of an upload. 404 for an unknown id, 403 for a file of a foreign package. */
export async function findUpload(
  scope: Scope,
  { db }: Pick<Database, 'db'>,
  { packageName, id }: NamedFile,
): Promise<{ name: string; bytes: number }> {
  const [row] = await db.select().from(importFileTable).where(eq(importFileTable.id, id));
  if (!row) throw appError('not_found', { field: 'file_id' });
  if (requirePackage(scope, row.packageName) !== packageName)
    throw appError('foreign_package', { field: 'package_name' });
  return { name: row.name, bytes: row.bytes };
}

/** Of text, packed or not, that is looked at: more than is read of it. */
const LOOKED_AT_BYTES = 8 * 1024 * 1024;

/** A stored file as long as it is used. Whoever only looks at its beginning need not wait for all of it. */
export async function withUpload<T>(
  scope: Scope,
  { database, folder: { files } }: { database: Database; folder: ImportFolder },
  { beginning = false, ...named }: NamedFile & { beginning?: boolean },
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  const upload = await findUpload(scope, database, named);
  const name = uploadName(named.id);
  const first = beginning && upload.bytes > LOOKED_AT_BYTES ? await bytesToLookAt(files, name) : undefined;
  const used = await files.withPath(
    name,
    async (path) => {
      const { container } = await inspectFile(path, upload.name);
      return { value: await use({ ...upload, path, container }) };
    },
    first,
  );
  if (!used) throw new ImportRefused('no_such_file', { name: upload.name });
  return used.value;
}

/** Archives, workbooks and Parquet are read from their end. */
async function bytesToLookAt(files: Files, name: FileName): Promise<number | undefined> {
  const head = await files.read(name, { from: 0, to: HEAD_BYTES - 1 });
  const container = head && containerOf(await bytesOf(head));
  return container === 'plain' || container === 'gzip' ? LOOKED_AT_BYTES : undefined;
}
