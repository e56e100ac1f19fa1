/**
 * The map of the specification, docs/spec-map.md: which rows a passed test names in its title, and why the others are
 * open. Rows and reasons stand in docs/spec-rows.json, what passed in the reports that `npm test` leaves in .tmp.
 * `npm run spec-map` writes the map from the last run of `npm test`; `npm run sync` only its layout and reasons.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ROWS = join(ROOT, 'docs/spec-rows.json');
const MAP = join(ROOT, 'docs/spec-map.md');
export const REPORTS = ['unit', 'served', 'e2e'].map((project) => `.tmp/${project}.json`);

const ID = /\b[A-Z][A-Z0-9]*(?:-[A-Z]+)?-\d+\b/g;
const NAMED = /^Named: (.*)\.$/gm;

export const readRows = () => JSON.parse(readFileSync(ROWS, 'utf8'));
export const readMap = () => readFileSync(MAP, 'utf8');

/**
 * Ids in the full names of tests that passed. Skipped and failed tests name nothing, and so does text that is no test.
 */
export const namedBy = (reports) =>
  new Set(
    reports
      .flatMap(({ testResults }) => testResults)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed')
      .flatMap(({ fullName }) => fullName.match(ID) ?? []),
  );

/** Ids that a map calls named. */
export const namedIn = (map) => new Set([...map.matchAll(NAMED)].flatMap(([, list]) => list.match(ID) ?? []));

export function specMap({ areas, open }, named) {
  const why = new Map(open.flatMap((group) => group.ids.map((id) => [id, group.why])));
  const parts = areas.map(({ title, ids, why: usual }) => ({
    title,
    ids,
    named: ids.filter((id) => named.has(id)),
    open: ids.filter((id) => !named.has(id)).map((id) => ({ id, why: why.get(id) ?? usual ?? 'no reason given' })),
  }));
  const sum = (count) => parts.reduce((total, part) => total + count(part), 0);
  const numbers = ({ title, ids, named, open }) => [title, ids.length, named.length, open.length];
  return [
    '# Map of the specification',
    '',
    'Which rows the title of a passed test names, and why the others are open. A named row is claimed by a test; whether the test fails when the row is faked is for whoever writes and reviews it. Written by `npm run spec-map` from the last `npm test`, which fails when the two differ.',
    '',
    ...table([
      ['Area', 'Rows', 'Named', 'Open'],
      ...parts.map(numbers),
      ['**Together**', sum(({ ids }) => ids.length), sum((part) => part.named.length), sum((part) => part.open.length)],
    ]),
    '',
    ...parts.flatMap(({ title, named, open }) => [
      `## ${title}`,
      '',
      `Named: ${named.join(', ') || 'none'}.`,
      '',
      ...openLines(open),
    ]),
  ].join('\n');
}

/** What tells the committed map from the last run of all tests, in words; nothing when they agree. */
export function mapDifference(reports) {
  const named = namedBy(reports);
  const committed = namedIn(readMap());
  const ids = readRows().areas.flatMap((area) => area.ids);
  const gone = ids.filter((id) => committed.has(id) && !named.has(id));
  const come = ids.filter((id) => !committed.has(id) && named.has(id));
  return [
    ...(gone.length > 0 ? [`no passed test names ${gone.join(', ')} any more`] : []),
    ...(come.length > 0 ? [`passed tests name ${come.join(', ')} as well`] : []),
  ].join('; ');
}

export const lastReports = () => {
  const missing = REPORTS.filter((path) => !existsSync(join(ROOT, path)));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} is not there: run npm test first`);
  return REPORTS.map((path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
};

/** Columns as wide as their widest cell, as the formatter has them. */
function table([head, ...body]) {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => String(row[column]).length)));
  const line = (row) => `| ${row.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** A line per reason with its rows, in the order of the rows. */
function openLines(rows) {
  const groups = new Map();
  for (const { id, why } of rows) groups.set(why, [...(groups.get(why) ?? []), id]);
  if (groups.size === 0) return [];
  return [...[...groups].map(([why, ids]) => `- _${why}_ ${ids.join(', ')}`), ''];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.includes('--tested') ? namedBy(lastReports()) : namedIn(readMap());
  writeFileSync(MAP, specMap(readRows(), named));
}
