import { eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { configurationClick } from '#domains/publishers/contract/configuration-endpoints.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { clickTable } from './tables.ts';

export interface ClickParts {
  database: Database;
  outbound: Pick<Outbound, 'postJson'>;
  /** Where the operator wants clicks besides; undefined keeps them here. */
  clicksUrl: string | undefined;
  now: () => Date;
}

const KEPT_MS = 90 * 24 * 3_600_000;

/** Kept for 90 days, and sent on once where the operator named a host; that it does not answer is nobody's business here. */
export async function countClick(
  scope: Scope,
  { database: { db }, outbound, clicksUrl, now }: ClickParts,
  { package_name: packageName, dashboard_type, configuration_name, ...click }: z.output<typeof configurationClick>,
): Promise<number> {
  requirePackage(scope, packageName);
  const clickedAt = now();
  await db.delete(clickTable).where(lt(clickTable.clickedAt, new Date(clickedAt.getTime() - KEPT_MS)));
  const said = { ...click, dashboardType: dashboard_type, configurationName: configuration_name };
  const [kept] = await db
    .insert(clickTable)
    .values({ ...said, packageName, clickedAt })
    .returning({ id: clickTable.id });
  if (!kept) throw new Error('A click was not stored');
  if (clicksUrl !== undefined) {
    const body = { ...click, package_name: packageName, dashboard_type, configuration_name, clicked_at: clickedAt };
    void outbound
      .postJson(clicksUrl, JSON.stringify(body))
      .then(({ status }) => db.update(clickTable).set({ status }).where(eq(clickTable.id, kept.id)))
      .catch(() => undefined);
  }
  return kept.id;
}
