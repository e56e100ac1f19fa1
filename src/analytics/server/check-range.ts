import { addDays, addMonths } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { AnalyticsDeps } from './question.ts';

/**
 * 422 for a reversed range, for one that begins before the selectable history and for one that ends in the future.
 * History counts back from today, or from the newest event where the data of the package are older (an import of last
 * year's traffic can be looked at in full).
 */
export async function checkRange(
  deps: Pick<AnalyticsDeps, 'clickhouse'>,
  info: PackageInfo,
  { from, to }: { from: string; to: string },
  historyMonths: number,
): Promise<void> {
  if (from > to) throw appError('range_reversed', { field: 'fromDate' });
  // One day of grace: the caller's calendar may be ahead of the package's.
  if (to > addDays(info.today, 1))
    throw appError('refused', { field: 'toDate', message: 'The end date lies in the future' });
  if (from >= addMonths(info.today, -historyMonths)) return;
  const newest = await newestDay(deps, info);
  if (!newest || newest >= info.today || from < addMonths(newest, -historyMonths))
    throw appError('range_beyond_history', { field: 'fromDate' });
}

/** Day of the newest event, null without any. Asked only for ranges that today's history does not cover. */
async function newestDay({ clickhouse }: Pick<AnalyticsDeps, 'clickhouse'>, info: PackageInfo): Promise<string | null> {
  const [row] = await clickhouse.query<{ events: number; day: string }>(
    sql`SELECT count() AS events, toDate(max(ts), ${typed('String', info.time_zone)}) AS day FROM traffic
      WHERE package = ${typed('String', info.package_name)}`,
    { tag: 'newest-day' },
  );
  return row && row.events > 0 ? row.day : null;
}
