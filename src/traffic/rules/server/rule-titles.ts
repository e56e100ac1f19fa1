import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { RULES } from './registry.ts';

/** English titles by rule id, of the product's rules and of those people made; an id that is neither names itself. */
export function ruleTitles({ custom = [] }: RuleSet): (rule: string) => string {
  const titles = new Map([...RULES, ...custom].map(({ id, title }) => [id, title]));
  return (rule) => titles.get(rule) ?? rule;
}
