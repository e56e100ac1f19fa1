/**
 * The titles of every test in the repository, read from the sources: what claims to be proven must be found there.
 * Skipped tests prove nothing and are left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FOLDERS = ['src', 'test', 'demo', 'bench', 'clients'];
const TEST_FILE = /\.test\.tsx?$/;

/**
 * `it('…'`, `describe('…'`, and the second pair of brackets of `it.each([…])('…'`; not `it.skip('…'` and `it.todo('…'`.
 */
const TITLE = /(?:\b(?:it|test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;

const unescaped = (text) => text.replace(/\\(.)/gs, '$1');

const titlesIn = (source) => [...source.matchAll(TITLE)].map((found) => unescaped(found[2]));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => TEST_FILE.test(path))
    .map((path) => join(folder, path));

/** `[{ file, titles }]`, files with forward slashes from the root. */
export const testFiles = () =>
  FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder)))
    .sort()
    .map((path) => ({
      file: relative(ROOT, path).split(sep).join('/'),
      titles: titlesIn(readFileSync(path, 'utf8')),
    }));
