import type { EventKind } from '#traffic/event/contract/event.ts';
import { type ColumnPart, columnOfKey, partOf } from '#traffic/intake/contract/column-part.ts';
import type { FieldMapping, ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { LONGEST_PART } from '#traffic/intake/server/mapping/part-sql.ts';
import { TARGETS } from '#traffic/intake/server/mapping/targets.ts';
import { readValue } from '../read-value.ts';
import { momentOfText } from './record-time.ts';

/** A message as a file would have it: columns by their keys, and what they hold. */
export type FlatRecord = ReadonlyMap<string, string>;

export type RecordMapping = Pick<ImportMapping, 'kind' | 'fields' | 'timeZone' | 'decimalMark' | 'currency'>;

interface ReadRecord {
  /** Null when no rule of the mapping knows it. */
  kind: EventKind | null;
  /** In the names of our columns; values still to be held to their types. */
  fields: Record<string, string>;
  /** What no column of ours takes its value from. */
  extra: Record<string, string>;
}

/**
 * Reads one record by a mapping of the import, as the statement that reads files does (`stageSelect`): the same rows
 * come of the same record, whichever way it came. A test holds the two equal.
 */
export function readRecord(mapping: RecordMapping, record: FlatRecord, now: Date): ReadRecord {
  const kind = kindOf(mapping, record);
  const fields: Record<string, string> = {};
  for (const [target, field] of Object.entries(mapping.fields)) {
    const text = textOf(target, field, mapping, record, now);
    if (text !== '') fields[target] = text;
  }
  if (fields['currency'] === undefined && mapping.currency !== '') fields['currency'] = mapping.currency;
  // A record of an install that names no other time happened then.
  if (kind === 'install' && !isThere(mapping.fields['install_time'], record) && fields['ts'] !== undefined)
    fields['install_time'] = fields['ts'];
  return { kind, fields, extra: extraOf(mapping, record) };
}

const isThere = (field: FieldMapping | undefined, record: FlatRecord): boolean =>
  field?.from.some((key) => record.has(columnOfKey(key))) ?? false;

function kindOf({ kind }: RecordMapping, record: FlatRecord): EventKind | null {
  const found = kind.rules.find(({ column, values }) => {
    const text = record.has(columnOfKey(column)) ? valueAt(record, column) : null;
    return text !== null && values.includes(text.toLowerCase());
  });
  return found?.kind ?? kind.otherwise;
}

function textOf(target: string, field: FieldMapping, mapping: RecordMapping, record: FlatRecord, now: Date): string {
  const { text, inside } = rawText(field, record);
  if (text === '') return '';
  const read = plain(target, text, field, mapping);
  // What is wrong inside another field is as good as not there.
  return inside && target !== 'ts' && 'reason' in readValue(target, read, now) ? '' : read;
}

/** The first value that is not empty, translated as the mapping says (`rawText` of the statements). */
function rawText(field: FieldMapping, record: FlatRecord): { text: string; inside: boolean } {
  const source = field.from.find((key) => valueAt(record, key) !== '');
  let text = source === undefined ? '' : valueAt(record, source);
  if (field.split) text = sideOf(text, field.split);
  const { when } = field;
  if (when && record.has(columnOfKey(when.column)) && !when.values.includes(valueAt(record, when.column).toLowerCase()))
    text = '';
  if (field.values && text !== '') text = valueNamed(field, text);
  return text === '' ? { text: field.constant ?? '', inside: false } : { text, inside: partOf(source ?? '') !== null };
}

function sideOf(text: string, { by, take, orWhole }: NonNullable<FieldMapping['split']>): string {
  const at = text.indexOf(by);
  if (at < 0) return orWhole ? text : '';
  return take === 'before' ? text.slice(0, at) : text.slice(at + by.length);
}

function valueNamed({ values = {}, otherwise }: FieldMapping, text: string): string {
  const small = text.toLowerCase();
  return (Object.hasOwn(values, small) ? values[small] : undefined) ?? otherwise ?? text;
}

/** Of a column or of a part of one; '' for none. */
function valueAt(record: FlatRecord, key: string): string {
  const part = partOf(key);
  if (!part) return record.get(key) ?? '';
  const found = part.inside === 'json' ? jsonPart(record, part) : parameter(record, part);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as the statement has it
  return Buffer.byteLength(found) > LONGEST_PART || /^[{[]|[\u0000-\u001f]/.test(found) ? '' : found;
}

function jsonPart(record: FlatRecord, { column, path }: ColumnPart): string {
  const text = record.get(column) ?? '';
  if (!text.trimStart().startsWith('{')) return '';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return '';
  }
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return '';
    value = Reflect.get(value, step);
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function parameter(record: FlatRecord, { column, path }: ColumnPart): string {
  const address = record.get(column) ?? '';
  const at = address.indexOf('?');
  // Looking for the name first costs little; most addresses have none of those that are asked for.
  const name = path.join('');
  return at < 0 || !address.includes(name, at)
    ? ''
    : (new URLSearchParams(address.slice(at + 1).split('#', 1)[0]).get(name) ?? '');
}

/** Written as events write it, where records may write it otherwise; what cannot be read stays as it is. */
function plain(target: string, raw: string, { time = 'iso' }: FieldMapping, mapping: RecordMapping): string {
  const text = raw.trim();
  switch (TARGETS[target]) {
    case 'time':
      return momentOfText(text, time, mapping.timeZone)?.toISOString() ?? text;
    case 'money':
    case 'cost':
      return amount(text, mapping.decimalMark);
    case 'ip':
      // A proxy chain names the client first.
      return text.split(',', 1)[0]?.trim() ?? '';
    case 'count':
      return /^(\d{1,10})(?:[.]\d*)? ?(?:px|s|sec)?$/.exec(text)?.[1] ?? text;
    default:
      return raw;
  }
}

const GROUPED = { '.': /^-?\d{1,3}(,\d{3})+([.]\d*)?$/, ',': /^-?\d{1,3}([.]\d{3})+([,]\d*)?$/ };

/** Group separators count only in groups of three: `12,5` is not 125. */
function amount(text: string, mark: '.' | ','): string {
  const other = mark === '.' ? ',' : '.';
  if (text.includes(other) && !GROUPED[mark].test(text)) return text;
  return text.replaceAll(other, '').replace(mark, '.');
}

function extraOf({ fields }: RecordMapping, record: FlatRecord): Record<string, string> {
  const taken = new Set(Object.values(fields).flatMap(({ from }) => from.filter((key) => record.has(key)).slice(0, 1)));
  return Object.fromEntries([...record].filter(([key, value]) => value !== '' && !taken.has(key)));
}
