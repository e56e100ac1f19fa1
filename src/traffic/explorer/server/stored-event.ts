import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Decision, EventKind, Verdict } from '#traffic/event/contract/event.ts';
import { ForeignRow } from '#traffic/event/server/held-rows.ts';

/** A stored event by column name, plus the columns this code looks at. */
export interface StoredEvent extends Record<string, unknown> {
  row_id: string;
  package: string;
  kind: EventKind;
  ts: string;
  verdict: Verdict;
  reason: string;
  decision: Decision;
  rule_version: number;
  import_id: number;
  record_no: number;
  publisher: string;
  vendor: string;
}

/** One event the scope may see; 404 otherwise, so that nobody learns what exists elsewhere. */
export async function findEvent(
  scope: Scope,
  ch: ClickHouse,
  packageName: string,
  rowId: string,
): Promise<StoredEvent> {
  const where = sql`package = ${typed('String', requirePackage(scope, packageName))} AND row_id = ${typed('UUID', rowId)}`;
  const [row] = await ch.query<StoredEvent>(
    sql`SELECT * EXCEPT (person, extra_names, extra_values, extra_map), extra FROM traffic WHERE ${where} LIMIT 1`,
    { tag: 'event' },
  );
  if (row && row.package !== packageName) throw new ForeignRow();
  const visible =
    row &&
    (scope.publishers === 'all' || scope.publishers.has(row.publisher)) &&
    (scope.vendors === 'all' || scope.vendors.has(row.vendor));
  if (!visible) throw appError('not_found');
  return row;
}

/** The sort key finds the row without reading the package. */
export const whereEvent = ({ package: packageName, kind, ts, row_id }: StoredEvent): Sql =>
  sql`package = ${typed('String', packageName)} AND kind = ${typed('String', kind)} AND ts = ${typed("DateTime64(3, 'UTC')", ts)} AND row_id = ${typed('UUID', row_id)}`;
