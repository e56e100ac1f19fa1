import { type ColumnPart, columnOfKey, partKey, partName, partOf } from '#traffic/intake/contract/column-part.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { LATE_KEYS } from '../scan/json-lines.ts';

/** A part that occurs in the first records. */
export interface FoundPart {
  key: string;
  part: ColumnPart;
  example: string;
}

/** Deeper than any tracker nests what it wants to be read. */
const DEEPEST = 4;
const MOST_OF_A_COLUMN = 60;
/** Longer ones are documents, and their keys no fields. */
const LONGEST_TEXT = 16_384;
const LONGEST_NAME = 100;
/** As the contract of mappings has it. */
const LONGEST_KEY = 300;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/)[^?#]*\?/i;

/** What lies inside of the columns of these records, most frequent first. */
export function findParts(columns: readonly string[], records: readonly (readonly string[])[]): FoundPart[] {
  return columns.flatMap((column, index) => {
    if (column === LATE_KEYS) return [];
    const found = new Map<string, FoundPart & { times: number }>();
    for (const record of records) {
      for (const { part, value } of partsIn(column, record[index] ?? '')) {
        const key = partKey(part);
        const known = found.get(key);
        if (known) known.times++;
        else if (key.length <= LONGEST_KEY) found.set(key, { key, part, example: value.slice(0, 200), times: 1 });
      }
    }
    return [...found.values()]
      .sort((a, b) => b.times - a.times)
      .slice(0, MOST_OF_A_COLUMN)
      .map(({ key, part, example }) => ({ key, part, example }));
  });
}

interface PartValue {
  part: ColumnPart;
  value: string;
}

function partsIn(column: string, text: string): PartValue[] {
  if (text.length > LONGEST_TEXT) return [];
  if (ADDRESS.test(text)) return parametersOf(column, text);
  return text.trimStart().startsWith('{') ? [...valuesOf(column, parsed(text), [])] : [];
}

function parametersOf(column: string, text: string): PartValue[] {
  const query = text.slice(text.indexOf('?') + 1).split('#', 1)[0];
  return [...new URLSearchParams(query)].flatMap(([name, value]) =>
    value !== '' && name.length <= LONGEST_NAME && /^[\w.~[\]-]+$/.test(name)
      ? [{ part: { column, inside: 'url', path: [name] }, value }]
      : [],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function* valuesOf(column: string, value: unknown, path: readonly string[]): Generator<PartValue> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (path.length === DEEPEST) return;
    for (const [name, inner] of Object.entries(value))
      if (name !== '' && name.length <= LONGEST_NAME) yield* valuesOf(column, inner, [...path, name]);
  } else if (
    path.length > 0 &&
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  ) {
    if (value !== '') yield { part: { column, inside: 'json', path }, value: String(value) };
  }
}

export interface PreviewColumn {
  key: string;
  name: string;
  example: string;
}

/**
 * Columns with the parts a person can choose, each after its column: what occurs in the first records, and what the
 * mapping names beyond the guess though it does not.
 */
export function withParts(
  columns: readonly PreviewColumn[],
  found: readonly FoundPart[],
  mapping: ImportMapping,
  guess: ImportMapping,
): PreviewColumn[] {
  const keysOf = ({ fields }: ImportMapping) => Object.values(fields).flatMap(({ from }) => from);
  const known = new Set([...found.map(({ key }) => key), ...keysOf(guess)]);
  const added = [...new Set(keysOf(mapping))].filter((key) => partOf(key) && !known.has(key));
  return columns.flatMap((column) => [
    column,
    ...found
      .filter(({ part }) => part.column === column.key)
      .map(({ key, part, example }) => ({ key, name: partName(column.name, part), example })),
    ...added.flatMap((key) => {
      const part = columnOfKey(key) === column.key ? partOf(key) : null;
      return part ? [{ key, name: partName(column.name, part), example: '' }] : [];
    }),
  ]);
}
