import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Taken } from '#domains/infringement/contract/adword-endpoints.ts';
import { adAudit } from '#domains/infringement/contract/audit.ts';
import { REFUSALS } from '#domains/infringement/contract/refusals.ts';
import { type AD_SOURCES, dayOf, type SeenAd, seenAd } from '#domains/infringement/contract/search-ad.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { TableLine } from '#traffic/intake/server/small-table.ts';
import { partiesOf } from './known-parties.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { readTable } from './read-table.ts';
import { refuse } from './refuse.ts';
import { ownSiteOf, sortAd } from './sort-ad.ts';
import { searchAd } from './tables.ts';

const BATCH = 500;
const SHOWN_ERRORS = 100;
/** An address holds none of them unescaped. */
const BETWEEN_ADDRESSES = /[\s|>]+/;

const YEAR_DAYS = 366;

/** What is wrong with the day of an ad, as the package has days. */
function dayFault({ observed_at: at }: SeenAd, zone: string, now: Date): 'ad_ahead' | 'ad_long_ago' | undefined {
  const today = todayIn(zone, now);
  const day = dayOf(at, zone);
  if (day > today) return 'ad_ahead';
  return day < addDays(today, -YEAR_DAYS) ? 'ad_long_ago' : undefined;
}

/** Ads that are told one by one: none is taken where one has a day that cannot be. */
export async function tellAds(
  scope: Scope,
  parts: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  ads: readonly SeenAd[],
): Promise<Taken> {
  const fault = ads.map((ad) => dayFault(ad, info.time_zone, parts.now())).find((each) => each !== undefined);
  if (fault) throw refuse(fault, {}, { field: 'observed_at' });
  return takeAds(scope, parts, info, ads, { source: 'api', subject: ads[0]?.keyword ?? '' });
}

/** Stores ads, each once however often it is told; all of them or, when something breaks, none. */
export async function takeAds(
  scope: Scope,
  { database: { db }, now }: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  ads: readonly SeenAd[],
  { source, subject }: { source: (typeof AD_SOURCES)[number]; subject: string },
): Promise<Taken> {
  const packageName = changedBrand(scope, info.package_name);
  const parties = await partiesOf(db, packageName);
  const site = ownSiteOf(info);
  return db.transaction(async (tx) => {
    // A time without a zone is one of the package.
    await tx.execute(sql`SELECT set_config('TimeZone', ${info.time_zone}, true)`);
    let added = 0;
    for (let start = 0; start < ads.length; start += BATCH) {
      const rows = ads.slice(start, start + BATCH).map((ad) => ({
        packageName,
        keyword: ad.keyword,
        country: ad.country,
        device: ad.device,
        observedAt: sql`${ad.observed_at}::timestamptz`,
        position: ad.position,
        advertiser: ad.advertiser,
        displayUrl: ad.display_url,
        finalUrl: ad.final_url,
        chain: ad.chain,
        captureUrl: ad.capture_url,
        note: ad.note,
        source,
        ...sortAd(ad, parties, site),
        fingerprint: fingerprintOf(ad),
        createdBy: scope.userName,
        createdAt: now(),
      }));
      const stored = await tx.insert(searchAd).values(rows).onConflictDoNothing().returning({ id: searchAd.id });
      added += stored.length;
    }
    const details = { rows: ads.length, added, source };
    await audit(tx, scope, { action: adAudit.add, subject, package: packageName, details });
    return { rows: ads.length, added, there: ads.length - added, errors: [] };
  });
}

/** What was seen, and when; who told it and where the picture lies make no other ad of it. */
const fingerprintOf = ({ capture_url: _, note: __, ...seen }: SeenAd): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** Lines that cannot be read are told of; the others are taken. */
export async function takeFile(
  scope: Scope,
  parts: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  { upload, fileName }: { upload: Readable; fileName: string },
): Promise<Taken> {
  changedBrand(scope, info.package_name);
  const lines = await readTable(upload, ['keyword', 'observed_at', 'final_url']);
  const read = lines.map((line) => ({ line: line.line, read: seenAd.safeParse(adOf(line)) }));
  const ads: SeenAd[] = [];
  const errors: Taken['errors'] = [];
  for (const { line, read: one } of read) {
    const fault = one.success ? dayFault(one.data, info.time_zone, parts.now()) : undefined;
    if (!one.success) errors.push(faultOf(line, one.error));
    else if (fault) errors.push({ row: line, field: 'observed_at', reason: REFUSALS.text(fault) });
    else ads.push(one.data);
  }
  const taken = await takeAds(scope, parts, info, ads, { source: 'upload', subject: fileName });
  return { ...taken, rows: lines.length, errors: errors.slice(0, SHOWN_ERRORS) };
}

const adOf = ({ cells }: TableLine) => ({
  keyword: cells.keyword,
  country: cells.country,
  device: (cells.device ?? '').toLowerCase(),
  observed_at: cells.observed_at,
  position: cells.position ? Number(cells.position) : null,
  advertiser: cells.advertiser,
  display_url: cells.display_url,
  final_url: cells.final_url,
  chain: (cells.redirect_chain ?? '').split(BETWEEN_ADDRESSES).filter((text) => text !== ''),
  capture_url: cells.capture_url,
  note: cells.note,
});

const faultOf = (row: number, { issues: [issue] }: z.ZodError) => ({
  row,
  field: String(issue?.path[0] ?? ''),
  reason: issue?.message ?? '',
});
