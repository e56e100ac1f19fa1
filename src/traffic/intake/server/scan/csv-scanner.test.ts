// @vitest-environment-options { "alone": "memory of the process while a file is scanned" }
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { CsvScanner } from './csv-scanner.ts';
import { csvLine, splitCsv } from './csv-text.ts';
import { MAX_RECORD_BYTES, type RecordFault, type RecordScanner, type RecordSink } from './faults.ts';
import { LineScanner } from './line-scanner.ts';
import { scanBytes } from './scan-bytes.ts';

interface Found {
  records: string[][];
  lines: number[];
  rejects: { fault: RecordFault; line: number; column: number; text: string }[];
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function scan(
  text: string | Buffer,
  options: { columns: number; delimiter?: string; size?: number },
): Promise<Found> {
  const delimiter = options.delimiter ?? ',';
  const found: Found = { records: [], lines: [], rejects: [] };
  const scanner = new CsvScanner({
    delimiter,
    columns: options.columns,
    line: 1,
    sink: {
      accept: (bytes, start, end, line) => {
        found.records.push(splitCsv(bytes.toString('utf8', start, end), delimiter));
        found.lines.push(line);
      },
      acceptFields: (fields, line) => {
        found.records.push([...fields]);
        found.lines.push(line);
      },
      reject: (fault, line, column, bytes, start, end) => {
        found.rejects.push({ fault, line, column, text: bytes.toString('utf8', start, Math.min(end, start + 40)) });
      },
    },
  });
  await scanBytes(pieces(Buffer.from(text), options.size ?? 1 << 20), scanner, async () => {});
  return found;
}

const field = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', '"', ',', ';', '\n', '\r\n', 'é', '日', "'", '\\'),
  maxLength: 8,
});
const delimiters = fc.constantFrom(',', ';', '\t');

describe('the CSV scanner', () => {
  test('reads well-formed text as papaparse does, however it is cut into pieces', async () => {
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.tuple(
          fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
          delimiters,
          fc.constantFrom('\n', '\r\n'),
          fc.integer({ min: 1, max: 40 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, async ([rows, delimiter, lineEnd, size]) => {
        const text = rows.map((row) => csvLine(row, delimiter)).join(lineEnd);
        const found = await scan(text, { columns: rows[0]?.length ?? 1, delimiter, size });
        const expected = Papa.parse<string[]>(text, { delimiter, newline: lineEnd }).data;
        expect(found.rejects).toEqual([]);
        expect(found.records).toEqual(expected);
        expect(found.records).toEqual(rows);
      }),
      { numRuns: 400 },
    );
  });

  test('finds the same in any text, however it is cut into pieces', async () => {
    const noise = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(noise, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const whole = await scan(text, { columns: 3 });
        expect(await scan(text, { columns: 3, size })).toEqual(whole);
        const blank = text.split(/\n/).every((line) => line.replace(/\r$/, '') === '');
        if (!blank) expect(whole.records.length + whole.rejects.length).toBeGreaterThan(0);
      }),
      { numRuns: 600 },
    );
  });

  test('an unclosed quote costs its own record only', async () => {
    const bad = fc.constantFrom('x,"open,y', 'x,"open', '"open,x,y', 'x,y,"');
    const good = fc.array(fc.tuple(fc.integer(), fc.constantFrom('"q,1"', 'plain', '"a""b"')), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(good, good, bad, async (before, after, broken) => {
        const lines = (rows: [number, string][]) => rows.map(([n, text]) => `${n},${text},end`);
        const text = [...lines(before), broken, ...lines(after)].join('\n');
        const found = await scan(text, { columns: 3 });
        expect(found.records).toHaveLength(before.length + after.length);
        expect(found.rejects).toHaveLength(1);
        expect(found.rejects[0]).toMatchObject({ line: before.length + 1 });
      }),
    );
  });

  test('counts lines through quoted line ends and names the column at fault', async () => {
    const found = await scan('a,"1\n2\n3",c\n\nd,e,f\ng,h\ni,"j"x,k\n', { columns: 3 });
    expect(found.lines).toEqual([1, 5]);
    expect(found.rejects).toMatchObject([
      { fault: 'field_count', line: 6, column: 2 },
      { fault: 'text_after_quote', line: 7, column: 2 },
    ]);
  });

  test('rejects a record with bytes that are no UTF-8, and only that one', async () => {
    const text = Buffer.concat([Buffer.from('a,b\nc,'), Buffer.from([0xe9]), Buffer.from('\né,f\n')]);
    const found = await scan(text, { columns: 2 });
    expect(found.records).toEqual([
      ['a', 'b'],
      ['é', 'f'],
    ]);
    expect(found.rejects).toMatchObject([{ fault: 'encoding', line: 2 }]);
  });

  const MEGABYTES = 300;
  async function* endless(): AsyncGenerator<Buffer> {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let n = 0; n < MEGABYTES; n++) yield chunk;
  }

  test.each<[string, (sink: RecordSink) => RecordScanner, string]>([
    ['a line', (sink: RecordSink) => new CsvScanner({ delimiter: ',', columns: 2, line: 1, sink }), ''],
    ['a log line', (sink: RecordSink) => new LineScanner({ parse: (line) => line.split(','), line: 1, sink }), ''],
    ['a quoted field', (sink: RecordSink) => new CsvScanner({ delimiter: ',', columns: 2, line: 1, sink }), '"'],
  ])('passes over %s of 300 MB in constant memory and goes on behind it', async (_what, scannerOf, opening) => {
    async function* source(): AsyncGenerator<Buffer> {
      yield Buffer.from('a,b\n');
      yield Buffer.from(opening);
      yield* endless();
      yield Buffer.from('\nc,d\n');
    }
    const records: string[] = [];
    const rejects: RecordFault[] = [];
    const scanner = scannerOf({
      accept: (bytes, start, end, line) => void records.push(`${line}:${bytes.toString('utf8', start, end)}`),
      acceptFields: (fields, line) => void records.push(`${line}:${fields.join(',')}`),
      reject: (fault) => void rejects.push(fault),
    });
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    await scanBytes(source(), scanner, async () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });
    expect(records).toEqual(['1:a,b', '3:c,d']);
    expect(rejects).toEqual(['too_long']);
    expect(most).toBeLessThan(16 * MAX_RECORD_BYTES);
  });
});
