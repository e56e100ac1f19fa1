/**
 * What own rules cost each event, estimated before anything runs. A point is 10 ns of one core; the worst of what was
 * measured, rounded up, since nobody knows beforehand which events a rule hits: those are looked at up to four times.
 *
 * Measured by previews over 300,000 clicks with long addresses, 2 cores, CPU time, less that of a preview of nothing
 * (once each, on a machine with other work; drafts of up to 20 rules of ten such conditions, each draft asked once,
 * since the engine remembers answers):
 *
 * | A condition asked of every event                                     | none hit    | all hit |
 * | -------------------------------------------------------------------- | ----------- | ------- |
 * | Number compared, text equal or in a list (of 10 or of 1,000)         | 3 to 15 ns  | 58 ns   |
 * | Text contained in an address, or at its start                        | 7 to 8 ns   |         |
 * | Network, for each length of prefix in the list                       | 9 to 15 ns  |         |
 * | Expression on address, referrer or user agent                        | 15 to 350 ns | 400 ns |
 * | Expression with 16 copies that keep several attempts under way       | 13 µs       |         |
 * | … with 49, 89, 178 copies                                            | 15, 33, 60 µs |       |
 */
import type { Condition } from '#platform/contract/condition.ts';
import { networkOf } from '#platform/contract/condition-predicate.ts';
import { tangledCopies } from '#platform/contract/regular-expression-cost.ts';
import type { CustomRule } from './rule.ts';

const POINTS_PER_SECOND = 1e8;

export const COMPARISON_POINTS = 5;
export const EXPRESSION_POINTS = 40;
/** For each copy, once they are so many that the engine gives its automaton up: measured at 12 to 16. */
const COPY_POINTS = 100;
const FEW_COPIES = 8;

/**
 * Of all own rules of a package together: 50 µs of each event that arrives or is swept. 1,000 plain comparisons, or 125
 * expressions. Source: a preview of 20 rules of ten expressions held the engine for 15 s at 300,000 events, and with
 * 5,000 comparisons it refuses to read the question ("AST is too big"), which is then each import. Two versions of
 * 1,000 that are in force one after the other it reads, three it does not.
 */
export const MAX_RULE_POINTS = 5_000;

/** What a condition costs an event that is asked all of it. Throws a PatternError for an expression that is none. */
export function pointsOf(when: Condition): number {
  if ('all' in when) return sum(when.all.map(pointsOf));
  if ('any' in when) return sum(when.any.map(pointsOf));
  if ('not' in when) return pointsOf(when.not);
  if (when.op === 'inNetwork')
    return COMPARISON_POINTS * new Set(when.values.map((value) => networkOf(value).prefix)).size;
  if (when.op !== 'matches') return COMPARISON_POINTS;
  const copies = tangledCopies(when.value);
  return EXPRESSION_POINTS + (copies > FEW_COPIES ? copies * COPY_POINTS : 0);
}

/** Own rules that look at events, the dearest first. One that is off costs nothing. */
export const dearestFirst = (custom: readonly CustomRule[]): { rule: CustomRule; points: number }[] =>
  custom
    .filter(({ mode }) => mode !== 'off')
    .map((rule) => ({ rule, points: pointsOf(rule.when) }))
    .sort((a, b) => b.points - a.points);

export const pointsOfRules = (custom: readonly CustomRule[]): number =>
  sum(dearestFirst(custom).map(({ points }) => points));

/** Seconds of one core. */
export const secondsFor = (points: number, events: number): number => (points * events) / POINTS_PER_SECOND;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
