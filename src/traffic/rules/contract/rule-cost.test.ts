import { describe, expect, it } from 'vitest';
import { any, type Condition, eq, gt, not } from '#platform/contract/condition.ts';
import type { CustomRule } from './rule.ts';
import { MAX_RULE_POINTS, pointsOf, pointsOfRules, secondsFor } from './rule-cost.ts';

const matches = (value: string): Condition => ({ field: 'url', op: 'matches', value });
const rules = (count: number, each: readonly Condition[], mode: CustomRule['mode'] = 'suspect'): CustomRule[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `custom.r${index}`,
    title: 'Rule',
    reason: 'clk.frequency',
    kinds: ['click'],
    mode,
    when: any(...each),
  }));
const times = (count: number, one: Condition): Condition[] => Array.from({ length: count }, () => one);

describe('what own rules cost', () => {
  it.each([
    ['a comparison', gt('clicks_1m', 3), 5],
    ['a list, however long', { field: 'publisher', op: 'in', values: ['a', 'b', 'c'] }, 5],
    [
      'networks, by lengths of prefix',
      { field: 'ip', op: 'inNetwork', values: ['10.0.0.0/8', '11.0.0.0/8', '::/9'] },
      10,
    ],
    ['an expression', matches('bot[0-9]+'), 40],
    ['a count that does no harm', matches('id=[0-9a-f]{32}'), 40],
    ['a count that ties the engine up', matches('[0-9].{50}q'), 40 + 4_900],
    ['parts of a condition together', any(not(eq('os', 'iOS')), matches('x')), 45],
  ] satisfies [string, Condition, number][])('is told in points: %s', (_what, when, points) => {
    expect(pointsOf(when)).toBe(points);
  });

  it('leaves room for what people do, and none for hundreds of expressions', () => {
    expect(pointsOfRules(rules(100, times(10, gt('clicks_1m', 3))))).toBeLessThanOrEqual(MAX_RULE_POINTS);
    expect(pointsOfRules(rules(12, times(3, matches('bot[0-9]+'))))).toBeLessThan(MAX_RULE_POINTS / 3);
    expect(pointsOfRules(rules(20, times(10, matches('bot[0-9]+'))))).toBeGreaterThan(MAX_RULE_POINTS);
    expect(pointsOfRules(rules(20, times(10, matches('bot[0-9]+')), 'off'))).toBe(0);
  });

  it('grows with the events it is asked of', () => {
    expect(secondsFor(5_000, 6_000_000)).toBe(300);
  });
});
