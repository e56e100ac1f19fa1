import { expect, it } from 'vitest';
import { eq } from '#platform/contract/condition.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from './registry.ts';
import { ruleTitles } from './rule-titles.ts';

it('names rules of the product and those people made by their titles, and what is neither by its id', () => {
  const own: CustomRule = {
    id: 'custom_1',
    title: 'Night traffic of one city',
    reason: 'clk.fast',
    kinds: ['click'],
    when: eq('publisher', 'p'),
    mode: 'suspect',
  };
  const titleOf = ruleTitles({ ...defaultRuleSet(), custom: [own] });
  expect(['custom_1', 'declared_bot', 'gone'].map(titleOf)).toEqual([own.title, 'Declared bot', 'gone']);
});
