import type { Drillable } from '#analytics/contract/drill.ts';
import type { Counts, MeasureName } from '#analytics/contract/measures.ts';
import type { BoardRow } from '#analytics/contract/rows.ts';
import type { Format } from '#platform/web/i18n/format.ts';
import type { Rate } from '#platform/web/ui/percent.tsx';
import { changeOf, rateOf } from './parts.ts';

export type FigureValue =
  | { kind: 'count'; value: number; share: number | undefined }
  | { kind: 'rate'; rate: Rate | null }
  | { kind: 'money'; amounts: readonly Money[] };

export interface Money {
  /** ISO 4217; '' for cost without a currency. */
  currency: string;
  amount: number;
}

export interface FigureModel {
  measure: MeasureName;
  value: FigureValue;
  /** Relative change; null without a base, undefined when nothing is compared. */
  change: number | null | undefined;
  previous: number | undefined;
  trend: readonly (number | null)[];
  /** Place in the trend of the first day that can still change; undefined when it reaches none. */
  openFrom: number | undefined;
  tone: 'clean' | 'suspect' | 'fraud' | 'accent';
  good: 'up' | 'down' | 'neither';
  drill: Drillable;
}

type Look = Pick<FigureModel, 'tone' | 'good' | 'drill'>;

const LOOKS: Partial<Record<MeasureName, Look>> = {
  clean: { tone: 'clean', good: 'up', drill: 'clean' },
  suspect: { tone: 'suspect', good: 'down', drill: 'suspect' },
  fraud: { tone: 'fraud', good: 'down', drill: 'fraud' },
  fraud_percentage: { tone: 'fraud', good: 'down', drill: 'fraud' },
  cost_at_risk: { tone: 'fraud', good: 'down', drill: 'fraud' },
};
const PLAIN: Look = { tone: 'accent', good: 'neither', drill: 'total' };

type CountName = keyof Counts;
const COUNTS: readonly MeasureName[] = ['total', 'clean', 'fraud', 'suspect', 'clean_percentage', 'fraud_percentage'];
const isCount = (name: MeasureName): name is CountName => COUNTS.includes(name);

/** Largest amount first; amounts of different currencies are never added. */
export const moneyOf = (amounts: Readonly<Record<string, string>> | undefined): Money[] =>
  Object.entries(amounts ?? {})
    .map(([currency, text]) => ({ currency, amount: Number(text) }))
    .sort((a, b) => b.amount - a.amount);

export const amountText = ({ amount, currency }: Money, format: Pick<Format, 'money' | 'number'>): string =>
  currency === '' ? format.number(amount, 2) : format.money(amount, currency);

function figureValue(row: BoardRow, measure: MeasureName): FigureValue {
  if (measure === 'fraud_percentage') return { kind: 'rate', rate: rateOf(row) };
  if (measure === 'cost_at_risk') return { kind: 'money', amounts: moneyOf(row.cost_at_risk) };
  const value = row[measure];
  const count = typeof value === 'number' ? value : 0;
  return { kind: 'count', value: count, share: measure === 'total' || row.total === 0 ? undefined : count / row.total };
}

/** The tiles of a board. The small lines come from the day series, which may arrive later. */
export function figuresOf(
  row: BoardRow,
  measures: readonly MeasureName[],
  days: readonly BoardRow[],
  /** First day that can still change. */
  provisional: string,
): FigureModel[] {
  const open = days.findIndex(({ date = '' }) => date >= provisional);
  return measures.map((measure) => {
    const before = isCount(measure) ? row.previous?.[measure] : undefined;
    return {
      measure,
      value: figureValue(row, measure),
      previous: before,
      change: isCount(measure) && before !== undefined ? changeOf(row[measure], before) : undefined,
      trend: isCount(measure) ? days.map((day) => (day.total === 0 ? null : day[measure])) : [],
      openFrom: open < 0 ? undefined : open,
      ...lookOf(row, measure),
    };
  });
}

/** Red is for fraud that is there: none of it is nothing to worry about. */
function lookOf(row: BoardRow, measure: MeasureName): Look {
  const look = LOOKS[measure] ?? PLAIN;
  const none = row.fraud === 0 || (measure === 'cost_at_risk' && moneyOf(row.cost_at_risk).length === 0);
  return look.tone === 'fraud' && none ? { ...look, tone: 'accent' } : look;
}
