import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { accountAudit } from '#domains/account/contract/audit.ts';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import { appUser, packageRequest, packageTable, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { firstPackage } from '../contract/onboarding.ts';
import type { UserRow } from './users.ts';

/** Menu of somebody who signed up (AUTH-GAP-15): enough to bring in traffic and look at it; administrators widen it. */
export const STARTER_MENU = [
  'today',
  'getting-started',
  'web-visit',
  'web-visit-landing',
  'web-click',
  'web-click-landing',
  'web-impression',
  'web-impression-landing',
  'web-event',
  'web-event-landing',
  'events',
  'import',
  'white-list',
  'rules',
  'alerts',
  'alert-inbox',
  'rules-history',
  'publisher',
  'sources',
  'explore',
  'explore-boards',
  'download-reports',
] as const;

export type Onboarded = { made: string } | { asked: string } | null;

/**
 * Verifies a sign-up and gives it its package. A package of that domain that is there already is never handed over: its
 * owner is asked. Null when the sign-up was verified before.
 */
export function verifySignUp({ db }: Database, user: UserRow, now: Date): Promise<Onboarded> {
  return db.transaction(async (tx) => {
    const verified = await tx
      .update(appUser)
      .set({ verifiedAt: now })
      .where(and(eq(appUser.id, user.id), isNull(appUser.verifiedAt)))
      .returning({ id: appUser.id });
    if (verified.length === 0) return null;
    const domain = user.domainName ?? '';
    const name = user.packageName ?? firstPackage(domain);
    // Two people of one domain at once: the second waits here and finds the first one's package.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`first package ${domain}`}))`);
    const [taken] = await tx
      .select({ name: packageTable.name })
      .from(packageTable)
      .where(
        or(
          eq(packageTable.name, name),
          sql`lower(${packageTable.name}) = ${domain}`,
          sql`lower(${packageTable.domain}) = ${domain}`,
        ),
      )
      .limit(1);
    if (taken) {
      await tx.insert(packageRequest).values({ userId: user.id, packageName: taken.name, createdAt: now });
      await audit(tx, null, { action: packageAudit.request, subject: user.email, package: taken.name });
      return { asked: taken.name };
    }
    await tx.insert(packageTable).values({
      name,
      title: domain,
      platform: 'web',
      domain,
      // None yet: the first sign-in lands on the checklist.
      dashboardTypes: [],
      ownerId: user.id,
    });
    await tx.insert(userPackage).values({ userId: user.id, packageName: name, menu: [...STARTER_MENU] });
    await audit(tx, null, { action: accountAudit.verify, subject: user.email, package: name });
    return { made: name };
  });
}
