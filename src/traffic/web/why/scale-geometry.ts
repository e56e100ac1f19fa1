import type { RuleExplanation, Signal } from '#traffic/contract/explanation.ts';
import { straightOp } from './condition-words.ts';

/** One numeric field of a rule as a drawn scale; positions are shares 0..1 of its length. */
export interface Scale {
  /** Where a hit begins and ends, mildest first, so that the graver one is painted over it. */
  zones: { from: number; to: number; verdict: 'fraud' | 'suspect' }[];
  limits: { at: number; value: number; verdict: 'fraud' | 'suspect' }[];
  value: number;
  logarithmic: boolean;
}

interface Band {
  low: number;
  high: number;
  verdict: 'fraud' | 'suspect';
}

/** Beyond this ratio the smaller end of a linear scale could not be told from zero. */
const LOGARITHMIC_FROM = 20;
const HEADROOM = 1.3;

const isComparison = (signal: Signal, field: string): boolean =>
  signal.field === field && typeof signal.limit === 'number';

/** The stretch of the field in which one grade hits: all its comparisons together. */
function bandOf(grade: RuleExplanation['cases'][number], field: string): Band | null {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const signal of grade.signals) {
    if (!isComparison(signal, field)) continue;
    const limit = Number(signal.limit);
    const { op } = straightOp(signal);
    if (op === 'lt' || op === 'lte') high = Math.min(high, limit);
    if (op === 'gt' || op === 'gte') low = Math.max(low, limit);
  }
  const bounded = Number.isFinite(low) || Number.isFinite(high);
  return bounded && low < high ? { low, high, verdict: grade.verdict } : null;
}

/** Fields of a rule that can be drawn: a number was observed and a limit stands beside it. */
export function scaleFields(rule: RuleExplanation): string[] {
  const numeric = rule.cases.flatMap(({ signals }) =>
    signals.filter((signal) => typeof signal.observed === 'number' && isComparison(signal, signal.field)),
  );
  return [...new Set(numeric.map(({ field }) => field))].filter((field) => scaleOf(rule, field) !== null);
}

export function scaleOf(rule: RuleExplanation, field: string): Scale | null {
  const observed = rule.cases.flatMap(({ signals }) => signals).find((signal) => signal.field === field)?.observed;
  const bands = rule.cases.flatMap((grade) => bandOf(grade, field) ?? []);
  if (typeof observed !== 'number' || bands.length === 0) return null;

  const limits = bands.flatMap(({ low, high, verdict }) =>
    [low, high].filter((limit) => Number.isFinite(limit) && limit !== 0).map((value) => ({ value, verdict })),
  );
  const points = [observed, ...limits.map(({ value }) => value)];
  const positive = points.filter((point) => point > 0);
  const top = Math.max(...points, 1);
  const logarithmic = points.every((p) => p > 0) && top / Math.min(...positive) > LOGARITHMIC_FROM;
  const [start, end] = logarithmic
    ? [Math.min(...positive) / 2, top * 2]
    : [Math.min(0, ...points) * HEADROOM, top * HEADROOM];
  const on = logarithmic ? Math.log : (n: number) => n;
  const at = (n: number): number => {
    const clamped = Math.min(end, Math.max(start, n));
    return (on(clamped) - on(start)) / (on(end) - on(start));
  };
  return {
    zones: bands.map(({ low, high, verdict }) => ({ from: at(low), to: at(high), verdict })).reverse(),
    limits: limits.map(({ value, verdict }) => ({ at: at(value), value, verdict })),
    value: at(observed),
    logarithmic,
  };
}
