import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { loadRuleSet } from '#traffic/judge/server/load-policy.ts';
import { maskText } from '#traffic/rules/server/publisher-view.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { type PlannedRule, planRules } from '#traffic/rules/server/rule-plan.ts';
import type { EvidenceEvent } from './evidence-events.ts';
import { type Subject, subjectWhere } from './scope-sql.ts';

/** Rules that hit events of a subject, by the versions of the rule set that judged them. */
export interface RulesSeen {
  /** The newest first. */
  versions: readonly { version: number; rules: readonly PlannedRule[] }[];
  /** What any of them looked at. */
  fields: readonly string[];
}

/** Facts that say where in a list something was found stand in a column of their own. */
const APART: ReadonlySet<string> = new Set(['ip_list', 'ua_bot_match', 'publisher', 'kind']);

export async function rulesSeen(
  scope: Scope,
  { clickhouse, database }: { clickhouse: ClickHouse; database: Database },
  info: PackageInfo,
  subject: Subject,
): Promise<RulesSeen> {
  const found = await clickhouse.query<{ version: number; rule: string }>(
    sql`SELECT DISTINCT rule_version AS version, arrayJoin(if(empty(hits), [''], hits)) AS rule
      FROM traffic WHERE ${subjectWhere(scope, info, subject)} ORDER BY version DESC, rule`,
    { tag: 'evidence-rules', lane: 'heavy' },
  );
  const versions: { version: number; rules: PlannedRule[] }[] = [];
  for (const version of new Set(found.map((row) => row.version))) {
    const ruleSet = await loadRuleSet(database, info.package_name, version);
    const hit = new Set(found.filter((row) => row.version === version).map(({ rule }) => rule));
    const rules = ruleSet ? planRules(ruleSet, RULES, subject.publisher).filter(({ id }) => hit.has(id)) : [];
    versions.push({ version, rules });
  }
  const fields = versions.flatMap(({ rules }) =>
    rules.flatMap((rule) => rule.cases.flatMap(({ when }) => fieldsOf(when))),
  );
  return { versions, fields: [...new Set(fields)].filter((name) => !APART.has(name)).sort() };
}

/** What rules saw at an event, in words of the product: `ctit_seconds=3; ip_class=datacenter`. */
export interface Seen {
  /** Reasons of all rules that hit, the strongest first. */
  reasons: string;
  observed: string;
  limits: string;
  lists: string;
}

/** The same event after event; what the hits of many have in common is made once. */
export function seenBy(
  { versions, fields }: RulesSeen,
  { masked, listDate }: { masked: boolean; listDate: (entry: string) => string | null },
): (event: EvidenceEvent) => Seen {
  const rulesOf = new Map(versions.map(({ version, rules }) => [version, rules]));
  const known = new Map<string, { reasons: string; limits: string; fields: readonly number[] }>();
  const common = ({ rule_version, hits }: EvidenceEvent) => {
    const key = `${rule_version} ${hits.join(' ')}`;
    const found =
      known.get(key) ??
      commonOf(
        (rulesOf.get(rule_version) ?? []).filter(({ id }) => hits.includes(id)),
        fields,
      );
    known.set(key, found);
    return found;
  };
  const dated = (entry: string): string => {
    const date = entry === '' ? null : listDate(entry);
    return date === null ? entry : `${entry} (${date})`;
  };
  return (event) => {
    const { reasons, limits, fields: places } = common(event);
    const observed = places.flatMap((at) => {
      const [name, value] = [fields[at] ?? '', event.facts[at] ?? null];
      if (value === null || value === '') return [];
      return [`${name}=${masked && TRAFFIC_FIELDS[name]?.personal ? maskText(value) : value}`];
    });
    const lists = [event.ip_list, event.ua_bot_match].filter((entry) => entry !== '').map(dated);
    return { reasons: reasons || event.reason, observed: observed.join('; '), limits, lists: lists.join('; ') };
  };
}

function commonOf(rules: readonly PlannedRule[], fields: readonly string[]) {
  const looked = new Set(rules.flatMap((rule) => rule.cases.flatMap(({ when }) => fieldsOf(when))));
  const limits = rules.flatMap(({ id, limits: own }) => {
    const named = Object.entries(own).map(([name, value]) => `${name}=${value}`);
    return named.length === 0 ? [] : [`${id}: ${named.join(', ')}`];
  });
  return {
    reasons: [...new Set(rules.map(({ reason }) => reason))].join(' '),
    limits: limits.join('; '),
    fields: fields.flatMap((name, at) => (looked.has(name) ? [at] : [])),
  };
}
