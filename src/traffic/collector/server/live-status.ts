import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { liveAudit } from '#traffic/collector/contract/audit.ts';
import type { LiveStatus, TestVerdict } from '#traffic/collector/contract/live-endpoints.ts';
import type { EventKind, Verdict } from '#traffic/event/contract/event.ts';
import { loadPolicy, ruleSetAt } from '#traffic/judge/server/load-policy.ts';
import { planRules } from '#traffic/rules/server/rule-plan.ts';
import type { IntakeLog } from './intake-log.ts';
import { readEvent } from './read-event.ts';

const MINUTE_MS = 60_000;
const RECENT_MINUTES = 5;
/** What a test event is found by among others. */
const TEST_PUBLISHER = 'Test event';

/** Clicks and views of own links that lie in files for the database, of one package. */
export interface FiledClicks {
  waiting(packageName: string): Promise<{ clicks: number; since: Date | null }>;
}

interface StatusParts {
  database: Pick<Database, 'pool'>;
  filedClicks: FiledClicks;
  now: () => Date;
}

/** What came of a package and what waits. */
export async function liveStatusOf(
  scope: Scope,
  { database: { pool }, filedClicks, now: clock }: StatusParts,
  packageName: string,
): Promise<LiveStatus> {
  requireMay(scope, 'import.read');
  const name = requirePackage(scope, packageName);
  const now = clock();
  const since = new Date(now.getTime() - RECENT_MINUTES * MINUTE_MS);
  const [recent, waiting, dead, loads, filed] = await Promise.all([
    pool.query<{ accepted: number; duplicates: number; dead: number; loaded: number }>(
      `SELECT coalesce(sum(accepted), 0)::int AS accepted, coalesce(sum(duplicates), 0)::int AS duplicates,
         coalesce(sum(dead), 0)::int AS dead, coalesce(sum(loaded), 0)::int AS loaded
       FROM intake_count WHERE package_name = $1 AND at > $2`,
      [name, since],
    ),
    pool.query<{ n: number; since: Date | null }>(
      'SELECT coalesce(sum(n), 0)::int AS n, min(received_at) AS since FROM intake_batch WHERE package_name = $1',
      [name],
    ),
    pool.query<{ n: number }>('SELECT count(*)::int AS n FROM dead_letter WHERE package_name = $1', [name]),
    pool.query<{ state: string; error: string | null; finished_at: Date | null }>(
      `SELECT state, error, finished_at FROM import
       WHERE live AND package_name = $1 AND finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT 20`,
      [name],
    ),
    filedClicks.waiting(name),
  ]);
  const [last] = loads.rows;
  return {
    now: now.toISOString(),
    recent: recent.rows[0] ?? { accepted: 0, duplicates: 0, dead: 0, loaded: 0 },
    waiting: waiting.rows[0]?.n ?? 0,
    waiting_since: waiting.rows[0]?.since?.toISOString() ?? null,
    loaded_at: loads.rows.find(({ state }) => state === 'done')?.finished_at?.toISOString() ?? null,
    dead_letters: dead.rows[0]?.n ?? 0,
    filed: { clicks: filed.clicks, since: filed.since?.toISOString() ?? null },
    problem: last?.state === 'failed' ? last.error : null,
  };
}

/** One event the way senders send it; answers its id. */
export async function sendTestEvent(
  scope: Scope,
  { database, intakeLog, now }: { database: Database; intakeLog: IntakeLog; now: () => Date },
  wanted: { package_name: string; kind: EventKind },
  request: { ip: string; userAgent: string },
): Promise<string> {
  requireMay(scope, 'import.write');
  const name = requirePackage(scope, wanted.package_name);
  const [pkg] = await database.db.select({ id: packageTable.id }).from(packageTable).where(eq(packageTable.name, name));
  if (!pkg) throw appError('not_found', { field: 'package_name' });
  const at = now();
  const id = `test-${randomUUID()}`;
  const raw = { event_id: id, publisher: TEST_PUBLISHER, event_name: TEST_PUBLISHER, from_request: true };
  const event = readEvent(raw, { receivedAt: at, now: at, request }, () => {});
  if (!('fields' in event)) throw appError('malformed');
  await audit(database.db, scope, { action: liveAudit.test, package: name, details: { kind: wanted.kind } });
  await intakeLog.append({
    keyId: null,
    packageId: pkg.id,
    packageName: name,
    receivedAt: at,
    events: [{ ...event, kind: wanted.kind }],
    dead: [],
  });
  return id;
}

/** What became of it: nothing yet, its verdict, or a dead letter. */
export async function verdictOfTest(
  scope: Scope,
  { database, clickhouse, now }: { database: Database; clickhouse: ClickHouse; now: () => Date },
  packageName: string,
  eventId: string,
): Promise<TestVerdict> {
  requireMay(scope, 'import.read');
  const name = requirePackage(scope, packageName);
  const since = new Date(now().getTime() - 60 * MINUTE_MS).toISOString();
  const [row] = await clickhouse.query<{ row_id: string; verdict: Verdict; reason: string; hits: string[] }>(
    sql`SELECT toString(row_id) AS row_id, verdict, reason, hits FROM traffic
      WHERE package = ${typed('String', name)} AND ts >= parseDateTime64BestEffort(${typed('String', since)}, 3)
        AND source = 'live' AND publisher = ${typed('String', TEST_PUBLISHER)}
        AND extra['event_id'] = ${typed('String', eventId)} LIMIT 1`,
    { tag: 'test-event' },
  );
  if (row) {
    const { hits, ...judged } = row;
    const reasons = row.verdict === 'clean' && hits.length === 0 ? [] : await reasonsOf(database, name, row, now());
    return { state: 'loaded', ...judged, reasons };
  }
  const { rows } = await database.pool.query('SELECT 1 FROM dead_letter WHERE package_name = $1 AND event_id = $2', [
    name,
    eventId,
  ]);
  return { state: rows.length > 0 ? 'dead' : 'waiting', row_id: null, verdict: null, reason: '', reasons: [] };
}

/** The rules of its package by the names they give themselves; a rule that is gone since has its id. */
async function reasonsOf(
  database: Database,
  packageName: string,
  { reason, hits }: { reason: string; hits: readonly string[] },
  now: Date,
): Promise<TestVerdict['reasons']> {
  const plan = planRules(ruleSetAt(await loadPolicy(database, packageName), now));
  const found = hits.map((id) => {
    const rule = plan.find((each) => each.id === id);
    return { reason: rule?.reason ?? '', rule: id, title: rule?.title ?? id };
  });
  const decided = found.filter((each) => each.reason === reason);
  const others = found.filter((each) => each.reason !== reason);
  // Lists and people decide without a rule.
  return reason === '' || decided.length > 0 ? [...decided, ...others] : [{ reason, rule: '', title: '' }, ...others];
}
