import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { adAudit, couponAudit, domainAudit } from '#domains/infringement/contract/audit.ts';
import type { SET_STATES } from '#domains/infringement/contract/search-ad.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { couponUse, searchAd, trackedDomain } from './tables.ts';

interface Cases {
  table: typeof searchAd | typeof couponUse | typeof trackedDomain;
  action: AuditAction;
  also?: SQL | undefined;
  /** What the log calls them by, where a number says less. */
  told?: { as: string; by: PgColumn; most: number };
}

export const ADS: Cases = { table: searchAd, action: adAudit.state };
export const USES: Cases = { table: couponUse, action: couponAudit.state };
export const DOMAINS: Cases = {
  table: trackedDomain,
  action: domainAudit.state,
  also: isNull(trackedDomain.removedAt),
  told: { as: 'domains', by: trackedDomain.domain, most: 100 },
};

interface Wanted {
  ids: readonly number[];
  state: (typeof SET_STATES)[number];
}

/** Cases of a package are confirmed, dismissed, or that is taken back; what stands in a ticket is decided there. */
export async function setStates(
  scope: Scope,
  { database: { db } }: Pick<InfringementParts, 'database'>,
  packageName: string,
  { ids, state }: Wanted,
  { table, action, also, told = { as: 'ids', by: table.id, most: 500 } }: Cases,
): Promise<number> {
  const own = and(
    eq(table.packageName, changedBrand(scope, packageName)),
    inArray(table.id, [...ids]),
    isNull(table.ticketId),
    also,
  );
  return db.transaction(async (tx) => {
    const changed = await tx.update(table).set({ state }).where(own).returning({ named: told.by });
    const details = { state, [told.as]: changed.map(({ named }) => named).slice(0, told.most) };
    await audit(tx, scope, { action, package: packageName, details });
    return changed.length;
  });
}
