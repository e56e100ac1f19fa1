import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { countedFor, isDerived, type Measures, namesInRows } from '../contract/measure.ts';
import type { Row } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';
import { countIn, keyAlias, type RawRow, type RawValue } from './query.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

type Value = RawValue | boolean | undefined;
type Counts = Record<string, number>;

/** A measure of a row as exactly as it can be told; undefined where the row does not hold it. */
function valueIn(row: RawRow, name: string): Value {
  const value = row[name];
  // The middle of nothing is nothing.
  return typeof value === 'string' || value === null ? undefined : value;
}

/** Reads a measure of rows. */
export function readerOf(all: Measures, name: string): (row: RawRow) => Value {
  const measure = all[name];
  if (measure && isDerived(measure)) return (row) => measure.value(countsOf(row, measure.from));
  return (row) => valueIn(row, name);
}

function countsOf(row: RawRow, names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = countIn(row, name);
  return counts;
}

/** Makes rows of a widget: everything that follows from what was counted. */
export function deriverOf(
  all: Measures,
  { by, extra, keys = [] }: Pick<Widget<string>, 'by' | 'extra' | 'keys'>,
): (raw: RawRow) => Row {
  const names = namesInRows<string>(all, extra);
  const counted = countedFor(all, names);
  const columns = names.map((name) => {
    const measure = all[name];
    return {
      name,
      value: measure && isDerived(measure) && measure.value,
      rounded: measure?.unit === 'percent' || measure?.unit === 'number',
    };
  });
  // A file has a hundred thousand rows: what is the same for all is found out before, and counts are gathered once a
  // row.
  return (raw) => {
    const { name: key = '', publisher } = raw;
    const counts = countsOf(raw, counted);
    const row: Row = { key, name: by ? labelOf(by, key) : key };
    if (publisher !== undefined) row.publisher = publisher;
    for (const [at, name] of keys.entries()) row[name] = String(raw[keyAlias(at)] ?? '');
    for (const { name, value, rounded } of columns) {
      const told = value ? value(counts) : valueIn(raw, name);
      if (told !== undefined) row[name] = rounded && typeof told === 'number' ? round(told) : told;
    }
    return row;
  };
}

const LABELS: Partial<Record<KeyName, Readonly<Record<string, string>>>> = {
  reason_group: REASON_GROUPS,
  reason: Object.fromEntries(Object.entries(REASONS).map(([code, reason]) => [code, reason.label])),
};

/** Codes are shown by their English label; screens in other languages go by `key`. */
export const labelOf = (by: KeyName, key: string): string => (key === '' ? NOT_REPORTED : (LABELS[by]?.[key] ?? key));
