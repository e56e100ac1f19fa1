import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { FINDINGS, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { TRUSTED_SQL } from '#traffic/event/server/families.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { type TrafficFilter, trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { RuleMeasure } from '#traffic/rule-sets/contract/rule-endpoints.ts';

/** What is asked about one rule. */
export interface Measured {
  id: string;
  reason: string;
  kinds: readonly EventKind[];
  needs: readonly string[];
  /** It records hits and decides nothing. */
  marks: boolean;
}

/**
 * Newest events looked at per kind to tell which facts the data have: enough for a share, bounded whatever the size.
 */
const LOOKED_AT = 20_000;

type Filter = Omit<TrafficFilter, 'kinds'>;

/**
 * What every rule did in the days of the filter. Bounded: one
 * pass over hits, one over kinds, one over the newest events.
 */
export async function measureRules(
  scope: Scope,
  ch: ClickHouse,
  filter: Filter,
  rules: readonly Measured[],
  signal?: AbortSignal,
): Promise<{ measures: Map<string, RuleMeasure>; events: number }> {
  const options = { tag: 'rule-catalogue', ...(signal ? { signal } : {}) };
  const where = trafficWhere(scope, { ...filter, kinds: [] });
  const [hits, kinds] = await Promise.all([
    ch.query<HitRow>(hitsSql(where, rules), options),
    ch.query<KindRow>(
      sql`SELECT toString(kind) AS kind, count() AS events, countIf(${TRUSTED_SQL}) AS trusted FROM traffic WHERE ${where} GROUP BY kind`,
      options,
    ),
  ]);
  const known = await knownFacts(ch, { scope, filter, kinds: kinds.map(({ kind }) => kind), rules }, options);
  const byRule = new Map(hits.map((row) => [row.rule, row]));
  const measures = rules.map((rule): [string, RuleMeasure] => {
    const own = kinds.filter(({ kind }) => rule.kinds.includes(kind));
    const sum = (of: (row: KindRow) => number): number => own.reduce((total, row) => total + of(row), 0);
    const found = byRule.get(rule.id);
    const trusted = { hits: found?.trusted ?? 0, events: sum((row) => row.trusted) };
    return [
      rule.id,
      {
        events: sum((row) => row.events),
        hits: found?.hits ?? 0,
        decided: found?.decided ?? 0,
        unique: found?.unique ?? 0,
        trusted: { ...trusted, rate: rateOf(trusted.hits, trusted.events) },
        blind:
          own.length === 0 ? [] : rule.needs.filter((fact) => own.every(({ kind }) => known(kind, fact) === false)),
      },
    ];
  });
  return { measures: new Map(measures), events: kinds.reduce((total, { events }) => total + events, 0) };
}

interface HitRow {
  rule: string;
  hits: number;
  decided: number;
  unique: number;
  trusted: number;
}

interface KindRow {
  kind: EventKind;
  events: number;
  trusted: number;
}

function hitsSql(where: Sql, rules: readonly Measured[]): Sql {
  const ids = typed(
    'Array(String)',
    rules.map(({ id }) => id),
  );
  const reasons = typed(
    'Array(String)',
    rules.map(({ reason }) => reason),
  );
  const marks = typed(
    'Array(String)',
    rules.filter((rule) => rule.marks).map(({ id }) => id),
  );
  const judged = sql`verdict != 'clean' AND decision = 'none'`;
  return sql`
SELECT toString(one) AS rule, count() AS hits,
  countIf(${judged} AND toString(reason) = transform(rule, ${ids}, ${reasons}, '') AND NOT has(${marks}, rule)) AS decided,
  countIf(${judged} AND deciding = 1 AND NOT has(${marks}, rule)) AS unique,
  countIf(trusted) AS trusted
FROM (
  SELECT hits AS ids, verdict, decision, reason, ${TRUSTED_SQL} AS trusted,
    arrayCount(hit -> NOT has(${marks}, toString(hit)), hits) AS deciding
  FROM traffic WHERE ${where} AND notEmpty(hits)
) ARRAY JOIN ids AS one GROUP BY rule`;
}

type Known = (kind: EventKind, fact: string) => boolean | undefined;

interface Asked {
  scope: Scope;
  filter: Filter;
  kinds: readonly EventKind[];
  rules: readonly Measured[];
}

/** Whether the data of a kind have a fact at all: among the newest events, or about any source of the period. */
async function knownFacts(ch: ClickHouse, asked: Asked, options: { tag: string }): Promise<Known> {
  const needed = [...new Set(asked.rules.flatMap(({ needs }) => needs))];
  if (asked.kinds.length === 0) return () => undefined;
  const [ofEvents, ofSources] = await Promise.all([
    knownOfEvents(ch, asked, needed.filter(isColumn), options),
    knownOfSources(ch, asked.filter, needed.filter(isSourceFact), options),
  ]);
  return (kind, fact) => ofEvents(kind, fact) ?? ofSources(kind, fact);
}

async function knownOfEvents(
  ch: ClickHouse,
  asked: Asked,
  facts: readonly string[],
  options: { tag: string },
): Promise<Known> {
  if (facts.length === 0) return () => undefined;
  const seen = joinSql(
    facts.map((fact) => sql`max(${present(fact)})`),
    ', ',
  );
  // Columns by name and each test once: reading a long question takes the engine longer than answering it.
  const columns = trusted([...new Set(facts.flatMap(columnsOf))].join(', '));
  const perKind = asked.kinds.map(
    (kind) =>
      sql`SELECT toString(kind) AS of, ${columns} FROM traffic
        WHERE ${trafficWhere(asked.scope, { ...asked.filter, kinds: [kind] })}
        ORDER BY package DESC, kind DESC, ts DESC LIMIT ${typed('UInt32', LOOKED_AT)}`,
  );
  const rows = await ch.query<KnownRow>(
    sql`SELECT of, [${seen}] AS known FROM (${joinSql(
      perKind.map((each) => sql`SELECT * FROM (${each})`),
      ' UNION ALL ',
    )}) GROUP BY of`,
    options,
  );
  return knownIn(rows, facts);
}

/** Facts about sources are kept by family of kinds. */
async function knownOfSources(
  ch: ClickHouse,
  { package: name, from, to }: Filter,
  facts: readonly SourceFactName[],
  options: { tag: string },
): Promise<Known> {
  if (facts.length === 0) return () => undefined;
  const seen = joinSql(
    facts.map((fact) => sql`max(isNotNull(${trusted(fact)}))`),
    ', ',
  );
  const rows = await ch.query<KnownRow>(
    sql`SELECT toString(family) AS of, [${seen}] AS known FROM source_fact FINAL
      WHERE package = ${typed('String', name)} AND day BETWEEN ${typed('Date', from)} AND ${typed('Date', to)} GROUP BY of`,
    options,
  );
  const known = knownIn(rows, facts);
  return (kind, fact) => {
    const family = Object.entries(SOURCE_FAMILIES).find(([, kinds]) => kinds.some((one) => one === kind))?.[0] ?? '';
    // Before the first sweep nobody knows anything about a source.
    return isSourceFact(fact) ? (known(family, fact) ?? false) : undefined;
  };
}

interface KnownRow {
  of: string;
  known: number[];
}

function knownIn(
  rows: readonly KnownRow[],
  facts: readonly string[],
): (of: string, fact: string) => boolean | undefined {
  const byRow = new Map(
    rows.map(({ of, known }) => [of, new Map(facts.map((fact, at) => [fact, Boolean(known[at])]))]),
  );
  return (of, fact) => byRow.get(of)?.get(fact);
}

const isColumn = (name: string): boolean => Object.hasOwn(TRAFFIC_SQL_FIELDS, name);
const isSourceFact = (name: string): name is SourceFactName => Object.hasOwn(SOURCE_FACTS, name);

/** For a finding "nothing" is an answer, so what it is made from has to be there, not the finding. */
const columnsOf = (fact: string): string[] =>
  [fact, ...(FINDINGS.has(fact) ? (TRAFFIC_FIELDS[fact]?.from ?? []) : [])].filter(isColumn);

const present = (fact: string): Sql => sql`toUInt8(${joinSql(columnsOf(fact).map(isThere), ' OR ')})`;

/** The names are columns of ours. */
function isThere(name: string): Sql {
  const column = trusted(name);
  const { valueType, missing } = TRAFFIC_SQL_FIELDS[name] ?? {};
  if (valueType === 'string') return sql`${column} != ''`;
  if (valueType === 'ip') return sql`${column} != toIPv6('::')`;
  return missing === undefined ? sql`isNotNull(${column})` : sql`${column} != 0`;
}
