import { expect, test } from 'vitest';
import { parseWebLogLine, WEB_LOG_COLUMNS } from './web-log.ts';

/** One column of a combined line with this agent. */
function column(name: (typeof WEB_LOG_COLUMNS)[number], agent: string, request = 'GET / HTTP/1.1'): string {
  const fields = parseWebLogLine(
    `198.51.100.7 - - [01/Mar/2026:10:00:00 +0000] "${request}" 200 12 "https://example.com/" "${agent}"`,
  );
  return typeof fields === 'string' ? fields : (fields[WEB_LOG_COLUMNS.indexOf(name)] ?? '');
}

test.each([
  [String.raw`M\xc3\xbcnchen \xe6\x97\xa5\xe6\x9c\xac`, 'München 日本'],
  [String.raw`caf\xe9`, 'café'],
  [String.raw`a \"quoted\" \\ path`, String.raw`a "quoted" \ path`],
  [String.raw`\xf0\x9f\x98\x80`, '😀'],
  [String.raw`no escape \n here`, String.raw`no escape \n here`],
])('the agent %s is read as %s', (written, read) => {
  expect(column('user_agent', written)).toBe(read);
});

test('a path with escaped bytes is text', () => {
  expect(column('url_path', 'x', String.raw`GET /caf\xc3\xa9 HTTP/1.1`)).toBe('/café');
});

test.each([
  ['opened brackets', 'a a a', ' ['],
  ['times', 'a a a', ' [x] "'],
  ['backslashes in quotes', '1.1.1.1 - - [x] "', '\\"'],
  ['hosts', 'a', '.a:1'],
])('a record of a megabyte of %s is told from a log line within a second', (_what, begin, again) => {
  const line = begin + again.repeat(1_000_000 / again.length);
  const started = process.cpuUsage().user;
  expect(parseWebLogLine(line)).toBe('not_a_log_line');
  expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
});
