import type { EventKind } from '#traffic/event/contract/event.ts';
import { partKey } from '#traffic/intake/contract/column-part.ts';
import type { FieldMapping, ImportFormat, TimeFormat } from '#traffic/intake/contract/import-mapping.ts';

/** One report of a format: told by the file name or by a value of a column, and what its records are. */
export interface Report {
  id: string;
  fileName: RegExp;
  kind: EventKind;
}

/** All knowledge about one known kind of file, as data. */
export interface FormatTable {
  id: ImportFormat;
  /** Other spellings of a column (normalised) → the name used here. */
  aliases: Readonly<Record<string, string>>;
  /** Columns of the usual export in their order; it makes files in this order faster and changes nothing else. */
  usualOrder?: readonly string[];
  /** Columns that prove the format: this many of them must be there. */
  signs: readonly string[];
  signsNeeded: number;
  reports: readonly Report[];
  kindRules: readonly { column: string; values: readonly string[]; kind: EventKind }[];
  otherwise: EventKind;
  fields: Readonly<Record<string, FieldMapping>>;
  /** Stored columns without a column of the file → names of parts of columns, looked for in the first records. */
  partNames?: Readonly<Record<string, readonly string[]>>;
  time: TimeFormat;
  /** Columns that alone say which event a record is; without them all columns together do. */
  identity?: readonly string[];
  /** The column that says when a record came, as ISO 8601; without one it came when its file was imported. */
  arrival?: string;
  /** A log of requests: columns beside the stored ones that tell what a request was for. */
  requests?: { readonly contentType: readonly string[]; readonly size: readonly string[] };
}

/** `Site ID`, `site_id` and `{site_id}` are one column: lower case, everything else an underscore. */
export const normaliseHeader = (name: string): string =>
  name
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** Columns of one file with unique keys in the words of the format. */
export function columnKeys(names: readonly string[], aliases: Readonly<Record<string, string>>): string[] {
  const seen = new Map<string, number>();
  return names.map((name, index) => {
    const plain = normaliseHeader(name) || `column_${index + 1}`;
    // A column may be called `constructor`, which every object has.
    const key = (Object.hasOwn(aliases, plain) && aliases[plain]) || plain;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}_${count}`;
  });
}

/** Keys of a JSON column: as text, and as the columns that JSON lines make of an object. */
export const inJson = (column: string, ...keys: string[]): string[] =>
  keys.flatMap((key) => [partKey({ column, inside: 'json', path: [key] }), `${column}_${normaliseHeader(key)}`]);

export const inUrl = (column: string, ...names: string[]): string[] =>
  names.map((name) => partKey({ column, inside: 'url', path: [name] }));

export const from = (...columns: string[]): FieldMapping => ({ from: columns });
