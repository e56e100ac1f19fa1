import { sql as pgSql } from 'drizzle-orm';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { rejudge } from './rejudge.ts';
import { addUp, type ChangeCause, type VerdictChange } from './verdict-changes.ts';

/** Row ids in one question. */
const CHUNK = 5_000;

/**
 * What people decided outlives the rows: after an import brought back events that an undo had removed, their decisions
 * are put back from the history. Touches only rows whose stored decision is not the last one. Doing it again changes
 * nothing.
 */
export async function restoreDecisions(
  stores: Stores,
  packageName: string,
  cause: ChangeCause,
): Promise<VerdictChange[]> {
  const { rows } = await stores.database.db.execute<{ row_id: string; decision: 'clean' | 'fraud' }>(
    pgSql`SELECT row_id, decision FROM (
      SELECT DISTINCT ON (row_id) row_id, decision FROM event_decision WHERE package_name = ${packageName} ORDER BY row_id, id DESC
    ) AS last WHERE decision != 'none'`,
  );
  const changes: VerdictChange[] = [];
  for (const decision of ['clean', 'fraud'] as const) {
    const ids = rows.filter((row) => row.decision === decision).map(({ row_id }) => row_id);
    for (let start = 0; start < ids.length; start += CHUNK) {
      const found = await stores.clickhouse.query<{ row_id: string }>(
        sql`SELECT row_id FROM traffic WHERE package = ${typed('String', packageName)} AND decision != ${typed('String', decision)}
          AND row_id IN ${typed('Array(UUID)', ids.slice(start, start + CHUNK))}`,
        { lane: 'heavy', tag: 'restore-decisions' },
      );
      if (found.length === 0) continue;
      const where = sql`row_id IN ${typed(
        'Array(UUID)',
        found.map(({ row_id }) => row_id),
      )}`;
      await stores.clickhouse.command(
        sql`UPDATE traffic SET decision = ${typed('String', decision)} WHERE package = ${typed('String', packageName)} AND ${where}`,
        { tag: 'restore-decisions' },
      );
      changes.push(
        ...(await rejudge(stores, {
          package: packageName,
          where,
          changed: 'anything',
          cause: { ...cause, operation: `${cause.operation} ${decision} ${start}` },
        })),
      );
    }
  }
  return addUp(changes);
}
