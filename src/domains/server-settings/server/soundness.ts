/** Whether what was acknowledged is stored, once: what loads of live traffic say, against the rows there are. */
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

export interface Soundness {
  lookedAt: Date;
  /** Events of the loads that are looked at: those whose records are kept, a day and more. */
  loaded: number;
  /** Loads with fewer or more rows than they have stored. */
  differing: readonly { package: string; day: string; load: number; said: number; stored: number }[];
  /** Rows that are stored more than once. */
  doubled: readonly { package: string; row: string; times: number }[];
}

export interface Waiting {
  /** Acknowledged and not loaded yet. */
  waiting: number;
  waitingSince: Date | null;
}

interface LoadRow {
  id: number;
  package: string;
  said: number;
  first: Date;
  last: Date;
}

/**
 * Loads that have stored something that nothing may have taken away since: within the days the package keeps, older
 * than no erasure, and of a package whose days no file has replaced since.
 */
const LOADS = `
  SELECT i.id, i.package_name AS package, i.first_ts AS first, i.last_ts AS last,
    (i.records - i.rejected - i.duplicates
      - coalesce((SELECT sum((o ->> 'records')::int) FROM jsonb_array_elements(i.left_out) AS o), 0))::int AS said
  FROM import AS i JOIN package AS p ON p.name = i.package_name
  WHERE i.live AND i.state = 'done' AND i.first_ts IS NOT NULL
    AND (p.retention_days IS NULL OR i.first_ts > now() - make_interval(days => p.retention_days - 1))
    AND NOT EXISTS (SELECT 1 FROM erasure AS e WHERE e.created_at > i.created_at)
    AND NOT EXISTS (SELECT 1 FROM import AS r WHERE r.package_name = i.package_name AND r.replacing AND r.finished_at > i.created_at)
  ORDER BY i.id`;

const NAMED = 20;
const LAST_MS = 999;

export async function soundnessOf({
  database: { pool },
  clickhouse,
}: {
  database: Pick<Database, 'pool'>;
  clickhouse: Pick<ClickHouse, 'query'>;
}): Promise<Soundness> {
  const lookedAt = new Date();
  const { rows: loads } = await pool.query<LoadRow>(LOADS);
  const stored = await storedByLoad(clickhouse, loads);
  const differing = loads.filter(({ id, said }) => (stored.get(id) ?? 0) !== said);
  return {
    lookedAt,
    loaded: loads.reduce((sum, { said }) => sum + said, 0),
    differing: differing.map(({ id, package: name, first, said }) => ({
      package: name,
      day: first.toISOString().slice(0, 10),
      load: id,
      said,
      stored: stored.get(id) ?? 0,
    })),
    doubled: await doubledRows(clickhouse, loads),
  };
}

/** Little work: it is asked each time. */
export async function waitingEvents({ pool }: Pick<Database, 'pool'>): Promise<Waiting> {
  const { rows } = await pool.query<{ n: string; since: Date | null }>(
    'SELECT coalesce(sum(n), 0) AS n, min(received_at) AS since FROM intake_batch',
  );
  return { waiting: Number(rows[0]?.n ?? 0), waitingSince: rows[0]?.since ?? null };
}

/** Imports know their moments to the second: the last one is meant whole. */
const spanOf = (loads: readonly LoadRow[]) => {
  const moments = loads.flatMap(({ first, last }) => [first.getTime(), last.getTime()]);
  const text = (moment: number) => typed('String', new Date(moment).toISOString());
  const from = text(moments.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY));
  const to = text(moments.reduce((a, b) => Math.max(a, b), 0) + LAST_MS);
  return sql`ts BETWEEN parseDateTime64BestEffort(${from}, 3) AND parseDateTime64BestEffort(${to}, 3)`;
};

async function storedByLoad(
  clickhouse: Pick<ClickHouse, 'query'>,
  loads: readonly LoadRow[],
): Promise<Map<number, number>> {
  const [first] = loads;
  if (!first) return new Map();
  const rows = await clickhouse.query<{ id: number; n: number }>(
    sql`SELECT import_id AS id, count() AS n FROM traffic
      WHERE source = 'live' AND import_id >= ${typed('UInt32', first.id)} AND ${spanOf(loads)} GROUP BY id`,
    { lane: 'heavy', tag: 'soundness' },
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Of the days of those loads, whichever load has brought them. Sorted on the disk where memory is short. */
async function doubledRows(clickhouse: Pick<ClickHouse, 'query'>, loads: readonly LoadRow[]) {
  if (loads.length === 0) return [];
  return clickhouse.query<Soundness['doubled'][number]>(
    sql`SELECT package, toString(row_id) AS row, count() AS times FROM traffic
      WHERE source = 'live' AND ${spanOf(loads)} GROUP BY package, row_id HAVING times > 1 LIMIT ${typed('UInt32', NAMED)}`,
    { lane: 'heavy', tag: 'soundness' },
  );
}

const LATE_MS = 10 * 60_000;

/** Whether acknowledged events have waited longer than a worker that runs would let them. */
export const isLate = ({ waitingSince }: Waiting): boolean =>
  waitingSince !== null && Date.now() - waitingSince.getTime() > LATE_MS;

/** Clicks and views that lie in files for the database, and when the oldest of them came. */
export interface Filed {
  clicks: number;
  since: Date | null;
}

const FILED_LATE_MS = 60_000;

/** Files are emptied every second by whoever reaches the database. */
export const isFiledLate = ({ since }: Filed): boolean =>
  since !== null && Date.now() - since.getTime() > FILED_LATE_MS;

export const shownSoundness = (found: Soundness, waits: Waiting) => ({
  looked_at: found.lookedAt.toISOString(),
  loaded: found.loaded,
  missing: found.differing.reduce((sum, { said, stored }) => sum + Math.max(0, said - stored), 0),
  doubled: found.doubled.length,
  waiting: waits.waiting,
  waiting_since: waits.waitingSince?.toISOString() ?? null,
  late: isLate(waits),
});

/** The same answer for a while. */
export function remembered<T>(work: () => Promise<T>, forMs: number): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.at < forMs) return last.answer;
    const answer = work();
    last = { at: performance.now(), answer };
    answer.catch(() => {
      last = undefined;
    });
    return answer;
  };
}
