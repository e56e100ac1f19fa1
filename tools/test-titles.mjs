/**
 * The titles of every test in the repository, read from the sources: what claims to be proven must be found there.
 * Skipped tests prove nothing and are left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FOLDERS = ['src', 'test', 'demo', 'bench'];
const TEST_FILE = /\.test\.tsx?$/;

/** `it('…'`, `describe('…'`, and the second pair of brackets of `it.each([…])('…'`; not `it.skip('…'` and `it.todo('…'`. */
const TITLE = /(?:\b(?:it|test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;

/** Where a title says `%s` or `$id`, the ids stand in the table of its cases. */
const FROM_TABLE = /\[(?:%s|\$\w+)\]/;

const unescaped = (text) => text.replace(/\\(.)/gs, '$1');

/** Of one file, in order: `[{ title, fromTable }]`. */
export const titlesIn = (source) =>
  [...source.matchAll(TITLE)].map((found) => ({ title: unescaped(found[2]), fromTable: FROM_TABLE.test(found[2]) }));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => TEST_FILE.test(path))
    .map((path) => join(folder, path));

/** `[{ file, source, titles }]`, files with forward slashes from the root. */
export const testFiles = () =>
  FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder)))
    .sort()
    .map((path) => {
      const source = readFileSync(path, 'utf8');
      return { file: relative(ROOT, path).split(sep).join('/'), source, titles: titlesIn(source) };
    });
