import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { type OfPackage, ROW_OWNER, requireHeld } from '#traffic/event/server/held-rows.ts';
import { JUDGED_SQL_FIELDS, storedSource } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { bucketSql } from '#traffic/money/server/bucket-sql.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { type Claims, claimedBefore, dayIn, isLate, type Subject, subjectWhere } from './scope-sql.ts';

/** An event of an evidence file as it is read; amounts are decimal text. */
export interface EvidenceEvent {
  row_id: string;
  /** UTC, ISO with milliseconds. */
  time: string;
  day: string;
  kind: EventKind;
  event: string;
  verdict: string;
  reason: string;
  bucket: string;
  hits: string[];
  rule_version: number;
  publisher: string;
  sub_publisher: string;
  campaign: string;
  ad_set: string;
  placement: string;
  country: string;
  os: string;
  device_type: string;
  ip: string;
  as_name: string;
  ip_list: string;
  ua_bot_match: string;
  device_id: string;
  user_id: string;
  click_id: string;
  order_id: string;
  user_agent: string;
  currency: string;
  is_claimed: 0 | 1;
  is_late: 0 | 1;
  /** Values of the fields that rules looked at, in the order they were asked for; null where nothing is known. */
  facts: (string | null)[];
}

/** Columns of traffic that are handed on as they are. */
const PLAIN = [
  'verdict',
  'reason',
  'publisher',
  'sub_publisher',
  'campaign',
  'ad_set',
  'placement',
  'os',
  'device_type',
  'as_name',
  'ip_list',
  'ua_bot_match',
  'device_id',
  'user_id',
  'click_id',
  'order_id',
  'user_agent',
  'currency',
] as const;

const COUNTRY = trusted("toString(if(ip_country != '', ip_country, declared_country))");
const ADDRESS = trusted("if(ip = toIPv6('::'), '', replaceRegexpOne(toString(ip), '^::ffff:', ''))");
const TIME = trusted(
  "concat(formatDateTime(ts, '%FT%T'), '.', leftPad(toString(toUnixTimestamp64Milli(ts) % 1000), 3, '0'), 'Z')",
);

export interface Reading {
  info: PackageInfo;
  subject: Subject;
  claims: Claims;
  /** Fields of conditions whose values rules looked at. */
  fields: readonly string[];
}

/**
 * Every event of a subject by its time, never all in memory. Facts about sources are looked up as judging does.
 */
export async function evidenceEvents(
  scope: Scope,
  clickhouse: ClickHouse,
  reading: Reading,
  signal?: AbortSignal,
): Promise<AsyncGenerator<EvidenceEvent>> {
  const { info } = reading;
  const bytes = await clickhouse.stream(eventsSql(scope, reading), 'lines', {
    tag: 'evidence',
    // In the order of the table, which a join by one thread keeps; sorted anew, a million rows would be held.
    settings: { ...OF_COLUMNS, max_threads: 1, query_plan_remove_redundant_sorting: 0 },
    timeoutSeconds: 3600,
    ...(signal ? { signal } : {}),
  });
  return heldRows(jsonLines<EvidenceEvent & OfPackage>(bytes), info.package_name);
}

async function* heldRows(
  rows: AsyncIterable<EvidenceEvent & OfPackage>,
  packageName: string,
): AsyncGenerator<EvidenceEvent> {
  for await (const row of rows) {
    requireHeld(packageName, row);
    yield row;
  }
}

function eventsSql(scope: Scope, { info, subject, claims, fields }: Reading): Sql {
  const rows = sql`SELECT * FROM traffic WHERE ${subjectWhere(scope, info, subject)} ORDER BY package, kind, ts`;
  const isAboutSource = fields.some((name) => expressionOf(name).includes('source_'));
  const from = isAboutSource ? storedSource(info.package_name)(rows) : rows;
  return sql`SELECT toString(row_id) AS row_id, ${TIME} AS time, ${dayIn(info)} AS day, toString(kind) AS kind,
      toString(event_name) AS event, ${bucketSql(info)} AS bucket, hits, rule_version, ${COUNTRY} AS country, ${ADDRESS} AS ip,
      ${joinSql(
        PLAIN.map((name) => sql`toString(${trusted(name)}) AS ${trusted(name)}`),
        ', ',
      )},
      ${claimedBefore(info, subject, claims)} AS is_claimed, ${isLate(info, subject)} AS is_late,
      ${factsSql(fields)} AS facts, ${ROW_OWNER}
    FROM (${from})`;
}

const expressionOf = (name: string): string => JUDGED_SQL_FIELDS[name]?.expression ?? name;

const factsSql = (fields: readonly string[]): Sql =>
  fields.length === 0
    ? sql`CAST([], 'Array(Nullable(String))')`
    : sql`[${joinSql(
        fields.map((name) => sql`CAST(${trusted(expressionOf(name))}, 'Nullable(String)')`),
        ', ',
      )}]`;
