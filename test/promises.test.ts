import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, testFiles } from '../tools/test-titles.mjs';

it('every promise of docs/guides/promises.md stands beside a test there is', () => {
  const page = readFileSync(join(ROOT, 'docs/guides/promises.md'), 'utf8');
  const named = [...page.matchAll(/\| \[(.+)\]\(\.\.\/\.\.\/(\S+)\) +\|$/gm)].map(
    ([, title, file]) => `${file}: ${title}`,
  );
  const headings = page.match(/^\| \*\*/gm) ?? [];
  const lines = page.match(/^\| /gm) ?? [];
  // Every line of the table but its two first and the headings within it.
  expect(named.length).toBe(lines.length - 2 - headings.length);
  const known = new Set(testFiles().flatMap(({ file, titles }) => titles.map((title) => `${file}: ${title}`)));
  expect(named.filter((each) => !known.has(each))).toEqual([]);
});
