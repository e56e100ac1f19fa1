import { ok, paged } from '#platform/contract/envelopes.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Wake } from '#platform/server/jobs/loop.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { liveEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import { discardDeadLetters, listDeadLetters, replayDeadLetters } from './dead-letters.ts';
import { liveSources } from './freshness.ts';
import type { IntakeLog } from './intake-log.ts';
import { type FiledClicks, liveStatusOf, sendTestEvent, verdictOfTest } from './live-status.ts';
import { senderFaults } from './sender-faults.ts';
import { listKeys, makeKey, revokeKey, rotateKey } from './write-keys.ts';

export interface LiveParts {
  database: Database;
  clickhouse: ClickHouse;
  intakeLog: IntakeLog;
  loadWake: Wake;
  /** What links of our own keep in files while the database does not take it. */
  filedClicks: FiledClicks;
  now: () => Date;
}

/** What people see of live traffic and set up for it. */
export function liveRoutes(parts: LiveParts): Route[] {
  const { database, now } = parts;
  return implement(liveEndpoints)({
    status: async ({ scope, query }) => ok(await liveStatusOf(scope, parts, query.package_name)),
    keys: async ({ scope, query }) => ok(await listKeys(scope, database, query.package_name, now())),
    makeKey: async ({ scope, body }) => ok(await makeKey(scope, database, now(), body), 'Created successfully !'),
    rotateKey: async ({ scope, params }) => ok(await rotateKey(scope, database, now(), params.id)),
    revokeKey: async ({ scope, params }) => {
      await revokeKey(scope, database, now(), params.id);
      return ok({ id: params.id });
    },
    sources: async ({ scope, query }) => ok(await liveSources(scope, parts, query.package_name, now())),
    faults: async ({ scope, query }) => ok(await senderFaults(scope, database, query.package_name, now())),
    deadLetters: async ({ scope, query }) => paged(await listDeadLetters(scope, database, query), query.limit),
    replay: async ({ scope, body }) => ok(await replayDeadLetters(scope, parts, body)),
    discard: async ({ scope, body }) => ok({ discarded: await discardDeadLetters(scope, database, body) }),
    test: async ({ scope, body, request }) => {
      const userAgent = String(request.headers['user-agent'] ?? '');
      return ok({ event_id: await sendTestEvent(scope, parts, body, { ip: request.ip, userAgent }) });
    },
    testVerdict: async ({ scope, params, query }) =>
      ok(await verdictOfTest(scope, parts, query.package_name, params.event_id)),
  });
}
