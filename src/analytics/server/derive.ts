import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { countedFor, isDerived, type Measures, namesInRows } from '../contract/measure.ts';
import type { Row } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';
import { countIn, type RawRow, type RawValue } from './query.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

type Value = RawValue | boolean | undefined;
type Counts = Record<string, number>;

/** Reads a measure of a row as exactly as it can be told; undefined where the row does not hold it. */
export function readerOf(all: Measures, name: string): (row: RawRow, counts?: Readonly<Counts>) => Value {
  const measure = all[name];
  if (measure && isDerived(measure)) return (row, counts = countsOf(row, measure.from)) => measure.value(counts);
  return (row) => {
    const value = row[name];
    return typeof value === 'string' ? undefined : value;
  };
}

function countsOf(row: RawRow, names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = countIn(row, name);
  return counts;
}

/** Makes rows of a widget: everything that follows from what was counted. */
export function deriverOf(all: Measures, { by, extra }: Pick<Widget<string>, 'by' | 'extra'>): (raw: RawRow) => Row {
  const names = namesInRows<string>(all, extra);
  const counted = countedFor(all, names);
  const readers = names.map((measure) => ({
    measure,
    read: readerOf(all, measure),
    rounded: all[measure]?.unit === 'percent',
  }));
  // A file has a hundred thousand rows: what its measures are made of is gathered once for each.
  return (raw) => {
    const { name = '', publisher } = raw;
    const counts = countsOf(raw, counted);
    const row: Row = { key: name, name: by ? labelOf(by, name) : name };
    if (publisher !== undefined) row.publisher = publisher;
    for (const { measure, read, rounded } of readers) {
      const value = read(raw, counts);
      if (value !== undefined) row[measure] = rounded && typeof value === 'number' ? round(value) : value;
    }
    return row;
  };
}

const LABELS: Partial<Record<DimensionName, Readonly<Record<string, string>>>> = {
  reason_group: REASON_GROUPS,
  reason: Object.fromEntries(Object.entries(REASONS).map(([code, reason]) => [code, reason.label])),
};

/** Codes are shown by their English label; screens in other languages go by `key`. */
const labelOf = (by: DimensionName, key: string): string => (key === '' ? NOT_REPORTED : (LABELS[by]?.[key] ?? key));
