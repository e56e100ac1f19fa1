import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import type { Pass } from '../compile.ts';

/** Conditions of the widget hold beside the filters of the user, never instead of them. */
export const applyStanding: Pass = (query, { widget }) => {
  const standing = Object.entries(widget.standing ?? {}) as [DimensionName, readonly string[]][];
  const where = standing.map(([name, values]) => sql`${columnOf(name)} IN ${typed('Array(String)', [...values])}`);
  return { ...query, where: [...query.where, ...where] };
};

/** The verdict is compared as the number it is stored as: as text it would be made anew for every row. */
const columnOf = (name: DimensionName): Sql => (name === 'verdict' ? sql`verdict` : DIMENSION_SQL[name]);
