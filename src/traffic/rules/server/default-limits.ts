import type { Rule } from '#traffic/rules/contract/rule.ts';

export const defaultLimits = (rule: Rule): Record<string, number> =>
  Object.fromEntries(Object.entries(rule.limits).map(([name, limit]) => [name, limit.default]));
