import { ok } from '#platform/contract/envelopes.ts';
import { may } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { ListInfo } from '#traffic/lists/contract/lists.ts';
import type { Rule } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from '#traffic/rules/server/default-limits.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { docs, type RuleDoc } from '../contract/endpoints.ts';

/** Documentation of what only the server knows: rules and lists. */
export const docsRoutes = ({ lists }: { lists: () => readonly ListInfo[] }): Route[] =>
  implement(docs)({
    rules: async ({ scope }) => ok(RULES.map((rule) => describeRule(rule, may(scope, 'rules.read')))),
    lists: async ({ scope }) => ok(lists().filter((list) => may(scope, 'rules.read') || isPublic(list))),
  });

/** Which lists an operator loaded, and which questions stay open, tells a fraudster where to go. */
const isPublic = ({ origin, blind }: ListInfo): boolean => origin === 'shipped' && !blind;

function describeRule(rule: Rule, confidential: boolean): RuleDoc {
  const { id, title, method, reason, stage, kinds, needs, looksAt, falsePositives, source } = rule;
  const limits = Object.entries(rule.limits).map(([name, limit]) => ({ name, ...limit }));
  const verdicts = [...new Set(rule.cases(defaultLimits(rule)).map(({ verdict }) => verdict))];
  return {
    id,
    title,
    method,
    reason,
    stage,
    verdicts,
    kinds: [...kinds],
    needs: [...needs],
    looksAt,
    ...(confidential ? { confidential: { limits, falsePositives, source } } : {}),
  };
}
