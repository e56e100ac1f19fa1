import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** In the data folder, and left out of backups. */
export const LAST_BACKUP = 'last-backup.json';

const schema = z.object({ at: z.string(), folder: z.string(), events: z.number() });
export type LastBackup = z.infer<typeof schema>;

export const rememberBackup = (dataFolder: string, taken: LastBackup): Promise<void> =>
  writeFile(join(dataFolder, LAST_BACKUP), JSON.stringify(taken), { mode: 0o600 });

/** The last one that was taken of this data folder, if any. */
export async function lastBackup(dataFolder: string): Promise<LastBackup | null> {
  try {
    return schema.parse(JSON.parse(await readFile(join(dataFolder, LAST_BACKUP), 'utf8')));
  } catch {
    return null;
  }
}
