import { Readable } from 'node:stream';
import readXlsx, { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import type { Cell } from './csv.ts';
import type { FileAbout } from './file-about.ts';
import type { FileColumn } from './file-columns.ts';
import { xlsxFile } from './xlsx.ts';

const about: FileAbout = {
  what: 'events',
  package: { name: 'shop.example', title: 'Shop' },
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'Europe/Berlin',
  timesIn: 'UTC',
  filters: [['publisher', ['North/Wind', 'B', 'C', 'D']]],
  made: new Date('2026-11-30T14:05:09Z'),
};

const PLAIN: readonly FileColumn[] = ['name', 'n'].map((label) => ({ label, kind: 'plain' }));
const bytesOf = async (rows: Iterable<readonly Cell[]>, columns = PLAIN): Promise<{ name: string; bytes: Buffer }> => {
  const { fileName, stream } = await xlsxFile(about, columns, rows);
  if (!Buffer.isBuffer(stream)) throw new Error('no bytes');
  return { name: fileName, bytes: stream };
};

it('holds texts that every object knows by name, as an odd publisher may call itself', async () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  expect(names).toContain('__proto__');
  const { bytes } = await bytesOf([...names, ...names, 'Northwind'].map((name, n) => [name, n]));
  const rows = await readSheet(Readable.from(bytes), 2);
  expect(rows.slice(1).map(([name]) => name)).toEqual([...names, ...names, 'Northwind']);
});

it('a workbook says in its name and first sheet of what it is, and holds texts as texts and numbers as numbers', async () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|"/c calc"!A1', '\u0001<&>', 'Ümlaut 漢字'];
  const { name, bytes } = await bytesOf(formulas.map((text, n) => [text, n + 0.5]));
  expect(name).toBe(
    'events_shop.example_2026-11-01_2026-11-30_Europe-Berlin_publisher=North-Wind+B+2 more_2026-11-30T1405Z.xlsx',
  );
  const [first, second] = await readXlsx(Readable.from(bytes));
  expect(first?.sheet).toBe('About');
  expect(first?.data).toEqual([
    ['events', null, null],
    ['Package', 'Shop', 'shop.example'],
    ['Days', new Date('2026-11-01'), new Date('2026-11-30')],
    ['Time zone of the days', 'Europe/Berlin', null],
    ['Times in', 'UTC', null],
    ['Filter', 'publisher', 'North/Wind; B; C; D'],
    ['Rows', formulas.length, null],
    ['Made (UTC)', new Date('2026-11-30T14:05:09Z'), null],
    ['Made by', 'Adsieve', null],
  ]);
  expect(second?.data).toEqual([['name', 'n'], ...formulas.map((text, n) => [text.replace('\u0001', ''), n + 0.5])]);
  // No cell of the file is calculated: a formula would be an element of its own.
  expect(bytes.includes('<f>')).toBe(false);
});

it('money, shares, counts and days are numbers and dates for another program, with the form of their column', async () => {
  const columns: FileColumn[] = [
    { label: 'Date', kind: 'day' },
    { label: 'Month', kind: 'month' },
    { label: 'Time', kind: 'moment' },
    { label: 'Total', kind: 'count' },
    { label: 'Fraud %', kind: 'percent' },
    { label: 'Money at risk, EUR', kind: 'money' },
  ];
  const row = ['2026-11-30', '2026-11', '2026-11-30T14:05:09.250Z', 12_345, 12.5, '4120.123456'];
  const { bytes } = await bytesOf([row, ['not reported', null, '', 0, null, 'unknown']], columns);
  const [, known, unknown] = await readSheet(Readable.from(bytes), 'Data');
  const moment = known?.[2];
  expect(moment instanceof Date && Math.abs(moment.getTime() - Date.parse('2026-11-30T14:05:09.250Z'))).toBeLessThan(2);
  expect(known?.toSpliced(2, 1)).toEqual([new Date('2026-11-30'), new Date('2026-11-01'), 12_345, 12.5, 4120.123456]);
  // What is no day and no amount stays what it is.
  expect(unknown).toEqual(['not reported', null, null, 0, null, 'unknown']);
});

it('it ends at its limit, reads no further, and says that there is more', async () => {
  let taken = 0;
  function* rows(): Iterable<Cell[]> {
    for (;;) yield [`row ${taken++}`, taken];
  }
  const { bytes } = await bytesOf(rows());
  expect(taken).toBe(MOST_SHEET_ROWS + 1);
  expect(await readSheet(Readable.from(bytes), 'Data')).toHaveLength(MOST_SHEET_ROWS + 1);
  const told = (await readSheet(Readable.from(bytes), 'About')).map(([what]) => what);
  expect(told).toContain('Not all');
});
