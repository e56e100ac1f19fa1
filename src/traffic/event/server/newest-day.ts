import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

/** Day of the newest event of a package, in its time zone; undefined without any. */
export async function newestDay(
  ch: Pick<ClickHouse, 'query'>,
  { package_name, time_zone }: PackageInfo,
): Promise<string | undefined> {
  // Kind by kind the newest stands at the end of what is stored; all at once every event would be looked at.
  const newest = EVENT_KINDS.map(
    (kind) =>
      sql`SELECT ts FROM traffic WHERE package = ${typed('String', package_name)} AND kind = ${typed('String', kind)} ORDER BY ts DESC LIMIT 1`,
  );
  const [row] = await ch.query<{ day: string; events: number }>(
    sql`SELECT toString(toDate(max(ts), ${typed('String', time_zone)})) AS day, count() AS events FROM (${joinSql(newest, ' UNION ALL ')})`,
    { tag: 'newest-day' },
  );
  return row && row.events > 0 ? row.day : undefined;
}

/** The same, but today for a package without events or with some in the future: history counts back from there. */
export async function lastDay(ch: Pick<ClickHouse, 'query'>, info: PackageInfo): Promise<string> {
  const newest = await newestDay(ch, info);
  return newest !== undefined && newest < info.today ? newest : info.today;
}
