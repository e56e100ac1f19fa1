import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** Files made to be slow or to lie about their size. Small themselves: what they claim or unpack to is not. */

interface ZipEntry {
  name: string;
  data: Buffer;
  /** Unpacked size the archive claims; the truth by default. */
  claims?: number;
  /** Already deflated; `data` is then only what the checksum and size are taken from. */
  deflated?: Buffer;
  /** Where its data lie, as another entry's; by default they are written. */
  sharesWith?: number;
}

/** A zip of deflated entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const places: number[] = [];
  let at = 0;
  for (const { name, data, claims, deflated, sharesWith } of entries) {
    const path = Buffer.from(name);
    const packed = deflated ?? deflateRawSync(data);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claims ?? data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = sharesWith === undefined ? at : (places[sharesWith] ?? 0);
    places.push(place);
    if (sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, packed]);
      parts.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, rest, path]));
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(0xffff, directory.length), 4);
  end.writeUInt16LE(Math.min(0xffff, directory.length), 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts every workbook has, for one sheet. */
export const workbookParts = (more = ''): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${TYPE}">${more}<sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${TYPE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${TYPE}/styles" Target="styles.xml"/></Relationships>`,
});

interface WorkbookText {
  /** Inside `<sheetData>`. */
  rows?: string;
  /** Inside `<sst>`. */
  strings?: string;
  styles?: string;
  /** Before the root of either part. */
  beforeSheet?: string;
  beforeStrings?: string;
  /** Inside `<workbook>`. */
  book?: string;
}

const namedEntries = (parts: Readonly<Record<string, string>>): ZipEntry[] =>
  Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text) }));

const sheetXml = (rows: string, before = ''): string =>
  `${before}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook of one sheet with this XML, and entries of any sort beside it. */
export const workbookOf = (
  { rows = '', strings, styles, beforeSheet = '', beforeStrings = '', book = '' }: WorkbookText,
  more: readonly ZipEntry[] = [],
): Buffer =>
  zipOf([
    ...namedEntries({
      ...workbookParts(book),
      ...(more.some(({ name }) => name === 'xl/worksheets/sheet1.xml')
        ? {}
        : { 'xl/worksheets/sheet1.xml': sheetXml(rows, beforeSheet) }),
      ...(strings === undefined
        ? {}
        : { 'xl/sharedStrings.xml': `${beforeStrings}<sst xmlns="${MAIN}">${strings}</sst>` }),
      ...(styles === undefined ? {} : { 'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }),
    }),
    ...more,
  ]);

/**
 * So many times the same text, deflated: a megabyte is packed once and its block repeated, so that gigabytes take no
 * time.
 */
export function deflatedRepeat(begin: string, piece: string, times: number, end: string): Buffer {
  const block = deflateRawSync(Buffer.from(piece), { level: 9, finishFlush: 3 });
  return Buffer.concat([
    deflateRawSync(Buffer.from(begin), { finishFlush: 3 }),
    ...Array.from({ length: times }, () => block),
    deflateRawSync(Buffer.from(end)),
  ]);
}

/** A gzip of many members, each of this text. */
export function gzipMembers(text: string, members: number, first = ''): Buffer {
  const one = gzipSync(text, { level: 9 });
  return Buffer.concat([gzipSync(first), ...Array.from({ length: members }, () => one)]);
}

/** A gzip whose header holds a name that never ends. */
export const gzipEndlessName = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(bytes, 'a')]);
