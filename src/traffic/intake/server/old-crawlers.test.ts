import { beforeEach, expect, test } from 'vitest';
import { useImports } from '../../../../test/support/use-imports.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const visit = (ip: string, year: number): string =>
  `${ip} - - [17/May/${year}:10:05:03 +0000] "GET /p HTTP/1.1" 200 5120 "-" "${GOOGLEBOT}"\n`;

test('a crawler in a log of years before its list is neither proven nor accused, but filtered as the bot it says it is', async () => {
  // One of the crawler's own ranges, one of nobody's, one of its operator's network.
  const addresses = ['66.249.66.1', '1.1.1.1', '8.8.8.8'];
  await imports.run('access.log', [2015, 2026].flatMap((year) => addresses.map((ip) => visit(ip, year))).join(''));
  const rows = await imports.rows<{ year: number; ip: string; crawler_check: string; verdict: string; reason: string }>(
    `toYear(ts) AS year, replaceOne(toString(ip), '::ffff:', '') AS ip, crawler_check, verdict, reason`,
  );
  const of = (year: number) =>
    Object.fromEntries(
      rows.filter((row) => row.year === year).map((row) => [row.ip, `${row.crawler_check} ${row.verdict}`]),
    );
  expect(of(2015)).toEqual({
    '66.249.66.1': 'before_list filtered',
    '1.1.1.1': 'before_list filtered',
    '8.8.8.8': 'unlisted filtered',
  });
  expect(of(2026)).toEqual({
    '66.249.66.1': 'verified filtered',
    '1.1.1.1': 'spoofed fraud',
    '8.8.8.8': 'unlisted filtered',
  });
});
