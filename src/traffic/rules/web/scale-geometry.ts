import { straightOp } from '#traffic/rules/contract/condition-words.ts';
import type { RuleExplanation, Signal } from '#traffic/rules/contract/explanation.ts';
import type { RuleCase } from '#traffic/rules/contract/rule.ts';

type Grade = RuleCase['verdict'];

/** One numeric field of a rule as a drawn scale; positions are shares 0..1 of its length. */
export interface Scale {
  /** Where a hit begins and ends, mildest first, so that the graver one is painted over it. */
  zones: { from: number; to: number; verdict: Grade }[];
  limits: { at: number; value: number; verdict: Grade }[];
  value: number;
  /** What others have; null where nobody can be compared with, or where that lies far outside. */
  usual: { at: number; value: number } | null;
  logarithmic: boolean;
}

interface Band {
  low: number;
  high: number;
  /** Its lower end is "at least", not "more than". */
  guarded: boolean;
  verdict: Grade;
}

/** Beyond this ratio the smaller end of a linear scale could not be told from zero. */
const LOGARITHMIC_FROM = 20;
/** A limit this many times further than value and nearest limit is only a guard; the scale ends before it. */
const TOO_FAR = 100;
const HEADROOM = 1.3;
/** Room left of a limit at zero, so that both of its sides are seen. */
const BELOW_ZERO = 0.2;

const isComparison = (signal: Signal, field: string): boolean =>
  signal.field === field && typeof signal.limit === 'number';

/** The stretch of the field in which one grade hits: all its comparisons together. */
function bandOf(grade: RuleExplanation['cases'][number], field: string): Band | null {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let guarded = false;
  for (const signal of grade.signals) {
    if (!isComparison(signal, field)) continue;
    const limit = Number(signal.limit);
    const { op } = straightOp(signal);
    if (op === 'lt' || op === 'lte') high = Math.min(high, limit);
    if ((op === 'gt' || op === 'gte') && limit >= low) {
      low = limit;
      guarded = op === 'gte';
    }
  }
  const bounded = Number.isFinite(low) || Number.isFinite(high);
  return bounded && low < high ? { low, high, guarded, verdict: grade.verdict } : null;
}

const contains = ({ low, high }: Band, value: number): boolean => value > low && value < high;

/** Ends of a zone that are limits. "At least 0" of a span of time only keeps the order of events and says nothing. */
function edgesOf({ low, high, verdict, guarded }: Band): Scale['limits'] {
  const ends = [guarded && low === 0 ? Number.NEGATIVE_INFINITY : low, high];
  return ends.filter(Number.isFinite).map((value) => ({ at: 0, value, verdict }));
}

export function scaleOf(rule: RuleExplanation, field: string): Scale | null {
  const own = rule.cases.flatMap(({ signals }) => signals).find((signal) => signal.field === field);
  const observed = own?.observed;
  if (typeof observed !== 'number') return null;
  const bands = rule.cases.flatMap((grade) => {
    const band = bandOf(grade, field);
    // A grade that does not hold although the value lies inside asks for something else too: its zone would lie.
    return band && (grade.holds || !contains(band, observed)) ? [band] : [];
  });
  if (bands.length === 0) return null;

  const all = bands.flatMap((band) => edgesOf(band));
  const nearest = Math.min(...all.map(({ value }) => Math.abs(value)).filter((size) => size > 0));
  const near = TOO_FAR * Math.max(Math.abs(observed), all.some(({ value }) => value === 0) ? 0 : nearest, 1);
  const limits = all.filter(({ value }) => Math.abs(value) <= near);
  const usual = typeof own?.baseline === 'number' && Math.abs(own.baseline) <= near ? own.baseline : null;
  const points = [observed, ...limits.map(({ value }) => value), ...(usual === null ? [] : [usual])];
  const top = Math.max(...points, 1);
  const least = Math.min(...points);
  const logarithmic = least > 0 && top / least > LOGARITHMIC_FROM;
  const bottom = least < 0 ? least * HEADROOM : limits.some(({ value }) => value === 0) ? -BELOW_ZERO * top : 0;
  const [start, end] = logarithmic ? [least / 2, top * 2] : [bottom, top * HEADROOM];
  const on = logarithmic ? Math.log : (n: number) => n;
  const at = (n: number): number => {
    const clamped = Math.min(end, Math.max(start, n));
    return (on(clamped) - on(start)) / (on(end) - on(start));
  };
  return {
    zones: bands.map(({ low, high, verdict }) => ({ from: at(low), to: at(high), verdict })).reverse(),
    limits: limits.map((limit) => ({ ...limit, at: at(limit.value) })),
    value: at(observed),
    usual: usual === null ? null : { at: at(usual), value: usual },
    logarithmic,
  };
}
