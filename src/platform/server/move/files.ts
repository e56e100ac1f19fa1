import { createHash } from 'node:crypto';
import { FILE_PLACES, type FileName, type FilePlace, type Files } from '../files/files.ts';
import { MoveRefused } from './move-refused.ts';

export interface MovedFiles {
  files: number;
  bytes: number;
}

/**
 * Every file into a storage where nobody works yet. Each is read again there and held against the original; one that is
 * there and the same is not sent again, so that a move that was broken off goes on.
 */
export async function copyFiles(from: Files, to: Files, onPart: (text: string) => void): Promise<MovedFiles> {
  const moved = { files: 0, bytes: 0 };
  for (const place of FILE_PLACES) {
    const here = await namesOf(from, place);
    const strange = [...(await namesOf(to, place)).keys()].find((name) => !here.has(name));
    if (strange)
      throw new MoveRefused(`${to.place} has ${strange}, which is not here: it is not empty. Name another S3_PREFIX.`);
    let bytes = 0;
    for (const name of here.keys()) bytes += await copyFile(from, to, name);
    if (here.size > 0) onPart(`${place}: ${here.size.toLocaleString('en')} files`);
    const there = (await namesOf(to, place)).size;
    if (there !== here.size) throw new MoveRefused(`${place}: ${here.size} files here and ${there} in ${to.place}`);
    moved.files += here.size;
    moved.bytes += bytes;
  }
  return moved;
}

async function namesOf(files: Files, place: FilePlace): Promise<Map<FileName, number>> {
  const names = new Map<FileName, number>();
  for await (const { name, bytes } of files.list(place)) names.set(name, bytes);
  return names;
}

async function copyFile(from: Files, to: Files, name: FileName): Promise<number> {
  const here = await hashed(from, name);
  if (!here) throw new MoveRefused(`${name} is gone meanwhile: does something run here?`);
  if ((await hashed(to, name))?.sha256 === here.sha256) return here.bytes;
  const stream = await from.read(name);
  if (stream) await to.write(name, stream);
  if ((await hashed(to, name))?.sha256 !== here.sha256)
    throw new MoveRefused(`${name} does not come back from ${to.place} as it was sent`);
  return here.bytes;
}

async function hashed(files: Files, name: FileName): Promise<{ sha256: string; bytes: number } | undefined> {
  const stream = await files.read(name);
  if (!stream) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of stream) {
    hash.update(part);
    bytes += part.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
