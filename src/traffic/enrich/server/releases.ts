import { addDays } from '#platform/contract/date-range.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { BROWSER_RELEASES, BROWSER_RELEASES_DATE } from '#traffic/lists/server/data/browser-releases.ts';
import { SYSTEM_RELEASES, SYSTEM_RELEASES_DATE } from '#traffic/lists/server/data/system-releases.ts';
import { remember } from './bounded-cache.ts';

export interface BrowserRelease {
  browser: string;
  /** Major version, as in the fact `browser_version`. */
  version: string;
  released: string;
}

export interface SystemRelease {
  os: string;
  version: string;
  released: string;
  /** null while supported, or where no end was announced. */
  supportEnds: string | null;
}

export interface Releases {
  browsers: readonly BrowserRelease[];
  systems: readonly SystemRelease[];
}

/**
 * Browser names (as the facts write them) → release table. Chromium skins, in-app browsers and iOS shells of other
 * browsers number their versions themselves, so they have no table and no age.
 */
const TABLE_OF = {
  Chrome: 'chrome',
  'Chrome WebView': 'chrome',
  'Chrome Headless': 'chrome',
  Edge: 'edge',
  Firefox: 'firefox',
  IE: 'ie',
  Opera: 'opera',
  'Opera Mobile': 'opera_android',
  Safari: 'safari',
  'Mobile Safari': 'safari_ios',
  'Samsung Internet': 'samsunginternet_android',
} as const satisfies Record<string, keyof typeof BROWSER_RELEASES>;

const rowsOf = (table: string): string[][] => table.split(',').map((row) => row.trim().split(' '));

function readReleases(): Releases {
  const browsers = Object.entries(TABLE_OF).flatMap(([browser, table]) =>
    rowsOf(BROWSER_RELEASES[table]).map(([version = '', released = '']) => ({ browser, version, released })),
  );
  const systems = Object.entries(SYSTEM_RELEASES).flatMap(([os, table]) =>
    rowsOf(table).map(([version = '', released = '', end = '-']) => ({
      os,
      version,
      released,
      supportEnds: end === '-' ? null : end,
    })),
  );
  return { browsers, systems };
}

export const RELEASES = readReleases();

const browserDays = new Map(RELEASES.browsers.map((r) => [`${r.browser} ${r.version}`, r.released]));
const systemRows = new Map(RELEASES.systems.map((r) => [`${r.os} ${r.version}`, r]));

/**
 * The table row a version belongs to: the longest one that equals it or is followed by a dot in it, so `14.4.1` is
 * `14`, `10.15.7` is `10.15`, `9.0` is `9`. null when no row fits.
 */
export function systemRelease(os: string, version: string): SystemRelease | null {
  for (let text = version.trim(); text !== ''; text = text.slice(0, Math.max(0, text.lastIndexOf('.')))) {
    const row = systemRows.get(`${os} ${text}`) ?? systemRows.get(`${os} ${text}.0`);
    if (row) return row;
  }
  return null;
}

export const browserRelease = (browser: string, version: string): string | null =>
  browserDays.get(`${browser} ${version.split('.')[0] ?? ''}`) ?? null;

const day = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Whole months from `from` to `to` (calendar days, UTC), rounded down: the difference of the months, less one when the
 * day of the month has not come yet. 31 January to 28 February is 0, 31 January to 31 March is 2, one day early is -1.
 * `wholeMonthsSql` says the same in SQL.
 */
export function wholeMonths(from: string, to: string): number {
  const difference = monthNumber(to) - monthNumber(from);
  return to.slice(8) < from.slice(8) ? difference - 1 : difference;
}

const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** `wholeMonths` over two Date expressions. NULL when one of them is. */
export const wholeMonthsSql = (from: Sql, to: Sql): Sql =>
  sql`toInt32(dateDiff('month', ${from}, ${to}) - (toDayOfMonth(${to}) < toDayOfMonth(${from})))`;

/**
 * Months since the browser's major version was released; null when the version has no known day. Negative before it.
 */
export function browserAgeMonths(browser: string, version: string, at: Date): number | null {
  const released = browserRelease(browser, version);
  return released === null ? null : wholeMonths(released, day(at));
}

/** Months since support of the version ended, negative while supported; null when it has not ended or is unknown. */
export function osUnsupportedMonths(os: string, version: string, at: Date): number | null {
  const end = systemRelease(os, version)?.supportEnds;
  return end ? wholeMonths(end, day(at)) : null;
}

/**
 * How long before its day a version may be seen: test versions are public. Chrome's canary runs a few releases ahead;
 * Android and Apple preview systems for up to eight months.
 */
const TEST_VERSION_DAYS = { browser: 120, os: 270 } as const;
/**
 * A version this far beyond the newest known cannot be a test version yet, for this many days after the table was made.
 */
const FAR_AHEAD = { browser: 24, os: 2 } as const;
const FAR_AHEAD_DAYS = 180;
/** Makers of systems count one up a year; further versions are as many years away. Browsers keep no such pace. */
const DAYS_PER_SYSTEM = 365;
/** Nobody writes a version this many numbers ahead by looking forward. */
const MOST_AHEAD = 100;
/**
 * Numbers above the newest system that cannot be a coming version while anybody uses these tables: ten years of them.
 * Android 29 is an API level (of Android 10), Windows 47 nothing at all.
 */
const NEVER_AHEAD = 10;
/** Windows counted years once, and builds and half-years (19045, 2004) stand where versions should. */
const FIRST_WINDOWS_OF_YEARS = 95;

/** The two claims about time that cannot be true, as `device_conflict` writes them. */
export const RELEASED_AFTER = {
  os: 'OS version released after the event',
  browser: 'browser version released after the event',
} as const;

/**
 * The first day on which the version can be seen, YYYY-MM-DD: an event before it claims what did not exist, test
 * versions included. null when nothing can be said, as for a version newer than the tables once the tables are old.
 */
export function impossibleBefore(kind: 'browser' | 'os', name: string, version: string): string | null {
  const released = kind === 'browser' ? browserRelease(name, version) : systemRelease(name, version)?.released;
  if (released) return addDays(released, -TEST_VERSION_DAYS[kind]);
  const ahead = numbersAhead(kind, name, version);
  const made = kind === 'browser' ? BROWSER_RELEASES_DATE : SYSTEM_RELEASES_DATE;
  if (!(ahead > 0)) return null;
  const further = Math.min(ahead, MOST_AHEAD) - FAR_AHEAD[kind];
  if (further < 0) return addDays(made, -TEST_VERSION_DAYS[kind]);
  return addDays(made, FAR_AHEAD_DAYS + (kind === 'os' ? further * DAYS_PER_SYSTEM : 0));
}

/** How far above the newest known version a number lies; below 0 for older ones, NaN where nothing can be said. */
function numbersAhead(kind: 'browser' | 'os', name: string, version: string): number {
  const number = Number.parseInt(version, 10);
  if (kind === 'os' && name === 'Windows' && number >= FIRST_WINDOWS_OF_YEARS) return Number.NaN;
  return number - (newestKnown.get(`${kind} ${name}`) ?? Number.NaN);
}

/** Is the number of a system so high that no version to come has it? */
export const isBeyondAllVersions = (os: string, version: string): boolean =>
  numbersAhead('os', os, version) >= NEVER_AHEAD;

export function releasedAfter(kind: 'browser' | 'os', name: string, version: string, at: Date): boolean {
  const first = firstDays[kind](`${name}\n${version}`);
  return first !== null && day(at) < first;
}

/** Versions repeat, and days are added to more slowly than looked up. */
const VERSIONS = 10_000;
const firstDayOf = (kind: 'browser' | 'os') =>
  remember(VERSIONS, (key) => {
    const end = key.indexOf('\n');
    return impossibleBefore(kind, key.slice(0, end), key.slice(end + 1));
  });
const firstDays = { browser: firstDayOf('browser'), os: firstDayOf('os') } as const;

/** `os Android` → 17. */
const newestKnown = new Map<string, number>();
for (const row of [...RELEASES.browsers, ...RELEASES.systems]) {
  const key = 'browser' in row ? `browser ${row.browser}` : `os ${row.os}`;
  const number = Number.parseFloat(row.version);
  const isYear = key === 'os Windows' && number >= FIRST_WINDOWS_OF_YEARS;
  if (!isYear && number > (newestKnown.get(key) ?? 0)) newestKnown.set(key, number);
}
