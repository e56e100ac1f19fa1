import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/contract/event.ts';
import type { RuleSet } from '#traffic/contract/rule.ts';
import type { RowsKnown } from '../judge/judge-sql.ts';
import { changedRules, judgedBy, keptRules, setsOf } from '../judge/kept-rules.ts';
import type { Policy } from '../judge/load-policy.ts';
import { atTheTime } from '../judge/verdict-columns.ts';
import type { PlannedRule } from '../rules/rule-plan.ts';
import { TRAFFIC_SQL_FIELDS } from '../store/field-sql.ts';

/**
 * A condition over `traffic` for the rows a draft can judge otherwise than the version that judged them: those that a rule
 * which differs has hit and would not, or would hit and has not. What only unchanged rules look at keeps its hits, and so
 * its verdict; most drafts touch one rule in seventy.
 */
export async function touchedBy(
  ch: ClickHouse,
  database: Database,
  { package: packageName, within, policy }: { package: string; within: Sql; policy: Policy },
  options: QueryOptions,
): Promise<Touched> {
  const versions = await judgedBy(ch, database, { package: packageName, within }, options);
  const parts = versions.map(
    ({ version, before }) =>
      sql`rule_version = ${typed('UInt32', version)} AND ${before ? inTime(before, policy) : sql`true`}`,
  );
  const where = parts.length > 0 ? sql`(${joinSql(parts, ' OR ')})` : sql`false`;
  const kept = keptRules(versions, policy);
  if (!kept) return { where, known: { kinds: new Set(EVENT_KINDS) } };
  const changed = versions.flatMap(({ before }) =>
    before ? setsOf(policy).flatMap((set) => changedRules(before, set)) : [],
  );
  const kinds = new Set(changed.flatMap(({ old, fresh }) => [...(old?.kinds ?? []), ...(fresh?.kinds ?? [])]));
  return { where, known: { kinds, kept } };
}

export interface Touched {
  where: Sql;
  /** Of all such rows. */
  known: RowsKnown & { kinds: ReadonlySet<EventKind> };
}

const inTime = (before: RuleSet, { ruleSet, earlier = [] }: Policy): Sql =>
  atTheTime(
    [...earlier.toReversed(), { ruleSet, until: null }].map((each) => ({
      until: each.until,
      value: touchedRows(before, each.ruleSet),
    })),
  );

function touchedRows(before: RuleSet, draft: RuleSet): Sql {
  const changed = changedRules(before, draft);
  if (changed.length === 0) return sql`false`;
  return sql`(${joinSql(
    changed.map(({ id, old, fresh }) => {
      const has = sql`has(hits, ${typed('String', id)})`;
      const ofKind = kindsIn([...(old?.kinds ?? []), ...(fresh?.kinds ?? [])]);
      if (!fresh) return sql`(${ofKind} AND ${has})`;
      return old && differOnlyInLimits(old, fresh)
        ? sql`(${ofKind} AND ${has} != ${wouldHit(fresh)})`
        : sql`(${ofKind} AND (${has} OR ${wouldHit(fresh)}))`;
    }),
    ' OR ',
  )})`;
}

/** One grade before and after, on the same kinds: an event both hit, or both pass over, is judged the same. */
function differOnlyInLimits(old: PlannedRule, fresh: PlannedRule): boolean {
  const gradeOf = ({ reason, stage, kinds, cases }: PlannedRule): string =>
    JSON.stringify([reason, kinds, stage, [...new Set(cases.map(({ verdict, decides }) => `${verdict} ${decides}`))]]);
  const oneGrade = new Set(old.cases.map(({ verdict, decides }) => `${verdict} ${decides}`)).size === 1;
  return oneGrade && old.stage === 'arrival' && gradeOf(old) === gradeOf(fresh);
}

const kindsIn = (kinds: readonly EventKind[]): Sql => sql`kind IN ${typed('Array(String)', [...new Set(kinds)])}`;

/** Facts about sources would have to be looked up for every row: all rows of these kinds are judged instead. */
function wouldHit({ kinds, stage, cases }: PlannedRule): Sql {
  const ofKind = kindsIn(kinds);
  if (stage === 'sweep') return ofKind;
  const holds = cases.map(({ when }) => conditionSql(when, TRAFFIC_SQL_FIELDS));
  return sql`(${ofKind} AND (${joinSql(holds, ' OR ')}))`;
}
