import { asc, eq } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Db, Tx } from './parts.ts';
import { ownSiteOf, registeredDomain } from './sort-ad.ts';
import { type PartyRow, searchParty } from './tables.ts';

/** What is known of a package's brand, to sort by. */
export const partiesOf = (db: Db | Tx, packageName: string): Promise<PartyRow[]> =>
  db.select().from(searchParty).where(eq(searchParty.packageName, packageName)).orderBy(asc(searchParty.id));

/** The brand's own domains: the site, and what somebody has said is its own. */
export async function ownDomains(db: Db | Tx, info: PackageInfo): Promise<string[]> {
  const own = (await partiesOf(db, info.package_name)).filter(({ kind }) => kind === 'own').map(({ value }) => value);
  const site = registeredDomain(ownSiteOf(info));
  return [...new Set([...(site === '' ? [] : [site]), ...own])];
}
