import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { isCounted, isDerived, type Measures, namesInRows } from '../contract/measure.ts';
import type { Row } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';
import { countIn, type RawRow, type RawValue } from './query.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

/** A measure of a row as exactly as it can be told; undefined when the row does not hold it. */
export function valueIn(row: RawRow, all: Measures, name: string): RawValue | boolean | undefined {
  const measure = all[name];
  if (measure && isDerived(measure))
    return measure.value(Object.fromEntries(measure.from.map((counted) => [counted, countIn(row, counted)])));
  const value = row[name];
  return measure && isCounted(measure) && typeof value !== 'string' ? value : undefined;
}

/** Everything that follows from the stored counts of a row. */
export function derive(raw: RawRow, all: Measures, { by, extra }: Pick<Widget<string>, 'by' | 'extra'>): Row {
  const { name = '', publisher } = raw;
  const row: Row = { key: name, name: by ? labelOf(by, name) : name };
  if (publisher !== undefined) row.publisher = publisher;
  for (const measure of namesInRows<string>(all, extra)) {
    const value = valueIn(raw, all, measure);
    if (value === undefined) continue;
    row[measure] = all[measure]?.unit === 'percent' && typeof value === 'number' ? round(value) : value;
  }
  return row;
}

const LABELS: Partial<Record<DimensionName, Readonly<Record<string, string>>>> = {
  reason_group: REASON_GROUPS,
  reason: Object.fromEntries(Object.entries(REASONS).map(([code, reason]) => [code, reason.label])),
};

/** Codes are shown by their English label; screens in other languages go by `key`. */
const labelOf = (by: DimensionName, key: string): string => (key === '' ? NOT_REPORTED : (LABELS[by]?.[key] ?? key));
