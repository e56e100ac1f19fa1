import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import type { Decision, EventKind } from '#traffic/event/contract/event.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { columnOfField } from '#traffic/event/server/field-sql.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { planRules, planSourceDecision } from '#traffic/rules/server/rule-plan.ts';
import { compileJudge, type Judge } from '#traffic/rules/server/verdict.ts';
import { COMPARED_FACTS, SOURCE_COLUMNS, unknownSource } from '../facts/source-facts-sql.ts';
import { type Policy, ruleSetAt } from '../load-policy.ts';
import { VERDICT_COLUMNS } from './verdict-columns.ts';

/** Rows times rules and white-list entries: about 50 ms of this process, which serves people meanwhile. */
const FEW_TESTS = 150_000;
/** Reading a row costs as much as so many rules. */
const TESTS_OF_READING = 30;

/** `key` is the row id as text: a Join table takes no UUID keys. */
type Verdicts = { key: string } & Record<keyof typeof VERDICT_COLUMNS, unknown>;

/**
 * The verdicts of rows where they are few, by the JavaScript interpreter: the engine takes 100 to 500 ms to understand
 * seventy rules before it looks at the first row. Undefined where they are too many; then SQL is faster.
 */
export async function judgeFew(ch: ClickHouse, rows: Sql, policy: Policy): Promise<Verdicts[] | undefined> {
  const sets = [policy.ruleSet, ...(policy.earlier ?? []).map((each) => each.ruleSet)];
  // An event is tested by the version of its time alone.
  const rules = Math.max(...sets.map((set) => planRules(set).length));
  const { whiteList, sourceDecisions = [] } = policy;
  const few = Math.floor(FEW_TESTS / (TESTS_OF_READING + rules + whiteList.length + sourceDecisions.length));
  const [found] = await ch.query<{ rows: number }>(
    sql`SELECT count() AS rows FROM (SELECT 1 FROM (${rows}) LIMIT ${typed('UInt32', few + 1)})`,
    { lane: 'heavy' },
  );
  if (!found || found.rows > few) return undefined;
  if (found.rows === 0) return [];
  const fields = namedFields(sets, policy).map((name) => columnOfField(name));
  const source = policy.source ?? unknownSource;
  const facts = await ch.query<Fact>(
    sql`SELECT toString(row_id) AS row_id, decision, ${SOURCE_COLUMNS}, ${trusted(fields.join(', '))} FROM (${source(rows)})`,
    { lane: 'heavy', tag: 'judge-few' },
  );
  const judges = new Map<RuleSet, Judge>();
  const judgeOf = (set: RuleSet): Judge => {
    const judge = judges.get(set) ?? compileJudge(set, whiteList, sourceDecisions);
    judges.set(set, judge);
    return judge;
  };
  return facts.map((row) => {
    const judge = judgeOf(ruleSetAt(policy, new Date(`${row.ts.replace(' ', 'T')}Z`)));
    return { key: row.row_id, ...judge({ ...row, ...sourcesOf(row) }, row.decision) };
  });
}

interface Fact extends Record<string, unknown> {
  row_id: string;
  kind: EventKind;
  ts: string;
  decision: Decision;
  source_facts: (number | null)[];
}

/** What each event is compared by stands in the row itself. */
const sourcesOf = ({ source_facts: values, ...row }: Fact): Record<string, unknown> => ({
  ...Object.fromEntries(values.map((value, index) => [SOURCE_FACT_NAMES[index], value])),
  ...Object.fromEntries(COMPARED_FACTS.map((name) => [name, row[name]])),
});

/** Columns of the event that a rule in force or a white-list entry names, and those every judging looks at. */
function namedFields(sets: readonly RuleSet[], { whiteList, sourceDecisions = [] }: Policy): string[] {
  const conditions = [
    ...sets.flatMap((set) => planRules(set).flatMap(({ cases }) => cases.map(({ when }) => when))),
    ...whiteList.map(({ condition }) => condition),
    ...sourceDecisions.map(planSourceDecision),
  ];
  const sources: readonly string[] = SOURCE_FACT_NAMES;
  return [...new Set(['kind', 'ts', ...conditions.flatMap(fieldsOf)])].filter((name) => !sources.includes(name));
}

/** Rows with the verdicts that lie in `table`. */
export const withStoredVerdicts = (rows: Sql, table: Sql): Sql =>
  sql`SELECT * REPLACE (${joinSql(
    Object.keys(VERDICT_COLUMNS).map(
      (name) => sql`joinGet(${table}, ${trusted(`'${name}'`)}, toString(row_id)) AS ${trusted(name)}`,
    ),
    ', ',
  )}) FROM (${rows})`;
