import type { Format } from '#platform/contract/format.ts';
import type { Rate } from '#platform/contract/rate.ts';
import type { Drillable } from '../drill.ts';
import { comparedIn, isCounted, type Measures } from '../measure.ts';
import { type BoardMeta, numberIn, type Row } from '../rows.ts';
import { changeOf, rateOf, shareIn } from './parts.ts';

export type FigureValue =
  /**
   * `share` of the whole; of the whole itself none, of what does not add up to it (distinct persons) null, and of what
   * is counted beside it the word.
   */
  | { kind: 'count'; value: number; share: number | 'beside' | null | undefined }
  | { kind: 'rate'; rate: Rate | null }
  /** Out of what it is a part, by currency; `assumed` when some of it comes from prices. Nothing of nothing is unknown. */
  | { kind: 'money'; amounts: readonly Money[]; of: readonly Money[]; assumed: boolean; suspect?: SuspectMoney };

/** What suspect events cost, told on the tile of what fraud did: beside it, or, where they count as fraud, within. */
export interface SuspectMoney {
  amounts: readonly Money[];
  assumed: boolean;
  within: boolean;
}

export interface Money {
  /** ISO 4217; '' for cost without a currency. */
  currency: string;
  amount: number;
}

export interface FigureModel {
  measure: string;
  value: FigureValue;
  /** Relative change, of a share the difference; null without a base, undefined when nothing is compared. */
  change: number | null | undefined;
  previous: number | undefined;
  trend: readonly (number | null)[];
  /** Place in the trend of the first day that can still change; undefined when it reaches none. */
  openFrom: number | undefined;
  tone: 'clean' | 'suspect' | 'fraud' | 'accent';
  good: 'up' | 'down' | 'neither';
  drill: Drillable;
}

type SuspectIn = BoardMeta['suspect_counts_as'];
type Look = Pick<FigureModel, 'tone' | 'good' | 'drill'>;

const LOOKS: Readonly<Record<string, Look>> = {
  clean: { tone: 'clean', good: 'up', drill: 'clean' },
  suspect: { tone: 'suspect', good: 'down', drill: 'suspect' },
  fraud: { tone: 'fraud', good: 'down', drill: 'fraud' },
  fraud_percentage: { tone: 'fraud', good: 'down', drill: 'fraud' },
  cost_at_risk: { tone: 'fraud', good: 'down', drill: 'fraud' },
  unsafe: { tone: 'fraud', good: 'down', drill: 'unsafe' },
  unsafe_percentage: { tone: 'fraud', good: 'down', drill: 'unsafe' },
  safe: { tone: 'clean', good: 'up', drill: 'safe' },
  unrated: { tone: 'accent', good: 'down', drill: 'unrated' },
  filtered: { tone: 'accent', good: 'neither', drill: 'filtered' },
};
const PLAIN: Look = { tone: 'accent', good: 'neither', drill: 'total' };

/**
 * Largest amount first; amounts of different currencies are never added. Where money was spent and none of it is of
 * this kind, that is a zero and not unknown.
 */
export function moneyOf(amounts: Row[string], spend?: Row[string]): Money[] {
  const found = Object.entries(typeof amounts === 'object' ? amounts : {})
    .map(([currency, text]) => ({ currency, amount: Number(text) }))
    .sort((a, b) => b.amount - a.amount);
  const [spent] = found.length === 0 && spend !== undefined ? moneyOf(spend) : [];
  return spent ? [{ ...spent, amount: 0 }] : found;
}

export const amountText = ({ amount, currency }: Money, format: Pick<Format, 'money' | 'number'>): string =>
  currency === '' ? format.number(amount, 2) : format.money(amount, currency);

function figureValue(row: Row, measure: string, all: Measures, suspectIn: SuspectIn): FigureValue {
  if (all[measure]?.interval) return { kind: 'rate', rate: rateOf(row, all, measure) };
  if (all[measure]?.unit === 'money') {
    const doubted = measure === 'cost_at_risk' ? moneyOf(row['cost_suspect']) : [];
    return {
      kind: 'money',
      amounts: moneyOf(row[measure], row['spend']),
      of: measure === 'spend' ? [] : moneyOf(row['spend']),
      assumed: moneyOf(row[`${measure}_assumed`]).length > 0,
      ...(doubted.length > 0 && {
        suspect: {
          amounts: doubted,
          assumed: moneyOf(row['cost_suspect_assumed']).length > 0,
          within: suspectIn === 'fraud',
        },
      }),
    };
  }
  const [value, total] = [numberIn(row, measure) ?? 0, numberIn(row, 'total') ?? 0];
  if (all[measure]?.unit === 'percent') return { kind: 'rate', rate: { share: shareIn(row, all, measure) ?? 0 } };
  if (measure === 'total' || total === 0) return { kind: 'count', value, share: undefined };
  const { [measure]: told } = all;
  if (told && isCounted(told) && told.beside) return { kind: 'count', value, share: 'beside' };
  return { kind: 'count', value, share: told && isCounted(told) && !told.adds ? null : value / total };
}

/** The tiles of a board. The small lines come from the day series, which may arrive later. */
export function figuresOf(
  row: Row,
  measures: readonly string[],
  days: readonly Row[],
  /** `provisional` is the first day that can still change; `suspectIn` where the answer has put its suspect events. */
  { all, provisional, suspectIn }: { all: Measures; provisional: string; suspectIn: SuspectIn },
): FigureModel[] {
  const open = days.findIndex(({ date = '' }) => date >= provisional);
  const compared = comparedIn(all);
  return measures.map((measure) => {
    const isCompared = compared.includes(measure);
    const before = isCompared ? beforeIn(row, measure, all) : undefined;
    const dayValue = (day: Row): number | null => (day['total'] === 0 ? null : (numberIn(day, measure) ?? null));
    return {
      measure,
      value: figureValue(row, measure, all, suspectIn),
      previous: before,
      change: before === undefined ? undefined : changeIn(row, measure, before, all),
      trend: isCompared ? days.map(dayValue) : [],
      openFrom: open < 0 ? undefined : open,
      ...lookOf(row, measure),
    };
  });
}

/** A change of a percentage in percent would be read in two ways. */
function changeIn(row: Row, measure: string, before: number, all: Measures): number | null {
  if (all[measure]?.unit !== 'percent') return changeOf(numberIn(row, measure) ?? 0, before);
  return row.previous?.['total'] === 0 ? null : (shareIn(row, all, measure) ?? 0) - before / 100;
}

/** What the period before had; a percentage as exactly as its counts tell it, like that of now. */
function beforeIn({ previous }: Row, measure: string, all: Measures): number | undefined {
  if (!previous || all[measure]?.unit !== 'percent') return previous?.[measure];
  const share = shareIn({ key: '', name: '', ...previous }, all, measure);
  return share === undefined ? undefined : share * 100;
}

/** Red is for fraud and unsafe ads that are there: none of it is nothing to worry about. */
function lookOf(row: Row, measure: string): Look {
  const look = LOOKS[measure] ?? PLAIN;
  const none =
    row['fraud'] === 0 || row['unsafe'] === 0 || (measure === 'cost_at_risk' && moneyOf(row[measure]).length === 0);
  return look.tone === 'fraud' && none ? { ...look, tone: 'accent' } : look;
}
