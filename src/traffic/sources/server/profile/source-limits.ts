import type { Condition } from '#platform/contract/condition.ts';
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { COMPARED_FACTS } from '#traffic/judge/server/facts/source-facts-sql.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { planRules } from '#traffic/rules/server/rule-plan.ts';
import type { SourceFactRow } from '#traffic/sources/contract/source-endpoints.ts';

type Op = 'lt' | 'lte' | 'gt' | 'gte';

interface RuleLimit {
  rule: string;
  title: string;
  fact: string;
  op: Op;
  limit: number;
}

type FactRow = Record<string, number | string | null> & { of_day: string; of_family: string };

/** Without those that only events are compared by: limits of rules are multiples of them and would mean nothing here. */
const OWN_FACTS = SOURCE_FACT_NAMES.filter((name) => !COMPARED_FACTS.includes(name));

/** Facts about a publisher as a whole on each day of the range, against the limits of the rules that look at them. */
export async function sourceFactRows(
  ch: ClickHouse,
  wanted: { package: string; publisher: string; from: string; to: string; ruleSet: RuleSet },
  options: QueryOptions,
): Promise<SourceFactRow[]> {
  const columns = OWN_FACTS.flatMap((name) => [name, `${name}_n`, `${name}_base`]).join(', ');
  const rows = await ch.query<FactRow>(
    sql`SELECT toString(day) AS of_day, toString(family) AS of_family, ${trusted(columns)} FROM source_fact FINAL
      WHERE package = ${typed('String', wanted.package)} AND level = 'publisher'
        AND publisher = ${typed('String', wanted.publisher)}
        AND day BETWEEN ${typed('Date', wanted.from)} AND ${typed('Date', wanted.to)}
      ORDER BY day`,
    options,
  );
  const limits = limitsOf(wanted.ruleSet, wanted.publisher);
  const families = [...new Set(rows.map(({ of_family }) => of_family))];
  return families.flatMap((family) =>
    OWN_FACTS.flatMap((fact) => {
      const known = rows.filter((row) => row.of_family === family && typeof row[fact] === 'number');
      const newest = known.at(-1);
      if (!newest) return [];
      const own = limits.filter((limit) => limit.fact === fact);
      const crosses = (row: FactRow): boolean => own.some((limit) => holds(limit, Number(row[fact])));
      const base = newest[`${fact}_base`];
      return [
        {
          fact,
          family,
          day: newest.of_day,
          value: Number(newest[fact]),
          sample: Number(newest[`${fact}_n`] ?? 0),
          base: typeof base === 'number' ? base : null,
          limits: own.map(({ rule, title, op, limit }) => ({
            rule,
            title,
            op,
            limit,
            crossed: holds({ op, limit }, Number(newest[fact])),
          })),
          crossed_days: known.filter(crosses).length,
          days: known.length,
        },
      ];
    }),
  );
}

const holds = ({ op, limit }: Pick<RuleLimit, 'op' | 'limit'>, value: number): boolean => {
  if (op === 'lt') return value < limit;
  if (op === 'lte') return value <= limit;
  return op === 'gt' ? value > limit : value >= limit;
};

/** Comparisons of rules in force with facts about sources, at the limits that hold for the publisher. */
function limitsOf(ruleSet: RuleSet, publisher: string): RuleLimit[] {
  return planRules(ruleSet, RULES, publisher).flatMap(({ id, title, cases }) =>
    cases.flatMap(({ when }) => comparisonsOf(when).map((one) => ({ rule: id, title, ...one }))),
  );
}

function comparisonsOf(condition: Condition): Omit<RuleLimit, 'rule' | 'title'>[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsOf);
  if ('any' in condition) return condition.any.flatMap(comparisonsOf);
  if ('not' in condition || !SOURCE_FACT_NAMES.some((name) => name === condition.field)) return [];
  const { field, op } = condition;
  return op === 'lt' || op === 'lte' || op === 'gt' || op === 'gte'
    ? [{ fact: field, op, limit: condition.value }]
    : [];
}
