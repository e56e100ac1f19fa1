import { type Measures, rateIn } from '#analytics/contract/measure.ts';
import { type BoardMeta, numberIn, type Row } from '#analytics/contract/rows.ts';
import type { Rate } from '#platform/web/ui/percent.tsx';

/** Verdicts lie side by side in this order; where a card has none of them, its one part is of the product's colour. */
export const VERDICT_TONES = ['clean', 'suspect', 'fraud'] as const;
export type PartTone = (typeof VERDICT_TONES)[number] | 'accent';

export interface Part {
  tone: PartTone;
  value: number;
}

export type SuspectPolicy = BoardMeta['suspect_counts_as'];

export const tonesIn = (measures: readonly string[]) => VERDICT_TONES.filter((tone) => measures.includes(tone));

/**
 * The counts of a row as parts that lie side by side. Suspect events are counted under clean or under fraud as the
 * package decides; drawn apart they must come off that side, or the bar would be longer than its total.
 */
export function partsOf(row: Row, measures: readonly string[], suspectCountsAs: SuspectPolicy): Part[] {
  const tones = tonesIn(measures);
  const count = (name: string): number => numberIn(row, name) ?? 0;
  if (tones.length === 0) return [{ tone: 'accent', value: count(leadingOf(measures)) }];
  const apart = measures.includes('suspect');
  return tones.map((tone) => ({
    tone,
    value: apart && tone === suspectCountsAs ? Math.max(0, count(tone) - count('suspect')) : count(tone),
  }));
}

/** The count a row is about: clean, fraud and suspect together are the total, else the first measure leads. */
export function leadingOf(measures: readonly string[]): string {
  if (measures.includes('clean') && measures.includes('fraud')) return 'total';
  return measures[0] ?? 'total';
}

/** The share beside the counts of a row with its interval; null where there are too few events to say anything. */
export function rateOf(row: Row, all: Measures): Rate | null {
  const name = rateIn(all);
  const share = name === undefined ? undefined : numberIn(row, name);
  if (name === undefined || share === undefined || row['total'] === 0) return null;
  const { interval } = all[name] ?? {};
  if (!interval) return { share: share / 100 };
  const [low, high] = [numberIn(row, interval.low), numberIn(row, interval.high)];
  if (row[interval.tooFew] === true || low === undefined || high === undefined) return null;
  return { share: share / 100, low: low / 100, high: high / 100 };
}

/** Relative change; null without a base. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1);
