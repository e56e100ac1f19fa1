import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { type TrafficFilter, trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { eventAudit } from '#traffic/explorer/contract/audit.ts';
import { MOST_DECIDED } from '#traffic/explorer/contract/decision-endpoints.ts';
import { decisionBatch } from './tables.ts';

type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

export interface Marking {
  filter: TrafficFilter;
  /** Which of the events of the filter: a condition on `traffic`. */
  which: Sql;
  decision: Decision;
}

interface ToMark {
  row_id: string;
  /** Unix milliseconds. */
  ms: number;
}

/** Events that do not have the mark yet by their time, `most` and one at the most. */
export async function eventsToMark(
  scope: Scope,
  clickhouse: Pick<ClickHouse, 'query'>,
  marking: Marking,
  most: number,
): Promise<ToMark[]> {
  requireMay(scope, 'event.judge');
  return clickhouse.query<ToMark>(
    sql`SELECT row_id, toUnixTimestamp64Milli(ts) AS ms FROM traffic WHERE ${ofMarking(scope, marking)}
      ORDER BY ts, row_id LIMIT ${typed('UInt32', most + 1)}`,
    OPTIONS,
  );
}

/** The rules that hit them, each with how many. */
export const rulesThatHit = (
  scope: Scope,
  clickhouse: Pick<ClickHouse, 'query'>,
  marking: Marking,
): Promise<{ rule: string; events: number }[]> =>
  clickhouse.query<{ rule: string; events: number }>(
    sql`SELECT arrayJoin(arrayDistinct(hits)) AS rule, count() AS events FROM traffic WHERE ${ofMarking(scope, marking)}
      GROUP BY rule ORDER BY rule`,
    OPTIONS,
  );

const OPTIONS = { tag: 'mark-events', lane: 'heavy' } as const;

const ofMarking = (scope: Scope, { filter, which, decision }: Marking) =>
  sql`${trafficWhere(scope, filter)} AND decision != ${typed('String', decision)} AND ${which}`;

/**
 * Begins to mark them, within the transaction of what they are marked for; the job of decisions goes on with each of the
 * ids it answers. As any decision about many events it is listed with them and can be undone there.
 */
export async function beginMarking(
  scope: Scope,
  tx: Tx,
  { package: packageName, events, decision, reason, now }: Begun,
): Promise<number[]> {
  requireMay(scope, 'event.judge');
  requirePackage(scope, packageName);
  const ids: number[] = [];
  for (let from = 0; from < events.length; from += MOST_DECIDED) {
    const part = events.slice(from, from + MOST_DECIDED);
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) continue;
    const [batch] = await tx
      .insert(decisionBatch)
      .values({
        packageName,
        decision,
        state: 'marking',
        rowIds: part.map(({ row_id }) => row_id),
        events: part.length,
        firstTs: new Date(first.ms),
        lastTs: new Date(last.ms),
        reason,
        author: scope.userName,
        authorId: scope.userId,
        decidedAt: now,
      })
      .returning({ id: decisionBatch.id });
    if (!batch) throw new Error('A decision was not stored');
    ids.push(batch.id);
    const details = { decision, reason, events: part.length };
    await audit(tx, scope, { action: eventAudit.judgeAll, subject: String(batch.id), package: packageName, details });
  }
  return ids;
}

interface Begun {
  package: string;
  events: readonly ToMark[];
  decision: Decision;
  reason: string;
  now: Date;
}
