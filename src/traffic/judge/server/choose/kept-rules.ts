import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { type PlannedRule, planRules } from '#traffic/rules/server/rule-plan.ts';
import { loadRuleSet, type Policy } from '../load-policy.ts';

/** A rule set that judged stored events; `before` is undefined when nobody knows any more what it was. */
export interface PastVersion {
  version: number;
  before: RuleSet | undefined;
}

/** The rule sets by which the events of a condition over `traffic` have their verdicts. */
export async function judgedBy(
  ch: ClickHouse,
  database: Database,
  {
    package: packageName,
    within,
    versions,
  }: { package: string; within: Sql; versions?: readonly number[] | undefined },
  options: QueryOptions,
): Promise<PastVersion[]> {
  return Promise.all(
    (versions ?? (await versionsIn(ch, within, options))).map(async (version) => ({
      version,
      before: await loadRuleSet(database, packageName, version),
    })),
  );
}

async function versionsIn(ch: ClickHouse, within: Sql, options: QueryOptions): Promise<number[]> {
  const found = await ch.query<{ version: number }>(
    sql`SELECT DISTINCT rule_version AS version FROM traffic WHERE ${within} ORDER BY version`,
    options,
  );
  return found.map(({ version }) => version);
}

export interface ChangedRule {
  id: string;
  old: PlannedRule | undefined;
  fresh: PlannedRule | undefined;
}

/** Rules that one of the two has otherwise than the other, or not at all. */
export function changedRules(before: RuleSet, now: RuleSet): ChangedRule[] {
  const [old, fresh] = [planOf(before), planOf(now)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((id) => old.get(id)?.text !== fresh.get(id)?.text)
    .map((id) => ({ id, old: old.get(id)?.rule, fresh: fresh.get(id)?.rule }));
}

type Plan = ReadonlyMap<string, { rule: PlannedRule; text: string }>;
/** Each set is compared with each: fifty versions would be planned some thousand times. */
const plans = new WeakMap<RuleSet, Plan>();

function planOf(set: RuleSet): Plan {
  const plan = plans.get(set) ?? new Map(planRules(set).map((rule) => [rule.id, { rule, text: JSON.stringify(rule) }]));
  plans.set(set, plan);
  return plan;
}

/** The same objects whenever they are asked for. */
export const plannedRules = (set: RuleSet): PlannedRule[] => [...planOf(set).values()].map(({ rule }) => rule);

/** All rule sets that judge something now. */
export const setsOf = ({ ruleSet, earlier = [] }: Policy): RuleSet[] => [
  ruleSet,
  ...earlier.map((each) => each.ruleSet),
];

/**
 * Rules every one of the versions had as the policy has them: an event keeps what they found, as long as its facts
 * stay. None when a version is not known any more.
 */
export function keptRules(versions: readonly PastVersion[], policy: Policy): ReadonlySet<string> | undefined {
  const sets = setsOf(policy);
  const changed = new Set<string>();
  for (const { before } of versions) {
    if (!before) return undefined;
    for (const set of sets) for (const { id } of changedRules(before, set)) changed.add(id);
  }
  return new Set(sets.flatMap((set) => planRules(set).map(({ id }) => id)).filter((id) => !changed.has(id)));
}

/** Of these, those that do not look at the sources of an event: what is kept when facts about sources are made anew. */
export function withoutSources(kept: ReadonlySet<string>, policy: Policy): ReadonlySet<string> {
  const looking = setsOf(policy).flatMap((set) =>
    planRules(set).filter(({ cases }) => cases.some(({ when }) => namesSource(when))),
  );
  const ids = new Set(looking.map(({ id }) => id));
  return new Set([...kept].filter((id) => !ids.has(id)));
}
