import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { xlsxBytes } from './xlsx-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A zip whose entries are stored as they are. */
function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const same = Buffer.alloc(26);
    same.writeUInt16LE(20, 0);
    same.writeUInt32LE(crc32(data), 10);
    same.writeUInt32LE(data.length, 14);
    same.writeUInt32LE(data.length, 18);
    same.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), same, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), same, rest, path]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of one cell, its text as shared string; a document type before any of the two parts. */
const workbook = (cell: string, { strings = '', sheet = '' } = {}): Buffer =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${TYPE}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${TYPE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${sheet}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${strings}<sst xmlns="${MAIN}" count="1" uniqueCount="1"><si><t>${cell}</t></si></sst>`,
  });

let files = 0;
/** The first sheet as text, or what was said instead. */
async function read(bytes: Buffer): Promise<string> {
  const path = join(folder, `${++files}.xlsx`);
  writeFileSync(path, bytes);
  const parts: Buffer[] = [];
  try {
    for await (const part of xlsxBytes(path, 'book.xlsx')) parts.push(part);
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  return Buffer.concat(parts).toString('utf8');
}

const BOMB = `<!DOCTYPE b [<!ENTITY a "${'x'.repeat(10)}">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY ${'bcdefghij'[level]} "${`&${'abcdefghi'[level]};`.repeat(10)}">`,
).join('')}]>`;

describe('entities of the XML inside a workbook', () => {
  it('are those of XML itself and no others', async () => {
    expect(await read(workbook('a &amp; b'))).toBe('a & b\n');
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
