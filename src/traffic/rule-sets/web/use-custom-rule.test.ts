import { expect, it } from 'vitest';
import { faultsOfRule } from './use-custom-rule.ts';

const titleFault = (title: string) =>
  faultsOfRule({
    id: 'custom.a',
    title,
    reason: 'clk.frequency',
    kinds: ['click'],
    when: { all: [{ field: 'clicks_1m', op: 'gt', value: 5 }] },
    mode: 'suspect',
  }).title;

it('keeps a rule whose name the server would refuse out of the draft, and says why', () => {
  expect(titleFault('Many clicks')).toBe(false);
  expect(titleFault(' a ')).toBe('short');
  expect(titleFault('<img src=x>')).toBe('characters');
});
