import type { SheetCell } from './xlsx-book.ts';

/** What a file has to say of itself, so that it can be read years later by somebody who did not make it. */
export interface FileAbout {
  what: string;
  package: { name: string; title: string };
  /** First and last day, both included, in `timeZone`. */
  from: string;
  to: string;
  timeZone: string;
  /** Zone of the times in the rows, where it is another than that of the days. */
  timesIn?: string;
  /** Field and what is asked of it, in words. */
  filters: readonly (readonly [field: string, values: readonly string[]])[];
  made: Date;
}

/** Values of one filter that the name of a file takes; the sheet says all. */
const NAMED = 2;
const LONGEST_NAME = 180;
/** Field of a condition as JSON. */
const CONDITION = 'condition';

/** `2026-11-25T1401Z`: sorts by time, and holds nothing that a file system refuses. */
const stamp = (made: Date): string => `${made.toISOString().slice(0, 16).replace(':', '')}Z`;

/** Zone, filters and time behind the first parts of a name; what file systems refuse becomes "-". */
export function namedBy(parts: readonly string[], { timeZone, filters, made }: FileAbout, ext: string): string {
  const said = filters.map(([field, values]) => {
    // Nobody reads one in a name; that there is one has to be seen.
    if (field === CONDITION) return field;
    const more = values.length > NAMED ? [`${values.length - NAMED} more`] : [];
    return `${field}=${[...values.slice(0, NAMED), ...more].join('+')}`;
  });
  const text = [...parts, timeZone, ...said].join('_').replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  return `${shortened([...text])}_${stamp(made)}.${ext}`;
}

/** What is cut says so. */
const shortened = (letters: readonly string[]): string =>
  letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : letters.join('');

/** Package and days before them. */
export const fileNameOf = (about: FileAbout, ext: string): string =>
  namedBy([about.what, about.package.name, about.from, about.to], about, ext);

/** The same in one line, for the head of a CSV. */
export function aboutLine(about: FileAbout): string {
  const { what, package: pkg, from, to, timeZone, timesIn = timeZone, filters, made } = about;
  const said = filters.map(([field, values]) => `${field} = ${values.join(' or ')}`);
  return [
    what,
    `package ${pkg.title} (${pkg.name})`,
    `days ${from} to ${to} in ${timeZone}`,
    `times in ${timesIn}`,
    said.length === 0 ? 'no filters' : `filters: ${said.join(' and ')}`,
    `made ${made.toISOString()} by Adsieve`,
  ].join('; ');
}

/** The same as rows of a sheet. */
export function aboutRows(about: FileAbout, rows: { held: number; more: boolean }): SheetCell[][] {
  return [
    [about.what],
    ['Package', about.package.title, about.package.name],
    ['Days', new Date(`${about.from}T00:00:00Z`), new Date(`${about.to}T00:00:00Z`)],
    ['Time zone of the days', about.timeZone],
    ['Times in', about.timesIn ?? about.timeZone],
    ...(about.filters.length === 0 ? [['Filters', 'none']] : []),
    ...about.filters.map(([field, values]) => ['Filter', field, values.join('; ')]),
    ['Rows', rows.held],
    ...(rows.more ? [['Not all', `There are more rows than these. The CSV holds all of them.`]] : []),
    ['Made (UTC)', about.made],
    ['Made by', 'Adsieve'],
  ];
}
