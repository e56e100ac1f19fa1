import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Pass } from '../query.ts';

/** What a day before had by the same hour of the clock, whatever was done to the clocks between. */
export const applySoFar: Pass = (query, { filters: { soFar }, info }) => {
  if (!soFar) return query;
  const moment = sql`fromUnixTimestamp64Milli(${typed('Int64', soFar.moment.getTime())}, ${typed('String', info.time_zone)})`;
  const then = sql`${query.dataset.columns.time} < subtractDays(${moment}, ${typed('UInt16', soFar.days)})`;
  return { ...query, where: [...query.where, then] };
};
