import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { adEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import { adAudit } from '#domains/infringement/contract/audit.ts';
import type { AdView } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { daysOf, ofView, ownAd, seenIn } from './ad-store.ts';
import type { InfringementParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { type StoredAd, searchAd } from './tables.ts';

/** A ticket gathers so many ads at most; more of the same say nothing new. */
const MOST_GATHERED = 500;
/** Named one by one in the ticket. */
const NAMED = 10;

interface Wanted extends z.output<(typeof adEndpoints)['ticket']['body']> {
  id: number;
  view: AdView;
}

/**
 * A case of an ad: an incident with the ad as its cause, a ticket with the evidence, and the ads marked with it. Asked
 * twice the second is refused by the ticket there is.
 */
export async function ticketOfAd(
  scope: Scope,
  parts: InfringementParts,
  infoOf: (name: string) => Promise<PackageInfo>,
  { id, view, with_others, priority, description, ...days }: Wanted,
): Promise<{ ticket_id: number; incident_id: number; ads: number }> {
  requireMay(scope, 'ticket.write');
  const ad = await ownAd(scope, parts, id);
  if (ad.ticketId !== null) throw refuse('ad_in_ticket', {}, { as: 'conflict' });
  const info = await infoOf(ad.packageName);
  const ads = with_others ? await sameParty(parts, info, ad, daysOf(days, info), view) : [ad];
  const { id: incident } = await parts.openIncident(incidentOf(ad, ads));
  const told = [description, ...ads.slice(0, NAMED).map(lineOf)].filter((text) => text !== '').join('\n\n');
  const ticket = await parts.makeTicket(scope, incident, { priority, description: told });
  const ids = ads.map((each) => each.id);
  await parts.database.db.transaction(async (tx) => {
    await tx
      .update(searchAd)
      .set({ state: 'ticket', incidentId: incident, ticketId: ticket.id })
      .where(and(inArray(searchAd.id, ids), isNull(searchAd.ticketId)));
    const details = { ticket: ticket.id, ads: ids.length };
    await audit(tx, scope, { action: adAudit.ticket, subject: partyOf(ad), package: ad.packageName, details });
  });
  return { ticket_id: ticket.id, incident_id: incident, ads: ids.length };
}

/** The ad itself first. */
async function sameParty(
  { database: { db } }: InfringementParts,
  info: PackageInfo,
  ad: StoredAd,
  days: { from: string; to: string },
  view: AdView,
): Promise<StoredAd[]> {
  const { network, affiliateId, domain, state, ticketId } = searchAd;
  const same =
    view === 'affiliate' && ad.affiliateId !== ''
      ? and(eq(network, ad.network), eq(affiliateId, ad.affiliateId))
      : eq(domain, ad.domain);
  const others = await db
    .select()
    .from(searchAd)
    .where(
      and(
        eq(searchAd.packageName, ad.packageName),
        ne(searchAd.id, ad.id),
        ofView(view),
        same,
        isNull(ticketId),
        ne(state, 'dismissed'),
        seenIn(days, info.time_zone),
      ),
    )
    .limit(MOST_GATHERED - 1);
  return [ad, ...others];
}

const partyOf = ({ network, affiliateId, domain }: StoredAd): string =>
  affiliateId === '' ? domain : [network, affiliateId].filter((text) => text !== '').join(':');

const incidentOf = (ad: StoredAd, ads: readonly StoredAd[]) => ({
  package_name: ad.packageName,
  source: 'infringement' as const,
  key: `search ad ${ad.id}`,
  title: `${ad.isHijack ? 'Hijacked brand ad' : 'Ad on a brand keyword'}: ${partyOf(ad)}`.slice(0, 300),
  category: 'Brand infringement',
  sub_category: ad.classification === 'partner' ? 'Affiliate ad' : 'Competitor ad',
  country: ad.country,
  publisher: ad.publisher,
  url: ad.finalUrl,
  evidence: {
    numbers: {
      ads: ads.length,
      violations: ads.filter(({ classification, isProtected }) => classification === 'partner' && isProtected).length,
      hijacks: ads.filter(({ isHijack }) => isHijack).length,
    },
  },
  happened_at: ad.observedAt,
});

/** The evidence in words that outlive the row. */
const lineOf = (ad: StoredAd): string =>
  [
    `${ad.keyword} · ${ad.observedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    [ad.country, ad.device, ad.position === null ? '' : `#${ad.position}`].filter((text) => text !== '').join(' · '),
    ad.displayUrl,
    ...ad.chain.map((address) => `→ ${address.slice(0, 300)}`),
    `→ ${ad.finalUrl.slice(0, 300)}`,
    ad.captureUrl,
  ]
    .filter((text) => text !== '')
    .join('\n');
