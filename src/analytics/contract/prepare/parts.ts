import type { Rate } from '#platform/contract/rate.ts';
import { isDerived, type Measures, rateIn } from '../measure.ts';
import { numberIn, type Row } from '../rows.ts';
import type { Widget } from '../widget.ts';

/** Verdicts lie side by side in this order; where a card has none of them, its one part is of the product's colour. */
export const VERDICT_TONES = ['clean', 'suspect', 'fraud'] as const;
export type PartTone = (typeof VERDICT_TONES)[number] | 'accent';

export interface Part {
  tone: PartTone;
  value: number;
}

export const tonesIn = (measures: readonly string[]) => VERDICT_TONES.filter((tone) => measures.includes(tone));

/** The counts of a row as parts that lie side by side. */
export function partsOf(row: Row, measures: readonly string[]): Part[] {
  const tones = tonesIn(measures);
  const count = (name: string): number => numberIn(row, name) ?? 0;
  if (tones.length === 0) return [{ tone: 'accent', value: count(leadingOf({ measures })) }];
  return tones.map((tone) => ({ tone, value: count(tone) }));
}

/** What a card draws, and of what. */
interface Drawn {
  measures: readonly string[];
  base?: Widget<string>['base'];
}

/**
 * The count a row is about. What is drawn side by side is the whole: clean, suspect and fraud of all events, suspect and
 * fraud of those that were flagged; else the first measure leads.
 */
export function leadingOf({ measures, base }: Drawn): string {
  const isWhole = measures.includes('fraud') && measures.includes(base?.startsWith('flagged') ? 'suspect' : 'clean');
  return isWhole ? 'total' : (measures[0] ?? 'total');
}

/**
 * A share, or an end of its interval, as exactly as the counts of its row tell it. Answers carry it with two decimals, as
 * prescribed; shown with one it would be rounded twice: 384 of 1,906 is 20.1 %, and by way of 20.15 % would be 20.2 %.
 */
export function shareIn(row: Row, all: Measures, name: string): number | undefined {
  const { [name]: measure } = all;
  const said = numberIn(row, name);
  if (said === undefined) return undefined;
  if (!measure || !isDerived(measure)) return said / 100;
  const counts = measure.from.map((from) => [from, numberIn(row, from)] as const);
  if (counts.some(([, count]) => count === undefined)) return said / 100;
  const exact = measure.value(Object.fromEntries(counts.map(([from, count]) => [from, count ?? 0])));
  return (typeof exact === 'number' ? exact : said) / 100;
}

/**
 * A share of a row with its interval, where the row holds it; the share beside its counts where none is named. Null
 * where there are too few events to say anything.
 */
export function rateOf(row: Row, all: Measures, name = rateIn(all)): Rate | null {
  const share = name === undefined ? undefined : shareIn(row, all, name);
  if (name === undefined || share === undefined || row['total'] === 0) return null;
  const { interval } = all[name] ?? {};
  if (!interval) return { share };
  if (row[interval.tooFew] === true) return null;
  const [low, high] = [shareIn(row, all, interval.low), shareIn(row, all, interval.high)];
  return low === undefined || high === undefined ? { share } : { share, low, high };
}

/** Relative change; null without a base. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1);
