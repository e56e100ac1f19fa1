import type { Condition, Scalar } from './condition.ts';
import { networkTest, parseAddress, parseNetwork } from './ip-network.ts';
import { compilePattern } from './regular-expression-match.ts';

export type FieldValueType = 'string' | 'number' | 'datetime' | 'ip' | 'boolean';

export interface FieldType {
  valueType: FieldValueType;
  /** A number that stands for "not reported" in this field (0 for AS numbers). */
  missing?: number;
}

/** What conditions may name. Comes from a registry, never from a request. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** One event. Moments are a Date, ISO text (UTC when it names no zone) or Unix milliseconds; addresses are text. */
export type Row = Readonly<Record<string, unknown>>;

/** A field's value in comparable form; moments are Unix milliseconds, addresses 32 hex digits; null when missing. */
export type FieldReader = (row: Row) => Scalar | null;

export type Leaf = Extract<Condition, { field: string }>;

/** `::` is how a missing address is stored. */
export const NO_ADDRESS = '0'.repeat(32);

/**
 * The JavaScript interpreter of a condition; `conditionSql` is its twin. Throws a RangeError for a condition that
 * `checkCondition` would refuse, so compile once and early.
 */
export function compilePredicate(condition: Condition, fields: FieldTypes): (row: Row) => boolean {
  if ('all' in condition) {
    const parts = condition.all.map((part) => compilePredicate(part, fields));
    return (row) => parts.every((part) => part(row));
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compilePredicate(part, fields));
    return (row) => parts.some((part) => part(row));
  }
  if ('not' in condition) {
    const part = compilePredicate(condition.not, fields);
    return (row) => !part(row);
  }
  const read = fieldReader(condition.field, fields);
  if (condition.op === 'unknown') return (row) => read(row) === null;
  const test = compileLeaf(condition, fieldOf(condition.field, fields).valueType);
  return (row) => {
    const value = read(row);
    return value !== null && test(value);
  };
}

/**
 * Throws a RangeError for a name the registry does not have; inherited names such as `constructor` count as unknown.
 */
export function fieldOf<F extends FieldType>(name: string, fields: Readonly<Record<string, F>>): F {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new RangeError(`Unknown field ${name}`);
  return field;
}

export function fieldReader(name: string, fields: FieldTypes): FieldReader {
  const { valueType, missing } = fieldOf(name, fields);
  const read = READERS[valueType];
  return (row) => {
    const raw = row[name];
    if (raw === null || raw === undefined || raw === '') return null;
    const value = read(raw);
    return value === missing ? null : value;
  };
}

/** A value of a condition in the form `fieldReader` yields. */
export function comparable(value: Scalar, valueType: FieldValueType): Scalar {
  if (valueType !== 'ip') return value;
  const address = parseAddress(String(value));
  if (address === null) throw new RangeError(`${value} is not an address`);
  return address;
}

/** The test of a value that is there. */
function compileLeaf(leaf: Leaf, type: FieldValueType): (value: Scalar) => boolean {
  switch (leaf.op) {
    case 'known':
      return () => true;
    case 'unknown':
      return () => false;
    case 'eq':
    case 'ne': {
      const wanted = comparable(leaf.value, type);
      return leaf.op === 'eq' ? (value) => value === wanted : (value) => value !== wanted;
    }
    case 'in':
    case 'notIn': {
      const wanted = new Set(leaf.values.map((value) => comparable(value, type)));
      return leaf.op === 'in' ? (value) => wanted.has(value) : (value) => !wanted.has(value);
    }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compareNumber(leaf.op, leaf.value);
    case 'contains':
      return (value) => String(value).includes(leaf.value);
    case 'startsWith':
      return (value) => String(value).startsWith(leaf.value);
    case 'endsWith':
      return (value) => String(value).endsWith(leaf.value);
    case 'matches': {
      const matches = compilePattern(leaf.value);
      return (value) => matches(String(value));
    }
    case 'inNetwork': {
      const inside = networkTest(leaf.values.map(networkOf));
      return (value) => inside(String(value));
    }
  }
}

export function networkOf(text: string) {
  const network = parseNetwork(text);
  if (!network) throw new RangeError(`${text} is not a network`);
  return network;
}

function compareNumber(op: 'lt' | 'lte' | 'gt' | 'gte', limit: number): (value: Scalar) => boolean {
  if (op === 'lt') return (value) => Number(value) < limit;
  if (op === 'lte') return (value) => Number(value) <= limit;
  if (op === 'gt') return (value) => Number(value) > limit;
  return (value) => Number(value) >= limit;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const READERS: Record<FieldValueType, (raw: unknown) => Scalar | null> = {
  string: (raw) => (typeof raw === 'string' ? raw : String(raw)),
  number: (raw) => finite(Number(raw)),
  boolean: (raw) => raw === true || raw === 1 || raw === 'true',
  datetime: (raw) => finite(milliseconds(raw)),
  ip: (raw) => {
    const address = parseAddress(String(raw));
    return address === NO_ADDRESS ? null : address;
  },
};

/** ClickHouse writes `2026-03-04 05:06:07.089`, which JavaScript would read in the local zone. */
function milliseconds(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  if (raw instanceof Date) return raw.getTime();
  const text = String(raw).replace(' ', 'T');
  return Date.parse(/([zZ]|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
}
