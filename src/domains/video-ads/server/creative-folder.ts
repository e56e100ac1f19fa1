import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stores } from '#platform/server/stores.ts';
import { creativeTable } from './tables.ts';

/** Of a file's key (`newKey`), which its name begins with. */
const KEY_LENGTH = 16;

const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

export async function removeFiles(folder: string, fileKey: string): Promise<void> {
  for (const name of await filesIn(folder)) if (name.startsWith(fileKey)) await rm(join(folder, name), { force: true });
}

/** Files of creatives that went with their package, or whose upload was broken off. */
export async function removeLostFiles({ database }: Pick<Stores, 'database'>, folder: string): Promise<void> {
  const rows = async () => database.db.select({ key: creativeTable.fileKey }).from(creativeTable);
  // Files first: one that is written meanwhile is not among them.
  const files = await filesIn(folder);
  const known = new Set((await rows()).map(({ key }) => key));
  for (const name of files) if (!known.has(name.slice(0, KEY_LENGTH))) await rm(join(folder, name), { force: true });
}
