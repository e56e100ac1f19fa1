import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { LiveSource } from '#traffic/collector/contract/live-endpoints.ts';
import { spanOf } from './sender-notes.ts';

const SPAN_MS = 600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_PUBLISHERS = 100;
/** Fewer say nothing: a night, a pause of one person. */
const TELLING = 10;

interface Counted {
  name: string;
  last_at: string | null;
  hour: number;
  day_before: number;
}

/**
 * Whether what sends still sends: every key in force and every publisher of the last day, those that stopped first. The
 * hour is the six last whole spans of ten minutes, and the same six a day before: equal lengths at the same time of day.
 */
export async function liveSources(
  scope: Scope,
  { database, clickhouse }: { database: Pick<Database, 'pool'>; clickhouse: ClickHouse },
  packageName: string,
  now: Date,
): Promise<LiveSource[]> {
  requireMay(scope, 'import.read');
  const name = requirePackage(scope, packageName);
  const to = Math.floor(now.getTime() / SPAN_MS) * SPAN_MS;
  const [keys, publishers] = await Promise.all([keysOf(database, name, to), publishersOf(clickhouse, name, to)]);
  return [
    ...keys.map((each) => ({ ...each, of: 'key' as const, state: stateOf(each, now) })),
    ...publishers.map((each) => ({ ...each, of: 'publisher' as const, state: stateOf(each, now) })),
  ].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

const ORDER: readonly LiveSource['state'][] = ['silent', 'fewer', 'flows', 'unused'];

function stateOf({ last_at, hour, day_before }: Counted, now: Date): LiveSource['state'] {
  if (last_at === null) return 'unused';
  if (now.getTime() - Date.parse(last_at) > HOUR_MS) return 'silent';
  return day_before >= TELLING && hour * 2 < day_before ? 'fewer' : 'flows';
}

const spansBefore = (to: number): string[] =>
  Array.from({ length: HOUR_MS / SPAN_MS }, (_, n) => spanOf(new Date(to - (n + 1) * SPAN_MS)));

async function keysOf({ pool }: Pick<Database, 'pool'>, packageName: string, to: number): Promise<Counted[]> {
  const { rows } = await pool.query<Omit<Counted, 'last_at'> & { last_at: Date | null }>(
    `SELECT k.name, max(s.last_at) FILTER (WHERE s.note = 'sent') AS last_at,
       coalesce(sum(s.n) FILTER (WHERE s.note = 'span' AND s.detail = ANY ($2)), 0)::float8 AS hour,
       coalesce(sum(s.n) FILTER (WHERE s.note = 'span' AND s.detail = ANY ($3)), 0)::float8 AS day_before
     FROM write_key AS k LEFT JOIN sender_note AS s ON s.key_id = k.id AND s.note IN ('sent', 'span')
     WHERE k.package_name = $1 AND k.revoked_at IS NULL GROUP BY k.id, k.name ORDER BY k.id DESC`,
    [packageName, spansBefore(to), spansBefore(to - DAY_MS)],
  );
  return rows.map((row) => ({ ...row, last_at: row.last_at?.toISOString() ?? null }));
}

/** By when events came; those that happened long before are no measure of what sends now. */
function publishersOf(clickhouse: ClickHouse, packageName: string, to: number): Promise<Counted[]> {
  const at = (ms: number) => typed('DateTime', new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
  return clickhouse.query<Counted>(
    sql`SELECT publisher AS name, formatDateTime(max(received_at), '%Y-%m-%dT%H:%i:%SZ') AS last_at,
        toFloat64(countIf(received_at >= ${at(to - HOUR_MS)} AND received_at < ${at(to)})) AS hour,
        toFloat64(countIf(received_at >= ${at(to - HOUR_MS - DAY_MS)} AND received_at < ${at(to - DAY_MS)})) AS day_before
      FROM traffic
      WHERE package = ${typed('String', packageName)} AND source = 'live' AND ts >= ${at(to - 2 * DAY_MS)}
        AND received_at >= ${at(to - DAY_MS - HOUR_MS)}
      GROUP BY publisher ORDER BY count() DESC, publisher LIMIT ${typed('UInt32', MOST_PUBLISHERS)}`,
    { tag: 'live-sources' },
  );
}
