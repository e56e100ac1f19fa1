import { expect, test } from 'vitest';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import { RULES } from '#traffic/rules/server/registry.ts';

test('the catalogue has each of its 71 methods once, in order', () => {
  expect(CATALOGUE.map(({ number }) => number)).toEqual(Array.from({ length: 71 }, (_, index) => index + 1));
  expect(new Set(CATALOGUE.map(({ title }) => title)).size).toBe(71);
});

test.each(CATALOGUE.map((row) => [row.number, row] as const))(
  'method %i runs by rules that name it, or says what it waits for',
  (number, { runs, needs, when, reason }) => {
    const stages = RULES.filter(({ method }) => method === number).map(({ stage }) => stage);
    expect(runs).toBe(stages.length > 0);
    // Arrival methods may be counted per source as well; the others only are.
    if (when !== 'arrival') expect(new Set(stages).has('arrival')).toBe(false);
    else if (runs) expect(stages).toContain('arrival');
    expect(runs || (needs ?? '').length > 20).toBe(true);
    if (needs !== undefined) expect(needs).toMatch(/^[A-Z].*\.$/);
    expect(REASONS[reason]).toBeDefined();
  },
);

test('every rule of the product names a method of the catalogue', () => {
  const numbers = CATALOGUE.map(({ number }) => number);
  expect(RULES.filter(({ method }) => !numbers.includes(method)).map(({ id }) => id)).toEqual([]);
});
