import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import type { BoardRow, Counts } from '../contract/rows.ts';
import { MINIMUM_SAMPLE, wilson } from '../contract/wilson.ts';
import type { RawRow } from './query.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : round((100 * part) / whole));

export function countsOf({ total, fraud, suspect }: Pick<RawRow, 'total' | 'fraud' | 'suspect'>): Counts {
  const clean = total - fraud;
  return {
    total,
    clean,
    fraud,
    suspect,
    clean_percentage: percentOf(clean, total),
    fraud_percentage: percentOf(fraud, total),
  };
}

/** Everything that follows from the stored counts of a row. */
export function derive(row: RawRow, by: DimensionName | undefined): BoardRow {
  const { name = '', publisher, unique_events, current_month, cost_at_risk } = row;
  const { low, high } = wilson(row.fraud, row.total);
  return {
    key: name,
    name: by ? labelOf(by, name) : name,
    ...(publisher === undefined ? {} : { publisher }),
    ...countsOf(row),
    wilson_low: round(low),
    wilson_high: round(high),
    too_few: row.total < MINIMUM_SAMPLE,
    ...(unique_events === undefined ? {} : { unique_events }),
    ...(current_month === undefined ? {} : { current_month }),
    ...(cost_at_risk === undefined ? {} : { cost_at_risk }),
  };
}

const LABELS: Partial<Record<DimensionName, Readonly<Record<string, string>>>> = {
  reason_group: REASON_GROUPS,
  reason: Object.fromEntries(Object.entries(REASONS).map(([code, reason]) => [code, reason.label])),
};

/** Codes are shown by their English label; screens in other languages go by `key`. */
const labelOf = (by: DimensionName, key: string): string => (key === '' ? NOT_REPORTED : (LABELS[by]?.[key] ?? key));
