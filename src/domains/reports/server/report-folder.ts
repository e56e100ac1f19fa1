import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from '#platform/server/http/implement.ts';

/** Where the file of a report lies; its name is the id alone, whatever it is called when it is downloaded. */
export const fileOf = (folder: string, id: number): string => join(folder, `report-${id}`);

/** Written beside its place and moved there whole, so that a kill leaves no half of it. Answers its bytes. */
export async function keepFile(
  folder: string,
  id: number,
  { stream }: FileAnswer,
  signal: AbortSignal,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(folder, id);
  const half = `${path}.half`;
  const parts = typeof stream === 'string' || stream instanceof Buffer ? [stream] : stream;
  await pipeline(parts, createWriteStream(half, { mode: 0o600 }), { signal });
  await rename(half, path);
  return (await stat(path)).size;
}

export const dropFile = (folder: string, id: number): Promise<void> => rm(fileOf(folder, id), { force: true });

/** Deletes every file whose report is not there any more. */
export async function dropOthers(folder: string, kept: ReadonlySet<number>): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, id] = /^report-(\d+)(?:\.half)?$/.exec(name) ?? [];
    if (id !== undefined && !kept.has(Number(id))) await rm(join(folder, name), { force: true });
  }
}

/** Undefined when it is not there. */
export async function storedFile(folder: string, id: number): Promise<Readable | undefined> {
  const file = await open(fileOf(folder, id)).catch(() => undefined);
  return file?.createReadStream();
}
