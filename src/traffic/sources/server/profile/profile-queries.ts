/** The questions behind the page of a publisher; each reads a few columns of the package's days once. */
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import type { Spent } from '#traffic/money/contract/paid-parts.ts';
import { type MoneySql, paidColumns } from '#traffic/money/server/money-sql.ts';
import { CTIT_EDGES } from '#traffic/sources/contract/source-endpoints.ts';

/** Rows of the package the caller may see, and a flag for those of the publisher. */
export interface Looked {
  /** The package's rows of the range; for publishers only their own. */
  all: Sql;
  own: Sql;
  money: MoneySql;
  timeZone: string;
  options: QueryOptions;
}

const CLICKS = trusted(`('click', 're_click', 'click_impression')`);
const CONVERSIONS = { app: trusted(`('install')`), web: trusted(`('web_event')`) } as const;
const TOP = 8;
export const MOST_SUB_PUBLISHERS = 200;

export interface TotalsRow extends Spent {
  events: number;
}

export const totals = (ch: ClickHouse, { own, money, options }: Looked): Promise<TotalsRow[]> =>
  ch.query(
    sql`SELECT toString(verdict) AS verdict, ${money.currency} AS spent_in, ${money.assumed} AS assumed, count() AS events,
      toString(sum(${money.amount})) AS spent FROM traffic WHERE ${own} GROUP BY verdict, spent_in, assumed`,
    options,
  );

/** Installs by bin of their click-to-install time: those of the publisher, and clean ones of the others. */
export async function ctitBins(
  ch: ClickHouse,
  { all, own, options }: Looked,
): Promise<{ own: number[]; others: number[] }> {
  const edges = typed('Array(Float64)', [...CTIT_EDGES]);
  const rows = await ch.query<{ is_own: number; bin: number; installs: number }>(
    sql`SELECT (${own}) AS is_own, arrayCount(edge -> ctit_seconds >= edge, ${edges}) AS bin, count() AS installs
      FROM traffic WHERE ${all} AND kind = 'install' AND ctit_seconds >= 0 AND (${own} OR verdict = 'clean')
      GROUP BY is_own, bin`,
    options,
  );
  const bins = (isOwn: number): number[] =>
    CTIT_EDGES.map((_, index) => rows.find((row) => row.is_own === isOwn && row.bin === index + 1)?.installs ?? 0);
  return { own: bins(1), others: bins(0) };
}

export async function hourCounts(
  ch: ClickHouse,
  { all, own, timeZone, options }: Looked,
): Promise<{ own: number[]; others: number[] }> {
  const rows = await ch.query<{ is_own: number; hour: number; events: number }>(
    sql`SELECT (${own}) AS is_own, toHour(ts, ${typed('String', timeZone)}) AS hour, count() AS events
      FROM traffic WHERE ${all} GROUP BY is_own, hour`,
    options,
  );
  const hours = (isOwn: number): number[] =>
    Array.from({ length: 24 }, (_, hour) => rows.find((row) => row.is_own === isOwn && row.hour === hour)?.events ?? 0);
  return { own: hours(1), others: hours(0) };
}

export interface NamedRow {
  name: string;
  own: number;
  others: number;
  own_total: number;
  others_total: number;
}

/**
 * The publisher's most frequent values of a column, with how often others have them. Rows that name none are left out.
 */
export function topValues(ch: ClickHouse, { all, own, options }: Looked, column: 'as_name' | 'device_model') {
  const name = trusted(column);
  return ch.query<NamedRow>(
    sql`SELECT toString(${name}) AS name, countIf(${own}) AS own, countIf(NOT (${own})) AS others,
      sum(own) OVER () AS own_total, sum(others) OVER () AS others_total
      FROM traffic WHERE ${all} AND ${name} != '' GROUP BY name ORDER BY own DESC, name LIMIT ${typed('UInt8', TOP)}`,
    options,
  );
}

export interface RatioRow {
  is_own: number;
  part: number;
  whole: number;
}

export const conversions = (ch: ClickHouse, { all, own, options }: Looked, platform: 'app' | 'web') =>
  ch.query<RatioRow>(
    sql`SELECT (${own}) AS is_own, countIf(kind IN ${CONVERSIONS[platform]}) AS part, countIf(kind IN ${CLICKS}) AS whole
      FROM traffic WHERE ${all} GROUP BY is_own`,
    options,
  );

/** Days before the range in which an earlier sight of a device counts. */
const MEMORY_DAYS = 90;
/** A click before its install is the same visit, not an earlier one. */
const SAME_VISIT_HOURS = 24;

/** Installs with a sound id whose device did nothing in the package before the visit that brought it. */
export const newDevices = (ch: ClickHouse, { all, own, options }: Looked, packageName: string) =>
  ch.query<RatioRow>(
    sql`SELECT is_own, countIf(seen >= ts - INTERVAL ${trusted(String(SAME_VISIT_HOURS))} HOUR) AS part, count() AS whole
      FROM (
        SELECT (${own}) AS is_own, person, traffic.ts AS ts FROM traffic
        WHERE ${all} AND kind = 'install' AND device_id_class = 'valid' AND person != 0
      ) AS installs
      INNER JOIN (
        SELECT person, min(ts) AS seen FROM traffic
        WHERE package = ${typed('String', packageName)} AND person IN (
            SELECT person FROM traffic WHERE ${all} AND kind = 'install' AND device_id_class = 'valid' AND person != 0)
          AND ts >= (SELECT min(ts) FROM traffic WHERE ${all}) - INTERVAL ${trusted(String(MEMORY_DAYS))} DAY
        GROUP BY person
      ) AS first USING (person)
      GROUP BY is_own`,
    options,
  );

export interface SubRow extends Paid {
  sub_publisher: string;
  events: number;
  fraud: number;
  suspect: number;
  clicks: number;
  conversions: number;
  all_of_them: number;
}

/** Verdicts of events of the kind; clicks and conversions beside them are of their own kinds. */
export const subPublishers = (
  ch: ClickHouse,
  { own, money, options }: Looked,
  isOfKind: Sql,
  platform: 'app' | 'web',
) =>
  ch.query<SubRow>(
    sql`SELECT toString(sub_publisher) AS sub_publisher, countIf(${isOfKind} AND verdict != 'filtered') AS events,
      countIf(${isOfKind} AND verdict = 'fraud') AS fraud, countIf(${isOfKind} AND verdict = 'suspect') AS suspect, countIf(kind IN ${CLICKS}) AS clicks,
      countIf(kind IN ${CONVERSIONS[platform]}) AS conversions, count() OVER () AS all_of_them, ${paidColumns(money, isOfKind)}
      FROM traffic WHERE ${own} GROUP BY sub_publisher
      ORDER BY events DESC, sub_publisher LIMIT ${typed('UInt16', MOST_SUB_PUBLISHERS)}`,
    options,
  );
