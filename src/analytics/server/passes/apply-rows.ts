import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { keySql } from '#traffic/event/server/key-sql.ts';
import type { Pass } from '../query.ts';

/** Only the rows that are shown, so that another period is asked about these. */
export const applyRows: Pass = (query, { widget: { keys }, filters: { rows } }) => {
  if (!keys || !rows) return query;
  const columns = keys.map((_, at) => {
    const values = rows.map((row) => row[at] ?? '');
    return sql`${typed('Array(String)', values)}`;
  });
  const own = keys.map((key) => sql`toString(${keySql(key, query.timeZone)})`);
  // A set is hashed, while an array would be gone through for every event.
  const among = sql`tuple(${joinSql(own, ', ')}) IN (SELECT arrayJoin(arrayZip(${joinSql(columns, ', ')})))`;
  return { ...query, where: [...query.where, among] };
};
