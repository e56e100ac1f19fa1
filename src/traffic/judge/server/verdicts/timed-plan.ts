import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { byStrength, type PlannedRule, planRules } from '#traffic/rules/server/rule-plan.ts';
import type { Policy } from '../load-policy.ts';

/** Event times from `from` on and before `until`; null has no end on that side. */
interface Span {
  from: Date | null;
  until: Date | null;
}

/** A rule with the event times it judges; without spans all of them. */
export interface TimedRule {
  rule: PlannedRule;
  spans: readonly Span[];
}

/** The versions of a policy with the times they judge, oldest first. */
export function versionsOf({ ruleSet, earlier = [] }: Policy) {
  const chain = [{ ruleSet, until: null as Date | null }, ...earlier].reverse();
  return chain.map((each, index) => ({ ...each, from: chain[index - 1]?.until ?? null }));
}

/**
 * The rules of all versions as one plan: what two versions have alike stands there once. Versions differ in a rule or
 * two, and a question that has every rule of each would grow with every save.
 */
export function timedPlan(policy: Policy): TimedRule[] {
  const versions = versionsOf(policy);
  const rules = new Map<string, { rule: PlannedRule; spans: Span[] }>();
  for (const { ruleSet, from, until } of versions)
    for (const rule of planRules(ruleSet)) {
      const key = JSON.stringify(rule);
      const timed = rules.get(key) ?? { rule, spans: [] };
      const last = timed.spans.at(-1);
      // The end of one version and the begin of the next are one value.
      if (last && last.until !== null && last.until === from) last.until = until;
      else timed.spans.push({ from, until });
      rules.set(key, timed);
    }
  return [...rules.values()]
    .map(({ rule, spans }) => ({ rule, spans: spans.some(isAlways) ? [] : spans }))
    .sort((a, b) => byStrength(a.rule, b.rule));
}

const isAlways = ({ from, until }: Span): boolean => from === null && until === null;

/** Whether a row's time is one of the rule's; undefined for a rule that judges all times. */
export function atItsTime({ spans }: TimedRule): Sql | undefined {
  const moment = (at: Date): Sql => sql`${typed("DateTime64(3, 'UTC')", at)}`;
  const bounds = spans.map(({ from, until }) => {
    const sides = [...(from ? [sql`ts >= ${moment(from)}`] : []), ...(until ? [sql`ts < ${moment(until)}`] : [])];
    return sql`(${joinSql(sides, ' AND ')})`;
  });
  return bounds.length > 0 ? sql`(${joinSql(bounds, ' OR ')})` : undefined;
}
