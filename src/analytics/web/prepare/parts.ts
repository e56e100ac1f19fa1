import type { Counts, MeasureName } from '#analytics/contract/measures.ts';
import type { BoardMeta, BoardRow } from '#analytics/contract/rows.ts';
import type { Rate } from '#platform/web/ui/percent.tsx';

export const TONES = ['clean', 'suspect', 'fraud'] as const;
export type PartTone = (typeof TONES)[number];

export interface Part {
  tone: PartTone;
  value: number;
}

export type SuspectPolicy = BoardMeta['suspect_counts_as'];

/**
 * The counts of a row as parts that lie side by side. Suspect events are counted under clean or under fraud as the
 * package decides; drawn apart they must come off that side, or the bar would be longer than its total.
 */
export function partsOf(counts: Counts, measures: readonly MeasureName[], suspectCountsAs: SuspectPolicy): Part[] {
  const apart = measures.includes('suspect');
  return TONES.filter((tone) => measures.includes(tone)).map((tone) => ({
    tone,
    value: apart && tone === suspectCountsAs ? Math.max(0, counts[tone] - counts.suspect) : counts[tone],
  }));
}

/** Share of fraud with its interval; null where there are too few events to say anything. */
export const rateOf = (
  row: Pick<BoardRow, 'total' | 'too_few' | 'fraud_percentage' | 'wilson_low' | 'wilson_high'>,
): Rate | null =>
  row.too_few || row.total === 0
    ? null
    : { share: row.fraud_percentage / 100, low: row.wilson_low / 100, high: row.wilson_high / 100 };

/** Relative change; null without a base. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1);
