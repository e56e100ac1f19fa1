import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sample } from './sample.ts';

/** How many of such files one run takes: a third of them. */
const ONE_OF = 3;

/** Where they lie, and what the run says it left out of there. */
const PLACES = {
  unit: { folders: ['src', 'bench'], group: 'Files of steps and facts of the engine' },
  e2e: { folders: ['test/e2e'], group: 'Files of journeys that no requirement names' },
} as const;

/** A file that says of itself that a run may leave it out (`// @drawn why`): where that is right is in docs/testing.md. */
export const isDrawn = (text: string): boolean => /^\/\/ @drawn /m.test(text);

/** The files this run leaves out of a project; none where files are named, or all are wanted. */
export function leftOutFiles(project: keyof typeof PLACES): string[] {
  if (process.env['ADSIEVE_DRAW_FILES'] !== '1') return [];
  const { folders, group } = PLACES[project];
  const all = folders
    .flatMap((folder) => testsIn(folder))
    .filter((path) => isDrawn(readFileSync(path, 'utf8')))
    .sort();
  const taken = new Set(sample(group, all, Math.ceil(all.length / ONE_OF)));
  return all.filter((path) => !taken.has(path));
}

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'));
