import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sample } from './sample.ts';

/** How many of such files one run takes: a third of them. */
const ONE_OF = 3;

/** A file that says of itself that a run may leave it out (`// @drawn why`): where that is right is in docs/testing.md. */
export const isDrawn = (text: string): boolean => /^\/\/ @drawn /m.test(text);

/** The files this run leaves out; none where files are named, or all are wanted. */
export function leftOutFiles(): string[] {
  if (process.env['ADSIEVE_DRAW_FILES'] !== '1') return [];
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('src', path).replaceAll('\\', '/'))
    .filter((path) => isDrawn(readFileSync(path, 'utf8')))
    .sort();
  const taken = new Set(sample('Files of steps and facts of the engine', all, Math.ceil(all.length / ONE_OF)));
  return all.filter((path) => !taken.has(path));
}
