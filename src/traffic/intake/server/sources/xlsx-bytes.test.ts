// @vitest-environment-options { "alone": "memory of the process while a workbook is read" }
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, describe, expect, it, test } from 'vitest';
import { deflatedRepeat, workbookOf, workbookParts, zipOf } from '../../../../../test/support/hostile-files.ts';
import { csvLine } from '../scan/csv-text.ts';
import { xlsxBytes } from './xlsx-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function stored(bytes: Buffer): string {
  const path = join(folder, `${++files}.xlsx`);
  writeFileSync(path, bytes);
  return path;
}

/** The first sheet as text, or what was said instead. */
async function read(bytes: Buffer, rows?: number): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of xlsxBytes(stored(bytes), 'book.xlsx', rows)) parts.push(part);
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A workbook of one cell, its text as shared string; a document type before any of the two parts. */
const workbook = (cell: string, { strings = '', sheet = '' } = {}): Buffer =>
  workbookOf({
    rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
    strings: `<si><t>${cell}</t></si>`,
    beforeStrings: strings,
    beforeSheet: sheet,
  });

const BOMB = `<!DOCTYPE b [<!ENTITY a "${'x'.repeat(10)}">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY ${'bcdefghij'[level]} "${`&${'abcdefghi'[level]};`.repeat(10)}">`,
).join('')}]>`;

describe('entities of the XML inside a workbook', () => {
  it('are those of XML itself and no others', async () => {
    expect(await read(workbook('a &amp; &#98;&#x63; &nbsp;'))).toBe('a & bc &nbsp;\n');
  });

  it('read no file and no address, wherever they are declared', async () => {
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'the secret');
    for (const target of [`file://${secret}`, secret, 'http://127.0.0.1:9/x']) {
      const type = `<!DOCTYPE b [<!ENTITY a SYSTEM "${target}"><!ENTITY % p SYSTEM "${target}"> %p;]>`;
      for (const part of [{ strings: type }, { sheet: type }]) {
        const text = await read(workbook('[&a;]', part));
        expect([target, text.includes('the secret')]).toEqual([target, false]);
        expect(text).toMatch(/^(\[(&a;)?\]\n|refused: )/);
      }
    }
  });

  it('do not multiply: ten billion characters out of one kilobyte', async () => {
    const text = await read(workbook('[&j;]', { strings: BOMB }));
    expect(text.length).toBeLessThan(1_000);
  });
});

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/><numFmt numFmtId="165" formatCode="[Red]&quot;day&quot; 0.00"/><numFmt numFmtId="166" formatCode="[$-409]d/m/yy h:mm AM/PM;@"/></numFmts><cellStyleXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/><xf xfId="1"/><xf numFmtId="10"/></cellXfs>`;
const cellsOf = (row: number, cells: readonly string[]): string =>
  `<row r="${row}">${cells.map((cell, n) => cell.replace('<c', `<c r="${String.fromCharCode(65 + n)}${row}"`)).join('')}</row>`;

const BOOKS: Record<string, Buffer> = {
  'texts of every sort': workbookOf({
    rows: [
      cellsOf(1, [
        '<c t="s"><v>0</v></c>',
        '<c t="s"><v>1</v></c>',
        '<c t="inlineStr"><is><t>in &lt;line&gt;</t></is></c>',
      ]),
      cellsOf(2, [
        '<c t="str"><f>A1&amp;B1</f><v> cut_x0041_ </v></c>',
        '<c t="s"><v>2</v></c>',
        '<c t="e"><v>#N/A</v></c>',
      ]),
      cellsOf(3, [
        '<c t="inlineStr"><is><r><t>one </t></r><r><rPr><b/></rPr><t>two</t></r></is></c>',
        '<c t="b"><v>1</v></c>',
        '<c t="b"><v>0</v></c>',
      ]),
    ].join(''),
    strings:
      '<si><t>plain</t></si><si><r><t xml:space="preserve">rich </t></r><r><t>text</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
  }),
  'numbers and dates': workbookOf({
    rows: [
      cellsOf(
        1,
        [0, 1, 2, 3, 4, 5, 6].map((style) => `<c s="${style}"><v>46082.4375578</v></c>`),
      ),
      cellsOf(
        2,
        ['1', '1.50', '1e3', '-0.1', '12345678901234567890', '0', '45000'].map((v) => `<c><v>${v}</v></c>`),
      ),
      cellsOf(3, ['<c t="d"><v>2026-03-01T10:00:00Z</v></c>', '<c s="1"><v>0.5</v></c>', '<c s="1"/>']),
    ].join(''),
    styles: STYLES,
  }),
  'dates from 1904': workbookOf({
    rows: cellsOf(1, ['<c s="4"><v>44620.5</v></c>']),
    styles: STYLES,
    book: '<workbookPr date1904="1"/>',
  }),
  'holes and a note beside the table': workbookOf({
    rows: '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"/><row r="5"><c r="A5"><v>2</v></c></row><row r="6"><c r="E6"><v>3</v></c></row><row r="9"><c r="A9" s="0"/></row>',
    styles: STYLES,
  }),
  'prefixes, comments and instructions': workbookOf({
    rows: '<!-- <row r="7"> --><x:row r="1"><?a b?><x:c r="A1"><x:v>1</x:v></x:c></x:row>',
    beforeSheet: '<?xml version="1.0" encoding="UTF-8"?>\n',
  }),
};

function asText(cell: unknown): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString().replace('T', ' ').slice(0, 23) : String(cell);
}

test.each(Object.keys(BOOKS))('a workbook of %s reads as another reader of workbooks reads it', async (name) => {
  const bytes = BOOKS[name] ?? Buffer.alloc(0);
  const rows = await readSheet(stored(bytes));
  const lines = rows.map((row) => `${csvLine(row.map(asText), ',')}\n`).join('');
  expect(await read(bytes)).toBe(lines);
  const beginning = await read(bytes, 2);
  expect([beginning === '', lines.startsWith(beginning)]).toEqual([false, true]);
});

const SHEET = 'xl/worksheets/sheet1.xml';
const sheetOf = (begin: string, piece: string, times: number, end: string, claims?: number): Buffer => {
  const bytes = begin.length + piece.length * times + end.length;
  const deflated = deflatedRepeat(begin, piece, times, end);
  return workbookOf({}, [{ name: SHEET, data: Buffer.alloc(0), claims: claims ?? bytes, deflated }]);
};
const DATA = '<worksheet><sheetData>';
const END = '</sheetData></worksheet>';

/** Each of a few kilobytes, up to one of a megabyte. */
const HOSTILE: [string, () => Buffer, RegExp][] = [
  [
    'says a row is the thousand-billionth',
    () => workbookOf({ rows: '<row r="1000000000000"><c><v>1</v></c></row>' }),
    /out of place/,
  ],
  [
    'says a cell is the thousand-billionth',
    () => workbookOf({ rows: '<row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row>' }),
    /where none can/,
  ],
  [
    'has its one cell in the last corner and another in the first',
    () =>
      workbookOf({
        rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      }),
    /more than a workbook can sensibly carry/,
  ],
  [
    'has more rows than a sheet',
    () => workbookOf({ rows: `<row r="1048570"/>${'<row/>'.repeat(10)}` }),
    /out of place/,
  ],
  [
    'has the same cell again and again',
    () => sheetOf(`${DATA}<row r="1">`, '<c r="A1"/>', 100_000, `</row>${END}`),
    /out of place/,
  ],
  ['has a tag of 50 MB', () => sheetOf(`${DATA}<row `, 'a="1" '.repeat(10_000), 800, `/>${END}`), /longer than/],
  ['is nested a million deep and never closed', () => sheetOf(DATA, '<a>'.repeat(100_000), 10, ''), /cut off/],
  [
    'claims a kilobyte and unpacks to 4 GB',
    () => sheetOf(DATA, ' '.repeat(1 << 20), 4_000, END, 1_000),
    /too many bytes/,
  ],
  ['claims 4 GB', () => sheetOf(DATA, ' ', 1, END, 0xffff_fff0), /more than a workbook can sensibly carry/],
  [
    'ends in the middle',
    () => workbookOf({}, [{ name: SHEET, data: Buffer.from(`${DATA}<row r="1"><c r="A1"><v>1`) }]),
    /cut off/,
  ],
  [
    'names a shared string that is not there',
    () => workbookOf({ rows: '<row r="1"><c r="A1" t="s"><v>7</v></c></row>', strings: '<si><t>a</t></si>' }),
    /not there/,
  ],
  [
    'has no sheet',
    () => zipOf(Object.entries(workbookParts()).map(([name, text]) => ({ name, data: Buffer.from(text) }))),
    /not there/,
  ],
];

test.each(HOSTILE)(
  'a workbook that %s is refused in words, at once, and takes no memory',
  async (_what, make, words) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    for (const rows of [501, undefined]) {
      const said = await read(bytes, rows);
      expect(said).toMatch(/^refused: /);
      expect(said).toMatch(words);
    }
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  },
);

test('a look at the beginning takes only the shared strings it needs', async () => {
  const strings = { name: 'xl/sharedStrings.xml', data: Buffer.alloc(0) };
  const piece = '<si><t>a</t></si>'.repeat(10_000);
  const deflated = deflatedRepeat('<sst><si><t>first</t></si>', piece, 1_000, '</sst>');
  const claims = '<sst><si><t>first</t></si>'.length + piece.length * 1_000 + '</sst>'.length;
  const bytes = workbookOf({ rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }, [
    { ...strings, claims, deflated },
  ]);
  const started = process.cpuUsage().user;
  expect(await read(bytes, 501)).toBe('first\n');
  expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
});

test('others have their turn while a large workbook is read, and leaving ends it', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => `<row><c><v>${n}</v></c><c><v>1</v></c></row>`).join('');
  const path = stored(workbookOf({ rows }));
  let turns = 0;
  let reading = true;
  const turn = (): void => {
    turns++;
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  const parts: Buffer[] = [];
  for await (const part of xlsxBytes(path, 'book.xlsx')) parts.push(part);
  reading = false;
  expect(Buffer.concat(parts).toString().split('\n')).toHaveLength(60_001);
  // Twice over two megabytes of XML, in pieces of a sixteenth.
  expect(turns).toBeGreaterThan(30);

  const gone = new AbortController();
  const left = (async () => {
    for await (const _ of xlsxBytes(path, 'book.xlsx', 501, gone.signal));
  })();
  setImmediate(() => gone.abort());
  await expect(left).rejects.toThrow(/abort/i);
});

it('refuses a sheet that ends in the midst of a row or a cell, and never counts what came before as all', async () => {
  const whole = '<row r="1"><c r="A1" t="str"><v>id</v></c></row>';
  for (const cut of ['<row r="2"><c r="A2" t="str"><v>a</v></c>', '<row r="2"><c r="A2" t="str"><v>a</v></row>'])
    expect(await read(workbookOf({ rows: whole + cut }))).toMatch(/^refused: /);
});
