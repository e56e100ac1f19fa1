import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { CALLS, type Call, type Calls, type ExpectedWrong, expectedWrong } from '#traffic/rules/server/wrong-calls.ts';
import type { DecisionStores } from './decide-source.ts';

/** How many of the calls of a range, days in the package's time zone, are expected to be wrong. */
export async function wrongCallsOf(
  scope: Scope,
  { clickhouse }: Pick<DecisionStores, 'clickhouse'>,
  { package_name, time_zone }: PackageInfo,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<Record<Call, ExpectedWrong>> {
  const where = trafficWhere(scope, { package: package_name, kinds: [], from, to, timeZone: time_zone, where: {} });
  const calls = await clickhouse.query<Calls>(
    sql`SELECT toString(verdict) AS verdict, toString(reason) AS reason, count() AS events FROM traffic
      WHERE ${where} AND verdict IN ${typed('Array(String)', [...CALLS])} GROUP BY verdict, reason`,
    { tag: 'wrong-calls', ...(signal ? { signal } : {}) },
  );
  return { fraud: expectedWrong(calls, 'fraud'), suspect: expectedWrong(calls, 'suspect') };
}
