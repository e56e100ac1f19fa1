import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { newParty } from '#domains/infringement/contract/adword-endpoints.ts';
import { adAudit } from '#domains/infringement/contract/audit.ts';
import type { PartyView } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { partiesOf } from './known-parties.ts';
import { changedBrand, ownBrand, ownRow } from './own-brand.ts';
import type { InfringementParts, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { ownSiteOf, registeredDomain, sortAd } from './sort-ad.ts';
import { type PartyRow, searchAd, searchParty } from './tables.ts';

/** Looked at for every ad. */
const MOST_PARTIES = 2_000;
const BATCH = 1_000;

export async function listParties(
  scope: Scope,
  { database: { db } }: Pick<InfringementParts, 'database'>,
  packageName: string,
): Promise<PartyView[]> {
  return (await partiesOf(db, ownBrand(scope, packageName))).map(viewOf);
}

const viewOf = (row: PartyRow): PartyView => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  publisher: row.publisher,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

/** Says whose something is. A domain stands for all names below it. */
export async function addParty(
  scope: Scope,
  { database: { db }, now }: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  { kind, value: typed, publisher }: z.output<typeof newParty>,
): Promise<PartyView> {
  const packageName = changedBrand(scope, info.package_name);
  const value = normalValue(kind, typed);
  return db.transaction(async (tx) => {
    await lockParties(tx, packageName);
    const [there] = await tx.select({ n: count() }).from(searchParty).where(eq(searchParty.packageName, packageName));
    if ((there?.n ?? 0) >= MOST_PARTIES) throw refuse('parties_too_many', { n: MOST_PARTIES });
    const of = kind === 'partner' ? publisher : '';
    const [row] = await tx
      .insert(searchParty)
      .values({ packageName, kind, value, publisher: of, createdBy: scope.userName, createdAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('party_there', { value }, { as: 'conflict', field: 'value' });
    await sortAgain(tx, info);
    await audit(tx, scope, {
      action: adAudit.party,
      subject: value,
      package: packageName,
      details: { kind, publisher },
    });
    return viewOf(row);
  });
}

/** Two who change them at once would sort by half of it each. */
const lockParties = (tx: Tx, packageName: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`search_party ${packageName}`}, 0))`);

function normalValue(kind: PartyRow['kind'], typed: string): string {
  if (kind === 'term') return typed.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  const domain = registeredDomain(typed);
  if (domain.includes('.')) return domain;
  // Of a partner it may be what a network calls it.
  if (kind === 'partner' && /^[\w.:-]+$/.test(typed)) return typed.toLowerCase();
  throw refuse('party_not_a_domain', { value: typed }, { field: 'value' });
}

export async function removeParty(
  scope: Scope,
  parts: InfringementParts,
  id: number,
  infoOf: (name: string) => Promise<PackageInfo>,
): Promise<void> {
  const { db } = parts.database;
  const [found] = await db.select().from(searchParty).where(eq(searchParty.id, id));
  const row = ownRow(scope, found);
  const info = await infoOf(changedBrand(scope, row.packageName));
  await db.transaction(async (tx) => {
    await lockParties(tx, row.packageName);
    await tx.delete(searchParty).where(eq(searchParty.id, id));
    await sortAgain(tx, info);
    const details = { kind: row.kind, publisher: row.publisher };
    await audit(tx, scope, { action: adAudit.partyRemove, subject: row.value, package: row.packageName, details });
  });
}

/** What was seen before is sorted by what is known now. */
async function sortAgain(tx: Tx, info: PackageInfo): Promise<void> {
  const parties = await partiesOf(tx, info.package_name);
  const site = ownSiteOf(info);
  const { id, keyword, displayUrl: display_url, finalUrl: final_url, chain } = searchAd;
  for (let after = 0; ; ) {
    const ads = await tx
      .select({ id, keyword, display_url, final_url, chain })
      .from(searchAd)
      .where(and(eq(searchAd.packageName, info.package_name), gt(id, after)))
      .orderBy(asc(id))
      .limit(BATCH);
    const sorted = ads.map((ad) => ({ id: ad.id, ...sortAd(ad, parties, site) }));
    await tx.execute(sql`UPDATE search_ad SET classification = s.classification, publisher = s.publisher,
        is_protected = s."isProtected", is_hijack = s."isHijack"
      FROM jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb)
        AS s (id bigint, classification text, publisher text, "isProtected" boolean, "isHijack" boolean)
      WHERE search_ad.id = s.id AND (search_ad.classification, search_ad.publisher, is_protected, is_hijack)
        IS DISTINCT FROM (s.classification, s.publisher, s."isProtected", s."isHijack")`);
    if (ads.length < BATCH) return;
    after = ads.at(-1)?.id ?? 0;
  }
}
