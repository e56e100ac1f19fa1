import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { containerOf, inspectFile } from './container.ts';
import { columnsDiffer, looksLikeHeader } from './header-line.ts';
import { sampleOfBytes } from './read-sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-sniff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CSV = 'time,publisher\n2026-03-01 10:00:00,alpha\n';
const LOG = '198.51.100.7 - - [01/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12 "-" "Mozilla/5.0"\n';
const zip = (name: string) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(name)]);
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(CSV, 'utf16le')]);

describe('what a file is, is told by its bytes, whatever its name says', () => {
  test.each([
    ['a CSV called .gz', 'clicks.csv.gz', Buffer.from(CSV), 'plain'],
    ['a gzip called .csv', 'clicks.csv', gzipSync(CSV), 'gzip'],
    ['a zip called .csv', 'clicks.csv', zip('clicks.csv'), 'zip'],
    ['a workbook called .zip', 'clicks.zip', zip('[Content_Types].xml'), 'xlsx'],
    ['a zip called .xlsx', 'clicks.xlsx', zip('clicks.csv'), 'zip'],
    ['a Parquet called .csv', 'clicks.csv', Buffer.from('PAR1\x15\x04'), 'parquet'],
    ['a CSV called .parquet', 'clicks.parquet', Buffer.from(CSV), 'plain'],
    ['text in UTF-16', 'clicks.csv', utf16, 'plain'],
    ['text in Latin-1', 'clicks.csv', Buffer.from('zeit;stra\xdfe\n', 'latin1'), 'plain'],
    ['a stray control byte', 'clicks.csv', Buffer.from(`${CSV.repeat(5)}\x00`), 'plain'],
    ['an old workbook', 'clicks.csv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'unknown'],
    ['a PDF', 'clicks.csv', Buffer.from('%PDF-1.7'), 'unknown'],
    ['a picture', 'clicks.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3, 4, 5, 6]), 'unknown'],
    ['a program', 'clicks.csv', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0]), 'unknown'],
  ])('%s', async (_what, name, bytes, container) => {
    expect(containerOf(bytes)).toBe(container);
    const path = join(folder, name);
    writeFileSync(path, bytes);
    if (container === 'unknown') await expect(inspectFile(path, name)).rejects.toThrow(/neither CSV/);
    else expect(await inspectFile(path, name)).toMatchObject({ container });
  });

  test.each([
    ['commas', 'clicks.log', CSV, { shape: 'csv', delimiter: ',', header: true }],
    ['semicolons', 'clicks.csv', CSV.replaceAll(',', ';'), { shape: 'csv', delimiter: ';', header: true }],
    ['tabs', 'clicks.csv', CSV.replaceAll(',', '\t'), { shape: 'csv', delimiter: '\t' }],
    ['a spreadsheet that names its mark', 'clicks.csv', `sep=;\na;b\n1;2\n`, { shape: 'csv', delimiter: ';' }],
    ['no header', 'clicks.csv', CSV.split('\n').slice(1).join('\n'), { shape: 'csv', header: false }],
    ['a log called .csv', 'access.csv', LOG.repeat(3), { shape: 'web_log' }],
    ['JSON lines called .csv', 'clicks.csv', '{"time":"2026-03-01T10:00:00Z"}\n{"time":"x"}\n', { shape: 'ndjson' }],
    ['a byte order mark', 'clicks.csv', `\uFEFF${CSV}`, { shape: 'csv', encoding: 'utf-8', header: true }],
  ])('text with %s', async (_what, name, text, reading) => {
    expect((await sampleOfBytes(Buffer.from(text), name)).reading).toMatchObject(reading);
  });
});

test.each([
  ['time,publisher,ip', 'time,publisher,ip,cost', true],
  ['time;publisher;ip', 'publisher;time;ip', true],
  ['time,publisher,ip', 'time,publisher,ip', false],
  ['time,publisher', '2026-03-01 10:00:00,alpha', false],
  ['2026-03-01 10:00:00,alpha', '2026-03-01 11:00:00,alpha', false],
  ['{"a":1}', '{"b":1}', false],
  [LOG, LOG.replace('GET', 'PUT'), false],
])('the columns of %s and %s differ: %s', (one, other, differ) => {
  expect(columnsDiffer(one, other)).toBe(differ);
});

test.each([
  [['time', 'cost in €'], true],
  [['time', ''], true],
  [['time', '   '], true],
  [['time', ' 1.5 '], false],
  [['time', '\t-3'], false],
  [['2026-03-01 10:00', 'alpha'], false],
  [['a', 'a', 'a'], false],
])('%j is a header: %s', (fields, header) => {
  expect(looksLikeHeader(fields)).toBe(header);
});

test('a field of a megabyte of blanks is told from a number within a second', () => {
  const started = process.cpuUsage().user;
  expect(looksLikeHeader([`${' '.repeat(1_000_000)}x`, 'b'])).toBe(true);
  expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
});
