import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';

/** Days of a week beside the day it ends on, or begins on. */
export const WEEK_DAYS = 6;
/** Days before the day itself that both weeks that end with it hold. */
export const WEEKS_BEFORE = 2 * (WEEK_DAYS + 1) - 1;
/**
 * The days before that week that a baseline is made from: four weeks, none of whose facts the newest days still change.
 */
export const BASELINE_DAYS = { from: WEEK_DAYS + 28, to: WEEK_DAYS + 2 } as const;

/** First and newest day of a package that are counted. */
export interface CountedSpan {
  first: string;
  newest: string;
}

/**
 * The week that begins with a day is looked at once it is over and its last day's returns are in: what is found out
 * about a day is then changed once and not by every day of the week. Of the first week of a package at once, for it has
 * no other.
 */
export const looksAhead = (day: string, { first, newest }: CountedSpan): boolean =>
  addDays(day, WEEK_DAYS + 1) <= newest || day < addDays(first, WEEK_DAYS);

/** The same of a day in SQL. */
export const looksAheadSql = (day: Sql, { first, newest }: CountedSpan): Sql =>
  sql`(${day} + ${trusted(String(WEEK_DAYS + 1))} <= ${typed('Date', newest)} OR ${day} < ${typed('Date', addDays(first, WEEK_DAYS))})`;

/** Of the days before `before` where that is given; null where no day is counted. */
export async function countedSpan(ch: ClickHouse, packageName: string, before?: string): Promise<CountedSpan | null> {
  const earlier = before ? sql`AND d.day < ${typed('Date', before)}` : sql``;
  const [span] = await ch.query<CountedSpan & { rows: number }>(
    sql`SELECT toString(min(d.day)) AS first, toString(max(d.day)) AS newest, count() AS rows FROM source_day AS d FINAL
      WHERE package = ${typed('String', packageName)} AND d.level = 'publisher' ${earlier}`,
    { tag: 'sweep-days' },
  );
  return span && span.rows > 0 ? { first: span.first, newest: span.newest } : null;
}
