import { addDays, type DateRange, daysBetween } from '#platform/contract/date-range.ts';
import type { Rate } from '#platform/contract/rate.ts';
import type { Measures } from '../measure.ts';
import { numberIn, type Row } from '../rows.ts';
import { sectionOf } from '../section.ts';
import { SHAPES } from '../shapes/registry.ts';
import type { Widget } from '../widget.ts';
import { type Money, moneyOf } from './figures.ts';
import { rateOf } from './parts.ts';

/** More publishers than anybody names; what is not among them shows as their sum. */
export const MOST_SOURCES = 200;

/** The table of publishers among what stands first. */
export const sourcesOf = (widgets: readonly Widget<string>[]): Widget<string> | undefined =>
  widgets.find((widget) => sectionOf(widget) === 'sources' && widget.by === 'publisher' && SHAPES[widget.shape].paged);

/** First day whose figures can still change: today, and the locked days before it. */
export const provisionalFrom = (today: string, lockDays = 0): string => addDays(today, -Math.max(0, lockDays - 1));

/** What the numbers of a board say in one sentence. */
export interface Answer {
  /** Nothing came; too few for a share; no fraud among enough; a share. */
  says: 'nothing' | 'few' | 'none' | 'share';
  total: number;
  fraud: number;
  rate: Rate | null;
  /** What the fraud cost, by currency; empty where no costs came along. */
  money: readonly Money[];
  /** Some of it follows from a price somebody named instead of costs that came along. */
  isAssumed: boolean;
}

export interface Change {
  /** `same`: no more than chance makes of one share. `unknown`: too few on either side. */
  is: 'more' | 'less' | 'same' | 'unknown';
  /** Percentage points by which the share moved, with their sign. */
  points: number;
  driver: Driver | undefined;
}

/** Whose fraud moved the share most. */
export interface Driver {
  /** The publisher; undefined for those that sent nothing any more. */
  row: Row | undefined;
  points: number;
  /** Half of the change at least, or only its largest part. */
  most: boolean;
}

export function answerOf(row: Row, all: Measures): Answer {
  const [total, fraud] = [numberIn(row, 'total') ?? 0, numberIn(row, 'fraud') ?? 0];
  const rate = rateOf(row, all);
  const enough = fraud === 0 ? ('none' as const) : ('share' as const);
  return {
    says: total === 0 ? 'nothing' : rate === null ? 'few' : enough,
    total,
    fraud,
    rate,
    money: moneyOf(row['cost_at_risk'], row['spend']),
    isAssumed: moneyOf(row['cost_at_risk_assumed']).length > 0,
  };
}

/** The days of a range that are over: an unfinished day is not held against a whole one. */
export function finishedDays({ from, to }: DateRange, provisional: string): DateRange | undefined {
  const last = addDays(provisional, -1);
  const over = { from, to: to < last ? to : last };
  return over.to < from ? undefined : over;
}

export const lengthOf = ({ from, to }: DateRange): number => daysBetween(from, to) + 1;

interface Part {
  total: number;
  fraud: number;
}

const nowIn = (row: Row): Part => ({ total: numberIn(row, 'total') ?? 0, fraud: numberIn(row, 'fraud') ?? 0 });
const beforeIn = ({ previous }: Row): Part => ({
  total: previous?.['total'] ?? 0,
  fraud: previous?.['fraud'] ?? 0,
});

/** The change a share of this many must make to be more than chance: two-sided 95 % of two proportions. */
const Z = 1.96;
function chanceIn(now: Part, before: Part): number {
  const share = (now.fraud + before.fraud) / (now.total + before.total);
  return Z * Math.sqrt(share * (1 - share) * (1 / now.total + 1 / before.total));
}

/**
 * How the share moved against the period before. `sources` are the rows of publishers with what they had before; what
 * each adds to the change is its part of all now less its part of all before, and all of them add up to the change.
 */
export function changeOfShare(whole: Row, sources: readonly Row[], minimum: number): Change {
  const [now, before] = [nowIn(whole), beforeIn(whole)];
  if (now.total < minimum || before.total < minimum) return { is: 'unknown', points: 0, driver: undefined };
  const change = now.fraud / now.total - before.fraud / before.total;
  const points = 100 * change;
  if (Math.abs(change) <= chanceIn(now, before)) return { is: 'same', points, driver: undefined };
  const added = (part: Part, was: Part): number => 100 * (part.fraud / now.total - was.fraud / before.total);
  const parts: Omit<Driver, 'most'>[] = sources.map((row) => ({ row, points: added(nowIn(row), beforeIn(row)) }));
  const known = parts.reduce((sum, part) => sum + part.points, 0);
  if (sources.length > 0) parts.push({ row: undefined, points: points - known });
  const along = parts
    .filter((part) => part.points * points > 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const [first] = along;
  const driver = first && { ...first, most: Math.abs(first.points) >= Math.abs(points) / 2 };
  return { is: points > 0 ? 'more' : 'less', points, driver };
}
