import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Events that an import brought, or that it would have brought, had another not brought the same before. */
export const broughtBy = (packageName: string, importId: number): Sql => {
  const id = typed('UInt32', importId);
  return sql`(import_id = ${id} OR row_id IN (
    SELECT row_id FROM import_claim WHERE package = ${typed('String', packageName)} AND import_id = ${id}))`;
};
