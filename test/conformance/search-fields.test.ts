import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Files of the product with their texts, tests left out. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }));

it('every field that searches ends where the server stops reading, by the constant of the contract', () => {
  const fields = files.filter(({ text }) => text.includes('type="search"'));
  expect(fields.length).toBeGreaterThan(10);
  const free = fields.filter(({ text }) => !text.includes('maxLength={longest(searchText)}'));
  expect(free.map(({ path }) => path)).toEqual([]);
});

it('every search of the API takes as many letters as the fields let through', () => {
  const own = files.filter(({ path, text }) => path.includes('contract/') && /\b\w*search: z\.string\(/.test(text));
  expect(own.map(({ path }) => path)).toEqual([]);
});
