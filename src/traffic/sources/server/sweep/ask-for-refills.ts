import { and, eq, inArray, notInArray, sql as raw } from 'drizzle-orm';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { jobRunTable } from '#platform/server/jobs/job-runs.ts';
import type { SweepDeps } from './sweep-jobs.ts';
import { MADE_BY } from './swept-days.ts';

/**
 * Asks for a refill of each package that has facts of sources made by another version of the product: once for each
 * version, by a run that is left as if a crash had broken it off. One asked for earlier that has not ended does nothing
 * else and gives way.
 */
export async function askForRefills(
  { clickhouse, database: { db } }: Pick<SweepDeps, 'clickhouse' | 'database'>,
  madeBy = MADE_BY,
): Promise<void> {
  const outdated = await clickhouse.query<{ package: string }>(
    sql`SELECT DISTINCT package FROM source_swept FINAL WHERE made_by != ${typed('String', madeBy)}`,
    { tag: 'refill-ask' },
  );
  if (outdated.length === 0) return;
  const runs = outdated.map((each) => ({
    job: 'refill',
    period: `${madeBy} ${each.package}`,
    state: 'running' as const,
  }));
  await db.transaction(async (tx) => {
    const asked = await tx.insert(jobRunTable).values(runs).onConflictDoNothing().returning();
    if (asked.length === 0) return;
    const periods = asked.map(({ period }) => period);
    const packageOf = raw<string>`substring(${jobRunTable.period} from position(' ' in ${jobRunTable.period}) + 1)`;
    await tx.delete(jobRunTable).where(
      and(
        eq(jobRunTable.job, 'refill'),
        inArray(jobRunTable.state, ['running', 'failed']),
        notInArray(jobRunTable.period, periods),
        inArray(
          packageOf,
          periods.map((period) => period.slice(madeBy.length + 1)),
        ),
      ),
    );
  });
}
