import { addDays } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import type { Measured } from './measure-rules.ts';

const DAYS = 30;
const SAMPLES = 10;
const VALUES = 30;
/** Columns that hold names: few values, many times. Ids and addresses are typed in, not picked. */
const NAMES: ReadonlySet<string> = new Set(
  [...Object.entries(RAW_COLUMNS), ...Object.entries(FACTS)]
    .filter(([, { type }]) => type.startsWith('LowCardinality'))
    .map(([name]) => name),
);

type Hits = Answer<typeof ruleEndpoints.hits>['data'];
type Values = Answer<typeof conditionEndpoints.values>['data'];

const filterOf = async (scope: Scope, ch: ClickHouse, packageInfo: PackageInfo) => {
  const to = await lastDay(ch, packageInfo);
  const range = { from: addDays(to, 1 - DAYS), to };
  const name = requirePackage(scope, packageInfo.package_name);
  const filter = { package: name, ...range, timeZone: packageInfo.time_zone, kinds: [], where: {} };
  return { range, where: trafficWhere(scope, filter) };
};

/** Hits of one rule by day, every day of the period, and the newest events it hit. */
export async function ruleHits(
  scope: Scope,
  ch: ClickHouse,
  packageInfo: PackageInfo,
  rule: Pick<Measured, 'id' | 'reason' | 'marks'>,
  signal?: AbortSignal,
): Promise<Hits> {
  const { range, where } = await filterOf(scope, ch, packageInfo);
  const hit = sql`${where} AND has(hits, ${typed('String', rule.id)})`;
  const decides = rule.marks ? sql`0` : sql`decision = 'none' AND reason = ${typed('String', rule.reason)}`;
  const options = { tag: 'rule-hits', ...(signal ? { signal } : {}) };
  const [days, samples] = await Promise.all([
    ch.query<{ day: string; found: number; decided: number }>(
      sql`SELECT toString(toDate(ts, ${typed('String', packageInfo.time_zone)})) AS day, count() AS found,
        countIf(${decides}) AS decided
        FROM traffic WHERE ${hit} GROUP BY day`,
      options,
    ),
    ch.query<Omit<Hits['samples'][number], 'row_id' | 'ts'> & { id: string; happened: string }>(
      sql`SELECT toString(row_id) AS id, toString(kind) AS kind, toString(publisher) AS publisher,
        toString(verdict) AS verdict, toString(reason) AS reason, formatDateTime(ts, '%FT%TZ') AS happened
        FROM traffic WHERE (ts, row_id) IN (
          SELECT ts, row_id FROM traffic WHERE ${hit} ORDER BY ts DESC, row_id LIMIT ${typed('UInt8', SAMPLES)})
          AND ${where}
        ORDER BY happened DESC, id`,
      options,
    ),
  ]);
  const byDay = new Map(days.map(({ day, found, decided }) => [day, { day, hits: found, decided }]));
  return {
    ...range,
    days: Array.from({ length: DAYS }, (_, index) => addDays(range.from, index)).map(
      (day) => byDay.get(day) ?? { day, hits: 0, decided: 0 },
    ),
    samples: samples.map(({ id, happened, ...row }) => ({ ...row, row_id: id, ts: happened })),
  };
}

/** Most frequent values of a column of names in the newest 30 days; empty for other fields. */
export async function fieldValues(
  scope: Scope,
  ch: ClickHouse,
  packageInfo: PackageInfo,
  { field, search = '' }: { field: string; search?: string | undefined },
  signal?: AbortSignal,
): Promise<Values> {
  if (!NAMES.has(field)) return [];
  const { where } = await filterOf(scope, ch, packageInfo);
  const column = trusted(field);
  const wanted = search.trim();
  const matching =
    wanted === '' ? sql`1` : sql`positionCaseInsensitiveUTF8(toString(${column}), ${typed('String', wanted)}) > 0`;
  return ch.query(
    sql`SELECT toString(${column}) AS value, count() AS events FROM traffic
      WHERE ${where} AND value != '' AND ${matching}
      GROUP BY value ORDER BY events DESC, value LIMIT ${typed('UInt8', VALUES)}`,
    { tag: 'field-values', ...(signal ? { signal } : {}) },
  );
}
