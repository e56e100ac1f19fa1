import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A path of its own in the folder of what is worked on, which is made. */
export async function workPath(folder: string, name: string = randomUUID()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}

/** Removes the files of a folder that were last written before that moment, of those that `which` names. */
export async function removeOlder(folder: string, before: Date, which: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!which(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}
