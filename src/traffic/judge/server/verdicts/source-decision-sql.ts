import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_STATES, type SourceDecision } from '#traffic/rules/contract/rule.ts';
import { bySourceThenNewest } from '#traffic/rules/server/rule-plan.ts';

/** What was decided about a source as the engine sees it; 0 is nothing. */
export const codeOfState = (state: SourceDecision['state']): number => SOURCE_STATES.indexOf(state) + 1;

/** Columns it reads where anything was decided. */
export const SOURCE_DECISION_INPUT = ['publisher', 'sub_publisher', 'ts'] as const;

const SITE = sql`concat(toString(publisher), '\0', toString(sub_publisher))`;

/**
 * What a person decided about the source of a row, as a code. One lookup for sub-publishers and one for publishers, however
 * many there are: a question of hundreds of comparisons takes longer to read than its answer. The twin of
 * `compileSourceDecisions`.
 */
export function sourceDecisionSql(decisions: readonly SourceDecision[]): Sql {
  const inOrder = bySourceThenNewest(decisions);
  const ofSites = inOrder.filter(({ sub_publisher }) => sub_publisher !== null);
  const ofPublishers = inOrder.filter(({ sub_publisher }) => sub_publisher === null);
  const levels = [
    ...(ofSites.length > 0 ? [lookup(ofSites, SITE, (each) => `${each.publisher}\0${each.sub_publisher}`)] : []),
    ...(ofPublishers.length > 0 ? [lookup(ofPublishers, sql`toString(publisher)`, ({ publisher }) => publisher)] : []),
  ];
  const [first, second] = levels;
  if (first === undefined) return sql`toUInt8(0)`;
  return second === undefined ? first : sql`if(${first} != 0, ${first}, ${second})`;
}

/** The newest of a source that had begun when the event happened; lists begin with what stands for no source. */
function lookup(decisions: readonly SourceDecision[], key: Sql, keyOf: (each: SourceDecision) => string): Sql {
  const sources = [...new Set(decisions.map(keyOf))].map((name) => ({
    name,
    said: decisions.filter((each) => keyOf(each) === name),
  }));
  const places = trusted(`CAST([${sources.map((_, index) => index + 2).join(', ')}], 'Array(UInt32)')`);
  const names = typed(
    'Array(String)',
    sources.map(({ name }) => name),
  );
  const place = sql`transform(${key}, ${names}, ${places}, toUInt32(1))`;
  const states = sources.map(({ said }) => `[${said.map(({ state }) => codeOfState(state)).join(', ')}]`);
  const begins = sources.map(
    ({ said }) => `[${said.map(({ from }) => (from === null ? 0 : Date.parse(from))).join(', ')}]`,
  );
  const listed = (lists: string[], type: string): Sql => trusted(`CAST([[], ${lists.join(', ')}], '${type}')`);
  return sql`arrayFirst((state, began) -> began <= toUnixTimestamp64Milli(ts), ${joinSql(
    [sql`${listed(states, 'Array(Array(UInt8))')}[${place}]`, sql`${listed(begins, 'Array(Array(Int64))')}[${place}]`],
    ', ',
  )})`;
}
