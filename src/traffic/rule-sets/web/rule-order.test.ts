import { describe, expect, it } from 'vitest';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { describeRules } from '../server/catalogue.ts';
import { inOrder } from './rule-order.ts';

const [one, two, three] = describeRules(defaultRuleSet());
if (!one || !two || !three) throw new Error('There are more rules than three');
const rate = (share: number) => ({ share, low: 0, high: 1 });
const measured = {
  events: 900,
  hits: 0,
  decided: 0,
  unique: 0,
  blind: [],
  trusted: { hits: 0, events: 0, rate: null },
};
const rules = [
  { ...one, measured: { ...measured, hits: 5, unique: 5 } },
  { ...two, measured: { ...measured, hits: 70, trusted: { hits: 0, events: 90, rate: rate(0) } } },
  { ...three, measured: { ...measured, hits: 5, unique: 1, trusted: { hits: 9, events: 90, rate: rate(0.1) } } },
];

describe('the list of rules in order', () => {
  it.each([
    ['hits', [two.id, one.id, three.id]],
    ['unique', [one.id, three.id, two.id]],
    ['trusted', [three.id, two.id, one.id]],
  ] as const)('of %s has the most first, and what says nothing last', (order, ids) => {
    expect(inOrder(rules, order).map(({ id }) => id)).toEqual(ids);
  });
});
