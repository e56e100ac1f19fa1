import { and, count, desc, eq, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { adAudit } from '#domains/infringement/contract/audit.ts';
import { type AdRow, type AdState, type AdView, STRANGERS } from '#domains/infringement/contract/search-ad.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { FileColumn, FileKind } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { changedBrand, ownBrand, ownRow } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { type StoredAd, searchAd } from './tables.ts';

const USUAL_DAYS = 7;
const BATCH = 1_000;

export interface AskedDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}
export interface AskedAds extends AskedDays {
  keyword?: string | undefined;
  state?: AdState | undefined;
  search?: string | undefined;
}

/** The days asked for, the last week unless said. */
export function daysOf(asked: AskedDays, { today }: Pick<PackageInfo, 'today'>): { from: string; to: string } {
  const to = asked.toDate ?? asked.end_date ?? today;
  return { from: asked.fromDate ?? asked.start_date ?? lastDays(to, USUAL_DAYS).from, to };
}

/** Between the midnights of the package. */
export const seenIn = ({ from, to }: { from: string; to: string }, zone: string): SQL =>
  sql`${searchAd.observedAt} >= ${from}::timestamp AT TIME ZONE ${zone}
    AND ${searchAd.observedAt} < (${to}::timestamp + interval '1 day') AT TIME ZONE ${zone}`;

export const ofView = (view: AdView): SQL | undefined =>
  view === 'affiliate' ? eq(searchAd.classification, 'partner') : inArray(searchAd.classification, [...STRANGERS]);

export const isViolation = sql<boolean>`(${searchAd.classification} = 'partner' AND ${searchAd.isProtected})`;

/** Ads of a package as filters ask for them; of both pages without a view. */
function adsWhere(scope: Scope, info: PackageInfo, asked: AskedAds, view?: AdView): SQL | undefined {
  const { keyword, state, search } = asked;
  return and(
    eq(searchAd.packageName, ownBrand(scope, info.package_name)),
    seenIn(daysOf(asked, info), info.time_zone),
    view && ofView(view),
    keyword ? eq(searchAd.keyword, keyword) : undefined,
    state ? eq(searchAd.state, state) : undefined,
    search ? naming(search) : undefined,
  );
}

function naming(text: string): SQL | undefined {
  const pattern = containing(text);
  const { keyword, advertiser, displayUrl, finalUrl, affiliateId, publisher } = searchAd;
  return or(
    ...[keyword, advertiser, displayUrl, finalUrl, affiliateId, publisher].map((column) => ilike(column, pattern)),
  );
}

/** The newest first. */
export async function listAds(
  scope: Scope,
  { database: { db } }: Pick<InfringementParts, 'database'>,
  info: PackageInfo,
  { page, limit, ...asked }: AskedAds & { page: number; limit: number },
  view?: AdView,
): Promise<{ rows: AdRow[]; total: number }> {
  const where = adsWhere(scope, info, asked, view);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(searchAd)
      .where(where)
      .orderBy(desc(searchAd.observedAt), desc(searchAd.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(searchAd).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = (row: StoredAd): AdRow => ({
  id: row.id,
  keyword: row.keyword,
  country: row.country,
  device: row.device,
  observed_at: row.observedAt.toISOString(),
  position: row.position,
  advertiser: row.advertiser,
  display_url: row.displayUrl,
  final_url: row.finalUrl,
  chain: row.chain,
  capture_url: row.captureUrl,
  note: row.note,
  source: row.source,
  domain: row.domain,
  classification: row.classification,
  network: row.network,
  affiliate_id: row.affiliateId,
  publisher: row.publisher,
  is_violation: row.classification === 'partner' && row.isProtected,
  is_hijack: row.isHijack,
  state: row.state,
  ticket_id: row.ticketId,
  created_by: row.createdBy,
});

const COLUMNS: readonly (readonly [
  label: string,
  kind: FileKind,
  of: (row: AdRow) => string | number | boolean | null,
])[] = [
  ['keyword', 'plain', ({ keyword }) => keyword],
  ['country', 'plain', ({ country }) => country],
  ['device', 'plain', ({ device }) => device],
  ['observed_at', 'moment', (row) => row.observed_at],
  ['position', 'count', ({ position }) => position],
  ['advertiser', 'plain', ({ advertiser }) => advertiser],
  ['display_url', 'plain', (row) => row.display_url],
  ['final_url', 'plain', (row) => row.final_url],
  ['redirect_chain', 'plain', ({ chain }) => chain.join(' ')],
  ['domain', 'plain', ({ domain }) => domain],
  ['classification', 'plain', ({ classification }) => classification],
  ['network', 'plain', ({ network }) => network],
  ['affiliate_id', 'plain', (row) => row.affiliate_id],
  ['publisher', 'plain', ({ publisher }) => publisher],
  ['violation', 'flag', (row) => row.is_violation],
  ['hijack', 'flag', (row) => row.is_hijack],
  ['state', 'plain', ({ state }) => state],
  ['ticket', 'count', (row) => row.ticket_id],
  ['capture_url', 'plain', (row) => row.capture_url],
  ['note', 'plain', ({ note }) => note],
  ['source', 'plain', ({ source }) => source],
  ['created_by', 'plain', (row) => row.created_by],
];

/** All rows that are asked for, the newest told first. What it holds can be uploaded again. */
export async function biddingFile(
  scope: Scope,
  { database: { db }, now }: InfringementParts,
  info: PackageInfo,
  asked: AskedAds,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const where = adsWhere(scope, info, asked);
  async function* rows() {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const found = await db
        .select()
        .from(searchAd)
        .where(and(where, lt(searchAd.id, before)))
        .orderBy(desc(searchAd.id))
        .limit(BATCH);
      for (const row of found.map(viewOf)) yield COLUMNS.map(([, , of]) => of(row));
      const last = found.at(-1);
      if (!last || found.length < BATCH) return;
      before = last.id;
    }
  }
  const columns = COLUMNS.map(([label, kind]): FileColumn => ({ label, kind }));
  const said = (['keyword', 'state', 'search'] as const).flatMap((name) => {
    const value = asked[name];
    return value ? [[name, [value]] as const] : [];
  });
  const about = {
    what: 'keyword-bidding',
    package: { name: info.package_name, title: info.package_title },
    ...daysOf(asked, info),
    timeZone: info.time_zone,
    timesIn: 'UTC',
    filters: said,
    made: now(),
  };
  return fileOf(format, about, { columns, rows: rows() });
}

export async function ownAd(scope: Scope, { database: { db } }: InfringementParts, id: number): Promise<StoredAd> {
  const [found] = await db.select().from(searchAd).where(eq(searchAd.id, id));
  return ownRow(scope, found);
}

export async function removeAd(scope: Scope, parts: InfringementParts, id: number): Promise<void> {
  const row = await ownAd(scope, parts, id);
  changedBrand(scope, row.packageName);
  await parts.database.db.transaction(async (tx) => {
    const gone = await tx
      .delete(searchAd)
      .where(and(eq(searchAd.id, id), isNull(searchAd.ticketId)))
      .returning({ id: searchAd.id });
    if (gone.length === 0) throw refuse('ad_in_ticket', {}, { as: 'conflict' });
    const details = { id, keyword: row.keyword };
    await audit(tx, scope, { action: adAudit.remove, subject: row.domain, package: row.packageName, details });
  });
}
