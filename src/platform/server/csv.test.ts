import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvCell, csvFileName, csvStream } from './csv.ts';

const STARTS_A_FORMULA = /^[\s\0]*[=+\-@＝＋－＠\0]/;

describe('a CSV file', () => {
  it('keeps every text, apart from the apostrophes that disarm formulas [DL-GAP-03]', async () => {
    const cell = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (rows) => {
        const file = await text(csvStream(['a', 'b'], rows));
        const parsed = Papa.parse<string[]>(file, { newline: '\r\n' }).data.slice(1, -1);
        const plain = (value: string) => value.replaceAll("'", '');
        expect(parsed.map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
      }),
    );
  });

  it('starts no line of a cell with a formula', () => {
    const risky = fc.array(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '\u00a0', '"', ',', 'a', '1', '\0'),
    );
    fc.assert(
      fc.property(risky, (parts) => {
        const value = parts.join('');
        if (/^[+-]?\d+$/.test(value)) return;
        const cell = csvCell(value).replace(/^"/, '');
        for (const line of cell.split(/\r\n|\r|\n/)) expect(line).not.toMatch(STARTS_A_FORMULA);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['  @SUM(A1)', "'  @SUM(A1)"],
    ['a\n=1', '"a\n\'=1"'],
    ['\tx', "'\tx"],
    ['-5', '-5'],
    ['+49', '+49'],
    ['a,"b"', '"a,""b"""'],
  ])('writes %j as %j', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });

  it('writes numbers as numbers, nothing as nothing, and begins with a byte order mark [DL-GAP-03]', async () => {
    const bytes = await buffer(csvStream(['n', 'x'], [[-1.5, null]]));
    expect(bytes.toString('latin1')).toBe('\xef\xbb\xbfn,x\r\n-1.5,\r\n');
  });

  it('says nothing, not even its head, when the first rows fail', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield* [];
      throw new Error('no rows today');
    }
    const stream = csvStream(['n'], rows());
    const seen: unknown[] = [];
    stream.on('data', (part) => seen.push(part));
    await expect(text(stream)).rejects.toThrow('no rows today');
    expect(seen).toEqual([]);
  });

  it('has a name without what file systems refuse [DL-GAP-02]', () => {
    expect(csvFileName('com.app', '2024-03-01', 'To', '2024-03-07', 'INSTALL')).toBe(
      'com.app_2024-03-01_To_2024-03-07_INSTALL.csv',
    );
    expect(csvFileName('../a:b', 'c/d')).toBe('..-a-b_c-d.csv');
  });
});
