import type { FileName, Files } from '#platform/server/files/files.ts';
import type { Stores } from '#platform/server/stores.ts';
import { creativeTable } from './tables.ts';

/** Of a file's key (`newKey`), which its name begins with. */
const KEY_LENGTH = 16;
/** A file is there before its record is. */
const WRITTEN_MS = 3_600_000;

export const creativeName = (file: string): FileName => `creatives/${file}`;

const keyOf = (name: FileName): string => name.slice(creativeName('').length).slice(0, KEY_LENGTH);

export async function removeFiles(files: Files, fileKey: string): Promise<void> {
  for await (const { name } of files.list('creatives')) if (keyOf(name) === fileKey) await files.remove(name);
}

/** Files of creatives that went with their package, or whose upload was broken off. */
export async function removeLostFiles({ database }: Pick<Stores, 'database'>, files: Files): Promise<void> {
  const rows = await database.db.select({ key: creativeTable.fileKey }).from(creativeTable);
  const known = new Set(rows.map(({ key }) => key));
  const before = new Date(Date.now() - WRITTEN_MS);
  for await (const { name, changedAt } of files.list('creatives'))
    if (changedAt < before && !known.has(keyOf(name))) await files.remove(name);
}
