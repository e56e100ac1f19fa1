/**
 * Writes docs/spec-map.md: which rows of the specification a test names, and why the others are open.
 * Ids come from docs/spec-rows.json, proofs from the titles of the tests. `node tools/spec-map.mjs`, or `npm run sync`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, testFiles } from './test-titles.mjs';

const ROWS = join(ROOT, 'docs/spec-rows.json');
const MAP = join(ROOT, 'docs/spec-map.md');

const ID = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+/g;
const QUOTED_ID = /'([A-Z][A-Z0-9-]*-\d+)'/g;

const TITLES = {
  access: 'Access',
  session: 'Session',
  routing: 'Routes and guard',
  layout: 'Shell',
  filters: 'Filters and dates',
  i18n: 'Languages',
  validation: 'Validation',
  'shared-client': 'The client of the browser',
  errors: 'Errors and toasts',
  constants: 'Constants',
  'user-admin': 'Administration of users',
  'package-admin': 'Administration of packages',
};

export const readRows = () => JSON.parse(readFileSync(ROWS, 'utf8'));

/** Of these ids, those that a title of a test names. */
export function provenIds(files, ids) {
  const named = files.flatMap(({ source, titles }) => [
    ...titles.flatMap(({ title }) => title.match(ID) ?? []),
    ...(titles.some(({ fromTable }) => fromTable) ? [...source.matchAll(QUOTED_ID)].map(([, id]) => id) : []),
  ]);
  return new Set(named.filter((id) => ids.has(id)));
}

export function specMap({ rows, open }, files) {
  const all = Object.values(rows).flat();
  const proven = provenIds(files, new Set(all));
  const why = new Map(open.flatMap((group) => group.ids.map((id) => [id, group.why])));
  const left = (ids) => ids.filter((id) => !proven.has(id));
  return [
    '# Map of the specification',
    '',
    'Which rows a test names in its title, and why the others are open. Made from the titles by `npm run sync`; a test keeps it true.',
    '',
    ...table([
      ['Area', 'Rows', 'Proven', 'Open'],
      ...Object.entries(rows).map(([area, ids]) => [
        TITLES[area],
        ids.length,
        ids.length - left(ids).length,
        left(ids).length,
      ]),
      ['**Together**', all.length, proven.size, all.length - proven.size],
    ]),
    '',
    ...Object.entries(rows).flatMap(([area, ids]) => [
      `## ${TITLES[area]}`,
      '',
      `Proven: ${ids.filter((id) => proven.has(id)).join(', ') || 'none'}.`,
      '',
      ...openLines(left(ids), why),
    ]),
  ].join('\n');
}

/** Columns as wide as their widest cell, as the formatter has them. */
function table([head, ...body]) {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => String(row[column]).length)));
  const line = (row) => `| ${row.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** A line per reason with its rows, in the order of the rows. */
function openLines(ids, why) {
  const groups = new Map();
  for (const id of ids) {
    const reason = why.get(id) ?? 'no reason given.';
    groups.set(reason, [...(groups.get(reason) ?? []), id]);
  }
  if (groups.size === 0) return [];
  return [...[...groups].map(([reason, members]) => `- ${members.join(', ')}: ${reason}`), ''];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(MAP, specMap(readRows(), testFiles()));
