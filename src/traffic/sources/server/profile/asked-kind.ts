import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { paidFirst } from '#traffic/event/contract/paid-first.ts';

export interface AskedKind {
  kind: EventKind | null;
  kinds: { kind: EventKind; events: number }[];
}

/** What came of a question's events, and the kind that is looked at: the one asked for, else what is usually paid for. */
export async function askedKind(
  clickhouse: ClickHouse,
  where: Sql,
  asked: EventKind | undefined,
  signal: AbortSignal,
): Promise<AskedKind> {
  const rows = await clickhouse.query<{ kind: EventKind; events: number }>(
    sql`SELECT toString(kind) AS kind, countIf(verdict != 'filtered') AS events FROM traffic
      WHERE ${where} AND publisher != '' GROUP BY kind HAVING events > 0 ORDER BY events DESC, kind`,
    { tag: 'publishers', signal },
  );
  const kinds = paidFirst(rows);
  return { kind: asked ?? kinds[0]?.kind ?? null, kinds };
}
