import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import type { Pass } from '../compile.ts';

/** Part of the name, upper and lower case alike. Not a pattern: `%` and `_` mean themselves. */
export const applySearch: Pass = (query, { filters }) => {
  const text = filters.search.trim();
  if (text === '' || !query.name) return query;
  const found = sql`positionCaseInsensitiveUTF8(${DIMENSION_SQL[query.name]}, ${typed('String', text)}) > 0`;
  return { ...query, where: [...query.where, found] };
};
