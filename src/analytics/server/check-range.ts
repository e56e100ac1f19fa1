import { addDays, addMonths } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { newestDay } from '#traffic/event/server/newest-day.ts';
import type { AnalyticsDeps } from './question.ts';
import { refuse } from './refuse.ts';
import { singleFlight } from './single-flight.ts';

export type CheckRange = (
  info: PackageInfo,
  range: { from: string; to: string },
  historyMonths: number,
) => Promise<void>;

/**
 * 422 for a reversed range, for one that begins before the selectable history and for one that ends in the future.
 * History counts back from today, or from the newest event where the data of the package are older (an import of last
 * year's traffic can be looked at in full).
 */
export function createCheckRange({ clickhouse }: Pick<AnalyticsDeps, 'clickhouse'>): CheckRange {
  const shared = singleFlight<string | undefined>();
  // A known day may only allow: a refusal is asked for anew, so that a fresh import opens its history at once.
  const known = new Map<string, string>();

  return async (info, { from, to }, historyMonths) => {
    if (from > to) throw appError('range_reversed', { field: 'fromDate' });
    // One day of grace: the caller's calendar may be ahead of the package's.
    if (to > addDays(info.today, 1)) throw refuse('end_in_future', {}, { field: 'toDate' });
    if (from >= addMonths(info.today, -historyMonths)) return;
    const name = info.package_name;
    const within = (newest: string | undefined) =>
      newest !== undefined && newest < info.today && from >= addMonths(newest, -historyMonths);
    if (within(known.get(name))) return;
    const newest = await shared(name, () => newestDay(clickhouse, info));
    if (newest) known.set(name, newest);
    if (!within(newest)) throw appError('range_beyond_history', { field: 'fromDate' });
  };
}
