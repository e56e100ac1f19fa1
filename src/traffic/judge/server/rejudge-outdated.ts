import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { loadPolicy, type Policy } from './load-policy.ts';
import { rejudge } from './rejudge.ts';
import type { Because } from './verdict-changes.ts';
import { atTheTime } from './verdicts/verdict-columns.ts';

/**
 * Rows judged a while before they became visible may carry a version that is no longer in force for their time: rules
 * were saved in between, and rewriting history did not see them. Judges those anew, in silence, as they were never shown.
 */
export async function rejudgeOutdated(
  ch: ClickHouse,
  database: Database,
  { package: packageName, where, because }: { package: string; where: Sql; because: Because },
): Promise<void> {
  const outdated = sql`${where} AND rule_version != ${versionInForce(await loadPolicy(database, packageName))}`;
  const [found] = await ch.query<{ n: number }>(
    sql`SELECT count() AS n FROM (SELECT 1 FROM traffic WHERE package = ${typed('String', packageName)} AND ${outdated} LIMIT 1)`,
  );
  if (!found?.n) return;
  await rejudge(ch, database, {
    ...{ package: packageName, where: outdated, recorded: false },
    because: { ...because, operation: `${because.operation} outdated` },
  });
}

const versionInForce = ({ ruleSet, earlier = [] }: Policy): Sql =>
  atTheTime(
    [...earlier.toReversed(), { ruleSet, until: null }].map(({ ruleSet: { version }, until }) => ({
      until,
      value: sql`${typed('UInt32', version)}`,
    })),
  );
