import { addAbortSignal } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ImportRefused } from '../import-error.ts';
import { isDateFormat } from './number-formats.ts';
import { ARCHIVE_ENTRIES, WORKBOOK_BYTES, WORKBOOK_STYLES } from './unpack-limits.ts';
import { attribute, XmlBroken, XmlEvents, type XmlHandler } from './xml-events.ts';

/** An open workbook: its first sheet, its shared strings if it has any, and how its numbers are to be read. */
export interface Workbook {
  sheet: Entry;
  strings: Entry | undefined;
  /** By style, whether a number is a date. */
  dates: readonly boolean[];
  from1904: boolean;
  /** Text of a part as it is unpacked. yauzl holds it to the size its entry claims. */
  text(part: Entry): AsyncIterable<string>;
  close(): void;
}

export async function openWorkbook(path: string, name: string, signal?: AbortSignal): Promise<Workbook> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new ImportRefused('workbook_damaged', { name });
  });
  try {
    const parts = await partsOf(zip, name, signal);
    const text = (part: Entry) => textOf(zip, part, signal);
    const read = async (part: Entry | undefined, open: XmlHandler['open'], close: XmlHandler['close'] = () => {}) => {
      const xml = new XmlEvents({ open, close, text: () => {} });
      if (part) for await (const piece of text(part)) xml.write(piece);
    };
    const targets = await relations(parts, read);
    const { relation, from1904 } = await firstSheet(parts, read);
    const sheet = parts.get(targets.get(relation) ?? '');
    if (!sheet) throw new XmlBroken('its first sheet is not there');
    const strings = parts.get(targets.get('sharedStrings') ?? 'xl/sharedStrings.xml');
    const dates = await dateStyles(parts.get(targets.get('styles') ?? 'xl/styles.xml'), read);
    return { sheet, strings, dates, from1904, text, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** All unpacked parts together are bounded by their own word, which is held to when they are read. */
async function partsOf(zip: ZipFile, name: string, signal: AbortSignal | undefined): Promise<Map<string, Entry>> {
  if (zip.entryCount > ARCHIVE_ENTRIES) throw new ImportRefused('workbook_too_large', { name });
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted();
    unpacked += entry.uncompressedSize;
    if (unpacked > WORKBOOK_BYTES) throw new ImportRefused('workbook_too_large', { name });
    if (/\.(xml|rels)$/.test(entry.fileName)) parts.set(entry.fileName, entry);
  }
  return parts;
}

async function* textOf(zip: ZipFile, part: Entry, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const stream = await zip.openReadStreamPromise(part);
  if (signal) addAbortSignal(signal, stream);
  const decoder = new TextDecoder();
  for await (const bytes of stream) if (Buffer.isBuffer(bytes)) yield decoder.decode(bytes, { stream: true });
}

type Read = (part: Entry | undefined, open: XmlHandler['open'], close?: XmlHandler['close']) => Promise<void>;

/** Paths of sheets by the id of their relation, of shared strings and styles by that word. */
async function relations(parts: ReadonlyMap<string, Entry>, read: Read): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await read(parts.get('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name !== 'Relationship' || targets.size > WORKBOOK_STYLES) return;
    const kind = /\/relationships\/(worksheet|sharedStrings|styles)$/.exec(attribute(attributes, 'Type') ?? '')?.[1];
    const target = attribute(attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (kind) targets.set(kind === 'worksheet' ? `sheet ${attribute(attributes, 'Id')}` : kind, path);
  });
  return targets;
}

async function firstSheet(parts: ReadonlyMap<string, Entry>, read: Read) {
  let relation: string | undefined;
  let from1904 = false;
  const part = parts.get('xl/workbook.xml');
  if (!part) throw new XmlBroken('it has no xl/workbook.xml');
  await read(part, (name, attributes) => {
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '');
    else if (name === 'sheet') relation ??= attribute(attributes, 'id');
  });
  return { relation: `sheet ${relation}`, from1904 };
}

async function dateStyles(part: Entry | undefined, read: Read): Promise<boolean[]> {
  const formats = new Map<number, string | undefined>();
  const base: (number | undefined)[] = [];
  const styles: { format: number | undefined; base: number }[] = [];
  let list = '';
  await read(
    part,
    (name, attributes) => {
      if (name === 'cellStyleXfs' || name === 'cellXfs') list = name;
      if (styles.length + base.length + formats.size > WORKBOOK_STYLES)
        throw new XmlBroken(`it has more than ${WORKBOOK_STYLES} styles`);
      const id = attribute(attributes, 'numFmtId');
      if (name === 'numFmt') formats.set(Number(id), attribute(attributes, 'formatCode'));
      if (name !== 'xf' || list === '') return;
      const format = id === undefined ? undefined : Number(id);
      if (list === 'cellXfs') styles.push({ format, base: Number(attribute(attributes, 'xfId')) });
      else base.push(format);
    },
    (name) => {
      if (name === list) list = '';
    },
  );
  return styles.map((style) => {
    const id = style.format ?? base[style.base];
    return id !== undefined && isDateFormat(id, formats.get(id));
  });
}
