import type { RawEvent } from './labelled-event.ts';
import { writeLines } from './line-file.ts';
import { generateEvents } from './scenario.ts';

export interface WebLogOptions {
  seed: number;
  /** Last day, YYYY-MM-DD in UTC, included. */
  endDay: string;
  /** Default 7. */
  days?: number;
  rows: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `10/Oct/2000:13:55:36 +0000`, always UTC. */
function logTime(ts: string): string {
  const month = MONTHS[Number(ts.slice(5, 7)) - 1];
  return `${ts.slice(8, 10)}/${month}/${ts.slice(0, 4)}:${ts.slice(11, 19)} +0000`;
}

/** A visit as Apache and nginx write it in their combined format. */
export function combinedLine(visit: RawEvent): string {
  const status = visit.http_status ?? 200;
  // Sizes follow from the page, so that the same page has the same size twice.
  const size = status === 404 ? 512 : 9000 + (((visit.page_id ?? '').length * 1487) % 30000);
  const request = `${visit.http_method ?? 'GET'} ${visit.page_id ?? '/'} HTTP/1.1`;
  return `${visit.ip ?? '-'} - - [${logTime(visit.ts)}] "${request}" ${status} ${size} "${visit.referrer ?? '-'}" "${visit.user_agent ?? '-'}"`;
}

/** Exactly `rows` lines of the shop's visits, robots included, in order of time. */
export function* webLogLines(options: WebLogOptions): Generator<string> {
  // About a third of the shop's events are visits; the rest of the room lets the days fill up.
  const days = options.days ?? 7;
  let left = options.rows;
  for (const { event } of generateEvents({ ...options, days, events: options.rows * 3 + 3000, package: 'web' })) {
    if (event.kind !== 'visit') continue;
    if (left-- <= 0) return;
    yield combinedLine(event);
  }
}

export const writeWebLog = (path: string, options: WebLogOptions): Promise<void> =>
  writeLines(path, webLogLines(options));
