import type { FieldTypes } from '#platform/contract/condition-predicate.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/contract/event.ts';
import { FINDINGS, TRAFFIC_FIELDS } from '#traffic/contract/fields.ts';
import { rateOf } from '#traffic/contract/rate.ts';
import type { RuleMeasure } from '#traffic/contract/rule-endpoints.ts';
import { TRAFFIC_SQL_FIELDS } from '../store/field-sql.ts';
import { type TrafficFilter, trafficWhere } from '../store/traffic-where.ts';

/** What is asked about one rule. */
export interface Measured {
  id: string;
  reason: string;
  kinds: readonly EventKind[];
  needs: readonly string[];
  /** It records hits and decides nothing. */
  marks: boolean;
}

/** Traffic nobody is paid for, or that a person vouched for: what a rule hits there it most likely hits by mistake. */
const TRUSTED = sql`(install_type = 'organic' OR whitelist_id != 0)`;

/** Newest events looked at per kind to tell which facts the data have: enough for a share, bounded whatever the size. */
const LOOKED_AT = 20_000;

type Filter = Omit<TrafficFilter, 'kinds'>;

/** What every rule did in the days of the filter. Bounded: one pass over hits, one over kinds, one over the newest events. */
export async function measureRules(
  ch: ClickHouse,
  scope: Scope,
  filter: Filter,
  rules: readonly Measured[],
  signal?: AbortSignal,
): Promise<{ measures: Map<string, RuleMeasure>; events: number }> {
  const options = { tag: 'rule-catalogue', ...(signal ? { signal } : {}) };
  const where = trafficWhere(scope, { ...filter, kinds: [] });
  const [hits, kinds] = await Promise.all([
    ch.query<HitRow>(hitsSql(where, rules), options),
    ch.query<KindRow>(
      sql`SELECT toString(kind) AS kind, count() AS events, countIf(${TRUSTED}) AS trusted FROM traffic WHERE ${where} GROUP BY kind`,
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
  SELECT hits AS ids, verdict, decision, reason, ${TRUSTED} AS trusted,
    arrayCount(hit -> NOT has(${marks}, toString(hit)), hits) AS deciding
  FROM traffic WHERE ${where} AND notEmpty(hits)
) ARRAY JOIN ids AS one GROUP BY rule`;
}

/** Whether the newest events of a kind have a fact at all; undefined for what is no column of the event. */
async function knownFacts(
  ch: ClickHouse,
  asked: { scope: Scope; filter: Filter; kinds: readonly EventKind[]; rules: readonly Measured[] },
  options: { tag: string },
): Promise<(kind: EventKind, fact: string) => boolean | undefined> {
  const facts = [...new Set(asked.rules.flatMap(({ needs }) => needs))].filter((name) =>
    isColumn(name, TRAFFIC_FIELDS),
  );
  if (facts.length === 0 || asked.kinds.length === 0) return () => undefined;
  const seen = joinSql(
    facts.map((fact) => sql`max(${present(fact)})`),
    ', ',
  );
  const perKind = asked.kinds.map(
    (kind) =>
      sql`SELECT ${typed('String', kind)} AS of, [${seen}] AS known FROM (
        SELECT * FROM traffic WHERE ${trafficWhere(asked.scope, { ...asked.filter, kinds: [kind] })}
        ORDER BY package DESC, kind DESC, ts DESC LIMIT ${typed('UInt32', LOOKED_AT)})`,
  );
  const rows = await ch.query<{ of: EventKind; known: number[] }>(joinSql(perKind, ' UNION ALL '), options);
  const byKind = new Map(
    rows.map(({ of, known }) => [of, new Map(facts.map((fact, at) => [fact, Boolean(known[at])]))]),
  );
  return (kind, fact) => byKind.get(kind)?.get(fact);
}

const isColumn = (name: string, fields: FieldTypes): boolean => Object.hasOwn(fields, name);

/** For a finding "nothing" is an answer, so what it is made from has to be there, not the finding. */
function present(fact: string): Sql {
  const names = FINDINGS.has(fact) ? [fact, ...(TRAFFIC_FIELDS[fact]?.from ?? [])] : [fact];
  const tests = names
    .filter((name) => isColumn(name, TRAFFIC_FIELDS))
    .map((name) => conditionSql({ field: name, op: 'known' }, TRAFFIC_SQL_FIELDS));
  return sql`toUInt8(${joinSql(tests, ' OR ')})`;
}
