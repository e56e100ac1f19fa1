import type { AskedTraffic, IncidentEvidence } from '#domains/tickets/contract/new-incident.ts';
import type { Counts, FrozenEvidence } from '#domains/tickets/contract/ticket.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import type { TicketParts } from './ticket-parts.ts';

const SAMPLE = 5;
const TAG = 'ticket-evidence';

async function whereOf(scope: Scope, parts: TicketParts, packageName: string, asked: AskedTraffic) {
  const info = await parts.packageInfo(scope, packageName);
  return trafficWhere(scope, { package: packageName, timeZone: info.time_zone, ...asked });
}

/** What the traffic of an incident counts to now, known bots aside. */
export async function countNow(
  scope: Scope,
  parts: TicketParts,
  packageName: string,
  asked: AskedTraffic,
  signal?: AbortSignal,
): Promise<Counts> {
  const where = await whereOf(scope, parts, packageName, asked);
  const [row] = await parts.clickhouse.query<{ total: number; fraud: number; suspect: number }>(
    sql`SELECT countIf(verdict != 'filtered') AS total, countIf(verdict = 'fraud') AS fraud,
      countIf(verdict = 'suspect') AS suspect FROM traffic WHERE ${where}`,
    { tag: TAG, ...(signal ? { signal } : {}) },
  );
  return row ?? { total: 0, fraud: 0, suspect: 0 };
}

export const ruleSetVersion = async ({ database }: TicketParts, packageName: string): Promise<number> =>
  (await loadPolicy(database, packageName)).ruleSet.version;

/** The evidence of an incident as it stands at this moment. */
export async function frozenNow(
  scope: Scope,
  parts: TicketParts,
  packageName: string,
  evidence: IncidentEvidence,
  signal?: AbortSignal,
): Promise<FrozenEvidence> {
  const version = await ruleSetVersion(parts, packageName);
  const known = { ...evidence, numbers: evidence.numbers ?? {}, rule_set_version: version };
  const { asked } = evidence;
  if (!asked) return { ...known, counts: null, sample: [] };
  const where = await whereOf(scope, parts, packageName, asked);
  const [counts, sample] = await Promise.all([
    countNow(scope, parts, packageName, asked, signal),
    parts.clickhouse.query<{ event_id: string; happened: string; why: string }>(
      sql`SELECT toString(row_id) AS event_id, formatDateTime(ts, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS happened, toString(reason) AS why
        FROM traffic WHERE ${where} AND verdict IN ('fraud', 'suspect') ORDER BY ts DESC LIMIT ${typed('UInt8', SAMPLE)}`,
      { tag: TAG, ...(signal ? { signal } : {}) },
    ),
  ]);
  // Names of their own: an alias called as a column would be read in the condition too.
  return {
    ...known,
    counts,
    sample: sample.map(({ event_id, happened, why }) => ({ event_id, ts: happened, reason: why })),
  };
}
