import { expect, test } from 'vitest';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import { RULES } from '#traffic/rules/server/registry.ts';

const rules = new Map(RULES.map((rule) => [rule.id, rule]));

test('the catalogue has each of its 69 methods once, in order', () => {
  expect(CATALOGUE.map(({ number }) => number)).toEqual(Array.from({ length: 69 }, (_, index) => index + 1));
  expect(new Set(CATALOGUE.map(({ title }) => title)).size).toBe(69);
});

test.each(CATALOGUE.map((row) => [row.number, row] as const))(
  'method %i runs by rules that exist, or says what it waits for',
  (_number, { rules: ids, needs, when, reason }) => {
    const stages = ids.map((id) => rules.get(id)?.stage);
    expect([ids, stages.includes(undefined)]).toEqual([ids, false]);
    // Arrival methods may be counted per source as well; the others only are.
    if (when !== 'arrival') expect(new Set(stages).has('arrival')).toBe(false);
    else if (ids.length > 0) expect(stages).toContain('arrival');
    expect(ids.length > 0 || (needs ?? '').length > 20).toBe(true);
    if (needs !== undefined) expect(needs).toMatch(/^[A-Z].*\.$/);
    expect(REASONS[reason]).toBeDefined();
  },
);

test('every rule of the product stands in the catalogue, once', () => {
  const named = CATALOGUE.flatMap(({ rules: ids }) => ids);
  expect(named.sort()).toEqual([...rules.keys()].sort());
});
