import type { Readable } from 'node:stream';
import { and, asc, count, eq, gte, lte, notInArray, sql } from 'drizzle-orm';
import { settlementAudit } from '#domains/settlements/contract/audit.ts';
import { COUNT_REJECTS } from '#domains/settlements/contract/partner-counts.ts';
import type {
  enteredEndpoints,
  PartnerCount,
  payoutEndpoints,
} from '#domains/settlements/contract/settlement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Message } from '#platform/contract/message.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql as clickhouseSql } from '#platform/server/clickhouse/sql.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './basis.ts';
import type { SettlementParts } from './payout.ts';
import { type KnownNames, MOST_LINES, type Rejected, readCounts } from './read-counts.ts';
import { refuse } from './refuse.ts';
import { FINAL, lock, type Tx } from './settled.ts';
import { partnerCountTable, settlementTable } from './tables.ts';

export interface CountParts extends SettlementParts {
  /** Of the links of a package, also those that have ended. */
  linkCampaigns: (scope: Scope, packageName: string) => Promise<string[]>;
}

const MOST_BYTES = 5 * 1024 * 1024;
const SHOWN_REJECTS = 100;
/** So many lines are named where none is taken. */
const TOLD_REJECTS = 10;
/** Values of one statement stay far below what Postgres takes. */
const AT_ONCE = 2_000;

/** Takes a partner's file for a period: the same line again replaces what it said before. */
export async function takeCounts(
  scope: Scope,
  parts: CountParts,
  { package_name, period_from: periodFrom, period_to: periodTo }: Out<(typeof payoutEndpoints.reported)['query']>,
  upload: Readable,
): Promise<{ stored: number; rejected: number; rejects: Rejected[] }> {
  const packageName = ownPackage(scope, package_name);
  const info = await parts.packageInfo(scope, packageName);
  if (periodTo < periodFrom) throw refuse('days_reversed', {}, { field: 'period_to' });
  const tooLong = () => refuse('counts_too_long', { n: MOST_LINES }, { as: 'too_large' });
  const text = (await boundedBody(upload, MOST_BYTES, tooLong)).toString('utf8');
  const { counts, rejects } = readCounts(text, await namesIn(scope, parts, info, { from: periodFrom, to: periodTo }));
  if (counts.length === 0)
    throw refuse(
      'counts_none_taken',
      { n: rejects.length, first: toldOf(rejects.slice(0, TOLD_REJECTS)) },
      { field: 'file' },
    );
  const rows = counts.map((count) => ({
    ...count,
    packageName,
    periodFrom,
    periodTo,
    author: scope.userName,
    createdAt: parts.now(),
  }));
  await parts.database.db.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await tx
        .insert(partnerCountTable)
        .values(rows.slice(at, at + AT_ONCE))
        .onConflictDoUpdate({
          target: [
            partnerCountTable.packageName,
            partnerCountTable.publisher,
            partnerCountTable.campaign,
            partnerCountTable.event,
            partnerCountTable.model,
            partnerCountTable.periodFrom,
            partnerCountTable.periodTo,
          ],
          set: { units: sql`excluded.units`, author: sql`excluded.author`, createdAt: sql`excluded.created_at` },
        });
    await audit(tx, scope, {
      action: settlementAudit.report,
      subject: `${periodFrom} - ${periodTo}`,
      package: packageName,
      details: { stored: rows.length, rejected: rejects.length },
    });
  });
  return { stored: rows.length, rejected: rejects.length, rejects: rejects.slice(0, SHOWN_REJECTS) };
}

/** Who and what is agreed in these days, what has events in them, and what has links. */
async function namesIn(
  scope: Scope,
  { database, clickhouse, agreementBook, linkCampaigns }: CountParts,
  { package_name, time_zone }: PackageInfo,
  { from, to }: Period,
): Promise<KnownNames> {
  const filter = { package: package_name, kinds: [], from, to, timeZone: time_zone, where: {} };
  const [terms, rows, linked] = await Promise.all([
    agreementBook.inForce(database.db, package_name, { from, to }),
    clickhouse.query<{ publisher: string; campaign: string }>(
      clickhouseSql`SELECT DISTINCT toString(publisher) AS publisher, toString(campaign) AS campaign FROM traffic
        WHERE ${trafficWhere(scope, filter)}`,
      { tag: 'settlement' },
    ),
    linkCampaigns(scope, package_name),
  ]);
  const publishers = new Map<string, Set<string>>();
  const campaigns = new Set(linked);
  for (const { publisher, campaign } of [...rows, ...terms]) {
    // Terms of whoever has none of its own are of the campaign alone.
    if (publisher === '') campaigns.add(campaign);
    else publishers.set(publisher, (publishers.get(publisher) ?? new Set()).add(campaign));
  }
  return { publishers, campaigns };
}

/** Lines that were refused, one after the other. */
function toldOf([first, ...rest]: readonly Rejected[]): Message | string {
  if (!first) return '';
  const one = { code: COUNT_REJECTS[first.reason].words, values: { line: first.line } };
  return rest.length === 0 ? one : { code: 'count_and', values: { first: one, rest: toldOf(rest) } };
}

/** What partners counted in periods within the days. */
export async function listCounts(
  scope: Scope,
  { database: { db } }: SettlementParts,
  packageName: string,
  { from, to, page, limit }: Period & { page: number; limit: number },
): Promise<{ rows: PartnerCount[]; total: number }> {
  const t = partnerCountTable;
  const where = and(eq(t.packageName, ownPackage(scope, packageName)), gte(t.periodFrom, from), lte(t.periodTo, to));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(t)
      .where(where)
      .orderBy(asc(t.publisher), asc(t.campaign), asc(t.event), asc(t.model), asc(t.periodFrom), asc(t.periodTo))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(t).where(where),
  ]);
  return {
    rows: rows.map(({ publisher, campaign, event, model, periodFrom, periodTo, units, author }) => ({
      publisher,
      campaign,
      event,
      model,
      period_from: periodFrom,
      period_to: periodTo,
      units,
      author,
    })),
    total: counted?.total ?? 0,
  };
}

/** With it goes a report that came of nothing else; again changes nothing. */
export async function removeCount(
  scope: Scope,
  { database }: SettlementParts,
  {
    package_name,
    publisher,
    campaign,
    event,
    model,
    period_from,
    period_to,
  }: Out<(typeof enteredEndpoints.remove_count)['query']>,
): Promise<{ removed: number }> {
  const packageName = ownPackage(scope, package_name);
  const t = partnerCountTable;
  return database.db.transaction(async (tx) => {
    await lock(tx, packageName);
    const [gone] = await tx
      .delete(t)
      .where(
        and(
          eq(t.packageName, packageName),
          eq(t.publisher, publisher),
          eq(t.campaign, campaign),
          eq(t.event, event),
          eq(t.model, model),
          eq(t.periodFrom, period_from),
          eq(t.periodTo, period_to),
        ),
      )
      .returning();
    if (!gone) return { removed: 0 };
    const reports = await removeUncaused(tx, packageName, publisher, { from: period_from, to: period_to });
    await audit(tx, scope, {
      action: settlementAudit.deleteCount,
      subject: publisher.slice(0, 400),
      package: packageName,
      details: { campaign, event, model, units: gone.units, from: period_from, to: period_to, reports },
    });
    return { removed: 1 };
  });
}

/** Reports that are not approved, have neither amounts nor events of ours, and of which no partner says anything. */
async function removeUncaused(tx: Tx, packageName: string, publisher: string, { from, to }: Period): Promise<number> {
  const { periodFrom, periodTo, rows, totals, state } = settlementTable;
  const t = partnerCountTable;
  const said = tx
    .select({ one: sql`1` })
    .from(t)
    .where(
      and(
        eq(t.packageName, packageName),
        eq(t.publisher, publisher),
        gte(t.periodFrom, periodFrom),
        lte(t.periodTo, periodTo),
      ),
    );
  const gone = await tx
    .delete(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        eq(settlementTable.publisher, publisher),
        notInArray(state, [...FINAL]),
        lte(periodFrom, from),
        gte(periodTo, to),
        sql`jsonb_array_length(${totals}) = 0`,
        sql`NOT jsonb_path_exists(${rows}, '$[*] ? (@.gross > 0)')`,
        sql`NOT EXISTS ${said}`,
      ),
    )
    .returning({ id: settlementTable.id });
  return gone.length;
}
