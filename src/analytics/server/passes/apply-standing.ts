import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/server/store/dimension-sql.ts';
import type { Pass } from '../compile.ts';

/** Conditions of the widget hold beside the filters of the user, never instead of them. */
export const applyStanding: Pass = (query, { widget }) => {
  const standing = Object.entries(widget.standing ?? {}) as [DimensionName, readonly string[]][];
  const where = standing.map(([name, values]) => sql`${DIMENSION_SQL[name]} IN ${typed('Array(String)', [...values])}`);
  return { ...query, where: [...query.where, ...where] };
};
