import { inArray } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { sourceDecisionTable } from '#traffic/judge/server/tables.ts';
import { codeOfState, sourceDecisionSql } from '#traffic/judge/server/verdicts/source-decision-sql.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { moneyApart } from '#traffic/money/contract/paid-parts.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { type MoneySql, PAID_COLUMNS, paidColumns, paidIn } from '#traffic/money/server/money-sql.ts';
import { type RuleSet, SOURCE_STATES, type SourceDecision } from '#traffic/rules/contract/rule.ts';
import { bySourceThenNewest, isAboutSource, planRules } from '#traffic/rules/server/rule-plan.ts';
import { ruleTitles } from '#traffic/rules/server/rule-titles.ts';
import {
  SOURCE_FILTERS,
  type SourceFilter,
  type SourceRow,
  type SourceSort,
  type SourceVerdict,
} from '#traffic/sources/contract/decision-endpoints.ts';
import { type DecisionStores, decisionRow } from './decide-source.ts';
import { type SeenSource, seenBefore } from './seen-sources.ts';

export interface SourceQuestion {
  from: string;
  to: string;
  state?: SourceFilter | undefined;
  /** When the caller opened the list; now when absent. */
  visit?: string | undefined;
  search?: string | undefined;
  /** Only the parts of this one. */
  publisher?: string | undefined;
  sort?: SourceSort | undefined;
  order?: 'asc' | 'desc' | undefined;
  page: number;
  limit: number;
}

interface Counted extends Paid {
  publisher: string;
  sub_publisher: string;
  state: SourceVerdict;
  is_new: 0 | 1;
  since: string;
  rules: string[];
  events: number;
  fraud: number;
  suspect: number;
}

/** Statistics say nothing of small sources: of these the share of events called by what they show themselves does. */
const WATCHED_SHARE = 0.1;

type Numbers = Record<SourceFilter, number>;

/**
 * Sources of a range, as the question sorts them; else those new to the caller, then those with most money at risk, then
 * those with most events called.
 */
export async function listSources(
  scope: Scope,
  stores: DecisionStores,
  packageInfo: PackageInfo,
  question: SourceQuestion,
  signal?: AbortSignal,
): Promise<{ rows: SourceRow[]; total: number; states: Numbers }> {
  const packageName = requirePackage(scope, packageInfo.package_name);
  const visit = question.visit === undefined ? stores.now() : new Date(question.visit);
  const [{ sourceDecisions = [], ruleSet }, seen] = await Promise.all([
    loadPolicy(stores.database, packageName),
    seenBefore(scope, stores.database, packageName, visit),
  ]);
  const aboutSource = sourceRulesOf(ruleSet);
  const money = await moneyOf(stores, packageInfo, question, signal);
  const known = sql`(${countedSources(scope, packageInfo, question, { aboutSource, sourceDecisions, seen, money })})`;
  const { counted, states } = await onePage(
    stores.clickhouse,
    known,
    { ...question, currency: packageInfo.currency },
    signal,
  );
  const inForce = await decisionsInForce(stores.database, counted, sourceDecisions);
  const titleOf = ruleTitles(ruleSet);
  const { watched, confirmed, cleared, clean } = states;
  return {
    rows: counted.map(({ since, rules, is_new, ...counts }, index) => {
      const { money, rest: row } = moneyApart(counts);
      const decision = inForce[index];
      const told = decision ? decisionRow(decision, packageInfo.time_zone) : null;
      return {
        ...row,
        is_new: is_new === 1,
        money,
        rules: rules.map((rule) => ({ rule, title: titleOf(rule) })),
        decision: told,
        since: told ? told.from : row.state === 'watched' ? since : null,
      };
    }),
    total: question.state ? states[question.state] : watched + confirmed + cleared + clean,
    states,
  };
}

/** Names of the watched sources of a range, those with most events called first: without their money. */
export async function watchedSources(
  scope: Scope,
  stores: DecisionStores,
  packageInfo: PackageInfo,
  range: Pick<SourceQuestion, 'from' | 'to'>,
  signal?: AbortSignal,
): Promise<SeenSource[]> {
  const { sourceDecisions = [], ruleSet } = await loadPolicy(stores.database, packageInfo.package_name);
  const known = countedSources(scope, packageInfo, range, {
    aboutSource: sourceRulesOf(ruleSet),
    sourceDecisions,
    seen: [],
    money: null,
  });
  return stores.clickhouse.query<SeenSource>(
    sql`SELECT publisher, sub_publisher FROM (${known}) WHERE state = 'watched'
      ORDER BY fraud + suspect DESC, publisher, sub_publisher`,
    { tag: 'sources', ...(signal ? { signal } : {}) },
  );
}

const sourceRulesOf = (ruleSet: RuleSet): string[] =>
  planRules(ruleSet)
    .filter(isAboutSource)
    .map(({ id }) => id);

const sortedBy = (sort: SourceSort, currency: string): Sql => {
  if (sort === 'fraud_rate') return sql`fraud / events`;
  return sort === 'at_risk' || sort === 'suspect_cost' || sort === 'spend' ? paidIn(sort, currency) : trusted(sort);
};

/** Rows of a page, and how many sources there are of each state: both from one reading of the range. */
async function onePage(
  ch: DecisionStores['clickhouse'],
  known: Sql,
  { state, page, limit, currency, sort, order }: SourceQuestion & { currency: string },
  signal?: AbortSignal,
): Promise<{ counted: Counted[]; states: Numbers }> {
  const options = { tag: 'sources', ...(signal ? { signal } : {}) };
  const isOf = (filter: SourceFilter): Sql =>
    filter === 'new' ? sql`is_new` : sql`state = ${typed('String', filter)}`;
  const counts = joinSql(
    SOURCE_FILTERS.map((filter) => sql`countIf(${isOf(filter)})`),
    ', ',
  );
  const numbersOf = (counted: readonly number[]): Numbers => {
    const of = (filter: SourceFilter): number => counted[SOURCE_FILTERS.indexOf(filter)] ?? 0;
    return {
      new: of('new'),
      watched: of('watched'),
      confirmed: of('confirmed'),
      cleared: of('cleared'),
      clean: of('clean'),
    };
  };
  const found = await ch.query<Counted & { numbers: number[] }>(
    sql`SELECT * FROM (SELECT *, array(${joinSql(
      SOURCE_FILTERS.map((filter) => sql`countIf(${isOf(filter)}) OVER ()`),
      ', ',
    )}) AS numbers FROM ${known})
      WHERE ${state ? isOf(state) : sql`true`}
      ORDER BY ${sort ? sql`${sortedBy(sort, currency)} ${trusted(order ?? 'desc')}` : sql`is_new DESC`}, ${paidIn('at_risk', currency)} DESC, fraud + suspect DESC, events DESC, publisher, sub_publisher
      LIMIT ${typed('UInt32', limit)} OFFSET ${typed('UInt32', (page - 1) * limit)}`,
    options,
  );
  const [first] = found;
  if (first) return { counted: found.map(({ numbers: _, ...row }) => row), states: numbersOf(first.numbers) };
  // A page without rows carries no numbers.
  const [alone] = await ch.query<{ numbers: number[] }>(sql`SELECT array(${counts}) AS numbers FROM ${known}`, options);
  return { counted: [], states: numbersOf(alone?.numbers ?? []) };
}

/** A row for every source of the range: what is said of it now, and what its events were called. */
function countedSources(
  scope: Scope,
  { package_name, time_zone }: PackageInfo,
  { from, to, search = '', publisher }: Pick<SourceQuestion, 'from' | 'to' | 'search' | 'publisher'>,
  {
    aboutSource,
    sourceDecisions,
    seen,
    money,
  }: {
    aboutSource: string[];
    sourceDecisions: readonly SourceDecision[];
    seen: readonly SeenSource[];
    /** Null leaves it out. */
    money: MoneySql | null;
  },
): Sql {
  const where = trafficWhere(scope, {
    package: package_name,
    kinds: [],
    from,
    to,
    timeZone: time_zone,
    where: publisher === undefined ? {} : { publisher: [publisher] },
  });
  const ids = typed('Array(String)', aboutSource);
  const matching =
    search.trim() === ''
      ? sql`true`
      : sql`(positionCaseInsensitiveUTF8(publisher, ${typed('String', search.trim())}) > 0 OR positionCaseInsensitiveUTF8(sub_publisher, ${typed('String', search.trim())}) > 0)`;
  const called = sql`verdict IN ('fraud', 'suspect')`;
  const states = [
    ...SOURCE_STATES.map((state) => sql`decided = ${trusted(String(codeOfState(state)))}, ${typed('String', state)}`),
    sql`by_statistics > 0 OR fraud + suspect >= events * ${trusted(String(WATCHED_SHARE))}, 'watched'`,
    sql`'clean'`,
  ];
  const [seenPublishers, seenSites] = [
    seen.map(({ publisher }) => publisher),
    seen.map((source) => source.sub_publisher),
  ];
  const known = sql`(SELECT arrayJoin(arrayZip(${typed('Array(String)', seenPublishers)}, ${typed('Array(String)', seenSites)})))`;
  return sql`
SELECT publisher, sub_publisher, multiIf(${joinSql(states, ', ')}) AS state,
  toUInt8(state = 'watched' AND (publisher, sub_publisher) NOT IN ${known}) AS is_new,
  toString(toDate(fromUnixTimestamp64Milli(first_called, ${typed('String', time_zone)}))) AS since,
  arrayMap(pair -> pair.1, arraySort(pair -> (-pair.2, pair.1), arrayZip(called_by.1, called_by.2))) AS rules,
  events, fraud, suspect${money ? sql`, ${PAID_COLUMNS}` : sql``}
FROM (
  SELECT *, ${sourceDecisionSql(sourceDecisions)} AS decided FROM (SELECT *, now64(3, 'UTC') AS ts FROM (
    SELECT toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
      countIf(verdict != 'filtered') AS events, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect,
      countIf(${called} AND hasAny(hits, ${ids})) AS by_statistics, minIf(toUnixTimestamp64Milli(ts), ${called}) AS first_called,
      sumMap(if(${called}, hits, []) AS by_rule, arrayMap(hit -> toUInt64(1), by_rule)) AS called_by${money ? sql`, ${paidColumns(money)}` : sql``}
    FROM traffic WHERE ${where} AND publisher NOT IN ('', ${typed('String', OWN_SITE)}) AND ${matching}
    GROUP BY publisher, sub_publisher
  ) WHERE events > 0)
)`;
}

/** The decision of each source that counts now, in the order of `sources`. */
async function decisionsInForce(
  { db }: Database,
  sources: readonly { publisher: string; sub_publisher: string }[],
  sourceDecisions: readonly SourceDecision[],
): Promise<(typeof sourceDecisionTable.$inferSelect | undefined)[]> {
  const order = bySourceThenNewest(sourceDecisions);
  const ids = sources.map(
    (source) =>
      order.find(
        ({ publisher, sub_publisher }) =>
          publisher === source.publisher && (sub_publisher === null || sub_publisher === source.sub_publisher),
      )?.id,
  );
  const named = ids.filter((id) => id !== undefined);
  if (named.length === 0) return ids.map(() => undefined);
  const rows = await db.select().from(sourceDecisionTable).where(inArray(sourceDecisionTable.id, named));
  return ids.map((id) => rows.find((row) => row.id === id));
}
