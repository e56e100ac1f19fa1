import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Pass } from '../query.ts';
import { dimensionSql } from '../render-sql.ts';

/** Part of the name, upper and lower case alike. Not a pattern: `%` and `_` mean themselves. */
export const applySearch: Pass = (query, { filters }) => {
  const text = filters.search.trim();
  if (text === '' || !query.name) return query;
  const name = dimensionSql(query, query.name);
  const found = sql`positionCaseInsensitiveUTF8(${name}, ${typed('String', text)}) > 0`;
  return { ...query, where: [...query.where, found] };
};
