import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, gt, inArray, isNull, lt, notInArray, or, sum } from 'drizzle-orm';
import { type Actor, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ImportRefused, isDiskFull } from './import-error.ts';
import { UNFINISHED } from './import-store.ts';
import { importFileTable, importTable } from './import-tables.ts';
import { inspectFile } from './sources/container.ts';
import type { ImportFile } from './sources/open-records.ts';

/** Files to import lie here under their id; an import reads only from here, so a source that changes cannot matter. */
export interface ImportFolder {
  path: string;
  /** Bytes an upload may have, and all kept files of a package together; without them only the disk is a limit. */
  limits?: { file: number; package: number };
}

const filePath = (folder: ImportFolder, id: string): string => join(folder.path, id);
export const rejectsPath = (folder: ImportFolder, importId: number): string =>
  join(folder.path, `${importId}.rejects.csv`);

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
  return store(database, folder, scope, upload, async (path) => {
    try {
      await pipeline(counted(upload.body, room.require), createWriteStream(path, { mode: 0o600 }));
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
  const { limits } = folder;
  const [kept] = await db
    .select({ bytes: sum(importFileTable.bytes).mapWith(Number) })
    .from(importFileTable)
    .where(eq(importFileTable.packageName, packageName));
  const disk = await statfs(folder.path).catch(() => null);
  const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
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
  return store(database, folder, scope, source, async (path) => {
    await copyFile(source.path, path, constants.COPYFILE_FICLONE);
    const after = await stat(source.path);
    if (before.size !== after.size || before.mtimeMs !== after.mtimeMs || before.ino !== after.ino)
      throw new ImportRefused('changed_while_read', { name: source.name });
  });
}

async function store(
  { db }: Database,
  folder: ImportFolder,
  actor: Actor,
  { packageName, name }: { packageName: string; name: string },
  write: (path: string) => Promise<void>,
): Promise<{ id: string; bytes: number }> {
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const partial = `${filePath(folder, id)}.part`;
  try {
    await write(partial);
    await inspectFile(partial, name);
    const { size } = await stat(partial);
    await rename(partial, filePath(folder, id));
    await db.insert(importFileTable).values({ id, packageName, name, bytes: size, storedBy: actor.userName });
    return { id, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
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
  await Promise.all(old.map(({ id }) => rm(filePath(folder, id), { force: true })));
  for (const name of await readdir(folder.path).catch(() => [])) {
    const path = join(folder.path, name);
    if (name.endsWith('.part') && (await stat(path)).mtime < limit) await rm(path, { force: true });
  }
  return old.length;
}

/** 404 for an unknown id, 403 for a file of a foreign package. */
export async function findFile(
  scope: Scope,
  { db }: Database,
  folder: ImportFolder,
  packageName: string,
  id: string,
): Promise<ImportFile> {
  const [row] = await db.select().from(importFileTable).where(eq(importFileTable.id, id));
  if (!row) throw appError('not_found', { field: 'file_id' });
  if (requirePackage(scope, row.packageName) !== packageName)
    throw appError('foreign_package', { field: 'package_name' });
  const path = filePath(folder, id);
  const { container, bytes } = await inspectFile(path, row.name);
  return { path, name: row.name, container, bytes };
}
