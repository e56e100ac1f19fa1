import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CsvScanner } from './csv-scanner.ts';
import { csvLine, splitCsv } from './csv-text.ts';
import { RejectsFile } from './rejects-file.ts';
import { scanBytes } from './scan-bytes.ts';
import { StageSink } from './stage-sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-sink-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The stage files of a text, read back: record number, line number, fields. */
async function staged(text: string, columns: string[], size: number) {
  const rejects = await RejectsFile.create(join(folder, 'rejects.csv'));
  const sink = new StageSink({ rejects, delimiter: ',', columnNames: columns });
  const scanner = new CsvScanner({ delimiter: ',', columns: columns.length, line: 1, sink });
  await scanBytes(pieces(Buffer.from(text), size), scanner, async () => {});
  await rejects.close();
  const { plain, csv } = sink.take(true);
  const lines = Buffer.concat(plain).toString().split('\n').slice(0, -1);
  const rest = Buffer.concat(csv).toString();
  const quoted: string[][] = [];
  for (let at = 0; at < rest.length; ) {
    // A record ends at a line break outside quotes.
    let end = at;
    for (let open = false; open || rest[end] !== '\n'; end++) if (rest[end] === '"') open = !open;
    quoted.push(splitCsv(rest.slice(at, end), ','));
    at = end + 1;
  }
  const records = [...lines.map((line) => line.split('\x1f')), ...quoted];
  return {
    records: records.sort((a, b) => Number(a[0]) - Number(b[0])),
    filled: [...sink.filled],
    counts: sink.counts,
  };
}

const field = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', ',', '\n', 'é', '\x1f', '日'), maxLength: 6 });

test('stage files hold every field of every record, quoted or not, with its number and line, and tell which columns are empty', async () => {
  const table = fc
    .integer({ min: 2, max: 6 })
    .chain((width) =>
      fc.tuple(
        fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 60 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(table, async ([rows, lineEnd, size]) => {
      const width = rows[0]?.length ?? 0;
      const text = rows.map((row) => csvLine(row, ',')).join(lineEnd);
      const { records, filled, counts } = await staged(text, rows[0]?.map((_, n) => `c${n}`) ?? [], size);
      expect(records.map((record) => record.slice(2))).toEqual(rows);
      expect(records.map(([number]) => Number(number))).toEqual(rows.map((_, n) => n + 1));
      expect(counts).toEqual({ records: rows.length, rejected: 0 });
      for (let column = 0; column < width; column++)
        if (rows.some((row) => row[column] !== '')) expect(filled[column + 1]).toBe(1);
    }),
    { numRuns: 150 },
  );
});

test('a column without a value in any record counts as empty, quotes around nothing included', async () => {
  const { filled, records } = await staged('a,"",,"x ""y"""\nb,"",,z\n', ['k', 'l', 'm', 'n'], 1 << 20);
  expect(filled.slice(1)).toEqual([1, 0, 0, 1]);
  expect(records).toEqual([
    ['1', '1', 'a', '', '', 'x "y"'],
    ['2', '2', 'b', '', '', 'z'],
  ]);
});
