import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { incidentOfDomain } from './domain-store.ts';
import { ownDomains } from './known-parties.ts';
import { type Found, type LookParts, lookAtDomain } from './look-at-domain.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { foldedWords } from './sort-ad.ts';
import { type StoredDomain, trackedDomain } from './tables.ts';

/** Looked at side by side: each waits for somebody else's machine. */
const AT_ONCE = 8;
/** Of one run; the next goes on with those not looked at longest. */
const MOST_LOOKED_AT = 2_000;
const FRESH_MS = 20 * 3_600_000;

export interface CheckParts
  extends Pick<InfringementParts, 'database' | 'openIncident' | 'packageInfo' | 'now'>,
    LookParts {}

/** Packages with domains that were not looked at for a day. */
export async function packagesToCheck({
  database: { db },
  now,
}: Pick<CheckParts, 'database' | 'now'>): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: trackedDomain.packageName })
    .from(trackedDomain)
    .where(and(isNull(trackedDomain.removedAt), notSince(new Date(now().getTime() - FRESH_MS))));
  return rows.map(({ name }) => name);
}

const notSince = (moment: Date) => or(isNull(trackedDomain.checkedAt), lt(trackedDomain.checkedAt, moment));

/** Looks at the domains of a package, those not looked at longest first. One with a page that is new is an incident. */
export async function checkDomains(
  scope: Scope,
  parts: CheckParts,
  packageName: string,
  signal: AbortSignal,
): Promise<number> {
  const { db } = parts.database;
  const info = await parts.packageInfo(scope, changedBrand(scope, packageName));
  const brand = await brandOf(parts, info);
  const begun = parts.now();
  const rows = await db
    .select()
    .from(trackedDomain)
    .where(and(eq(trackedDomain.packageName, packageName), isNull(trackedDomain.removedAt), notSince(begun)))
    .orderBy(sql`${trackedDomain.checkedAt} NULLS FIRST`, asc(trackedDomain.id))
    .limit(MOST_LOOKED_AT);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let row = rows[next++]; row && !signal.aborted; row = rows[next++])
      await note(parts, row, await lookAtDomain(parts, row.domain, brand));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rows.length;
}

/** A page names the brand where its name or the domain's stands as a word. */
async function brandOf({ database: { db } }: CheckParts, info: PackageInfo) {
  const domains = await ownDomains(db, info);
  const words = [info.package_title, ...domains.map((name) => name.split('.')[0] ?? '')].filter(
    ({ length }) => length > 2,
  );
  return { domains, words: words.map(foldedWords) };
}

/**
 * What cannot be asked now stays as it was known, with the time and the reason. That a name is free is not kept: anybody
 * may have taken it since, and who reads it rests.
 */
async function note(
  { database: { db }, openIncident, now }: CheckParts,
  row: StoredDomain,
  found: Found,
): Promise<void> {
  const checkedAt = now();
  const isKept = found.status === 'unknown' && row.status !== 'unchecked' && row.status !== 'free';
  const changed = !isKept && found.status !== row.status;
  const [stored] = await db
    .update(trackedDomain)
    .set(
      isKept
        ? { checkedAt, problem: found.problem }
        : { ...found, checkedAt, ...(changed ? { changedAt: checkedAt } : {}) },
    )
    .where(eq(trackedDomain.id, row.id))
    .returning();
  if (!stored || !changed || stored.status !== 'live' || stored.state === 'dismissed') return;
  if (!stored.namesBrand && !stored.asksPassword) return;
  const { id } = await openIncident(incidentOfDomain(stored, checkedAt));
  await db.update(trackedDomain).set({ incidentId: id }).where(eq(trackedDomain.id, row.id));
}
