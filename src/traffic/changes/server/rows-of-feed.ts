import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Change } from '#traffic/changes/contract/change-endpoints.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { Place } from './cursor.ts';
import type { feedStep } from './tables.ts';

type EventChange = Extract<Change, { change: 'event' }>;

/** Changes in their order, and the place of the last; null when there are no more. */
export interface Part {
  changes: Change[];
  last: Place | null;
}

const MOMENT = "DateTime64(3, 'UTC')";
const COLUMNS = trusted(`toString(row_id) AS row_id, toString(kind) AS kind, toUnixTimestamp64Milli(ts) AS ms,
  toString(verdict) AS verdict, reason, hits, rule_version, whitelist_id, publisher, sub_publisher, campaign, event_name,
  click_id, order_id, device_id`);

type Row = Omit<EventChange, 'change' | 'ts'> & { ms: number };

/** Of a table, whose ids the answer shows as text under the same name. */
function beyond(table: 'traffic' | 'told_row', after: Place | undefined): Sql {
  if (!after) return sql`true`;
  const ts = typed(MOMENT, new Date(after.ts));
  return sql`ts >= ${ts} AND (ts, ${trusted(table)}.row_id) > (${ts}, ${typed('UUID', after.id)})`;
}

const eventChange = ({ ms, ...row }: Row): EventChange => ({ change: 'event', ...row, ts: new Date(ms).toISOString() });

const ofPackage = (name: string): Sql => sql`package = ${typed('String', name)}`;

/** Stored events of a condition, in the order of their times. */
async function events(ch: ClickHouse, where: Sql, after: Place | undefined, limit: number): Promise<Part> {
  const rows = await ch.query<Row>(
    sql`SELECT ${COLUMNS} FROM traffic WHERE ${where} AND ${beyond('traffic', after)} ORDER BY ts, traffic.row_id LIMIT ${typed('UInt32', limit)}`,
    { tag: 'feed' },
  );
  const last = rows.at(-1);
  return {
    changes: rows.map(eventChange),
    last: last && rows.length === limit ? { ts: last.ms, id: last.row_id } : null,
  };
}

export const storedOfKind = (
  ch: ClickHouse,
  packageName: string,
  kind: EventKind,
  after: Place | undefined,
  limit: number,
) => events(ch, sql`${ofPackage(packageName)} AND traffic.kind = ${typed('String', kind)}`, after, limit);

/** What a step is about, as it is now. */
export async function changesOfStep(
  ch: ClickHouse,
  packageName: string,
  step: typeof feedStep.$inferSelect,
  after: Place | undefined,
  limit: number,
): Promise<Part> {
  const { firstTs, lastTs } = step;
  if (step.what === 'before')
    return { changes: lastTs ? [{ change: 'gone_before', ts: lastTs.toISOString() }] : [], last: null };
  if (step.what === 'rows') return noted(ch, packageName, step.id, after, limit);
  if (!firstTs || !lastTs || step.importId === null) return { changes: [], last: null };
  const span = sql`ts BETWEEN ${typed(MOMENT, firstTs)} AND ${typed(MOMENT, lastTs)}`;
  return events(
    ch,
    sql`${ofPackage(packageName)} AND ${span} AND import_id = ${typed('UInt32', step.importId)}`,
    after,
    limit,
  );
}

/** Rows that were written one by one. Those that are not stored any more are gone. */
async function noted(
  ch: ClickHouse,
  packageName: string,
  step: number,
  after: Place | undefined,
  limit: number,
): Promise<Part> {
  const keys = await ch.query<{ row_id: string; ms: number }>(
    sql`SELECT toString(row_id) AS row_id, toUnixTimestamp64Milli(ts) AS ms FROM told_row
      WHERE step = ${typed('UInt64', step)} AND ${ofPackage(packageName)} AND ${beyond('told_row', after)}
      ORDER BY ts, told_row.row_id LIMIT ${typed('UInt32', limit)}`,
    { tag: 'feed' },
  );
  const [first, last] = [keys[0], keys.at(-1)];
  if (!first || !last) return { changes: [], last: null };
  const there = await ch.query<Row>(
    sql`SELECT ${COLUMNS} FROM traffic WHERE ${ofPackage(packageName)}
      AND ts BETWEEN ${typed(MOMENT, new Date(first.ms))} AND ${typed(MOMENT, new Date(last.ms))}
      AND traffic.row_id IN ${typed(
        'Array(UUID)',
        keys.map(({ row_id }) => row_id),
      )}`,
    { tag: 'feed' },
  );
  const stored = new Map(there.map((row) => [row.row_id, row]));
  return {
    changes: keys.map(({ row_id }): Change => {
      const row = stored.get(row_id);
      return row ? eventChange(row) : { change: 'gone', row_id };
    }),
    last: keys.length === limit ? { ts: last.ms, id: last.row_id } : null,
  };
}
