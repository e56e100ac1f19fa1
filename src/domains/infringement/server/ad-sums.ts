import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { AffiliateSum, CompetitorSum } from '#domains/infringement/contract/adword-endpoints.ts';
import { STRANGERS } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql as ch } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { type Amounts, addAmounts } from '#traffic/money/contract/decimal.ts';
import { type AskedDays, daysOf, isViolation, ofView, seenIn } from './ad-store.ts';
import { ownBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { searchAd } from './tables.ts';

const MOST_ROWS = 500;
const MOST_KEYWORDS = 20;

const keywords = sql<string[]>`(array_agg(DISTINCT ${searchAd.keyword}))[1:${sql.raw(String(MOST_KEYWORDS))}]`;
const seen = (least: 'min' | 'max'): SQL<string> =>
  sql<string>`to_char(${sql.raw(least)}(${searchAd.observedAt}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const times = { first_seen: seen('min'), last_seen: seen('max') };
const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`;

const within = (info: PackageInfo, asked: AskedDays): SQL | undefined =>
  and(eq(searchAd.packageName, info.package_name), seenIn(daysOf(asked, info), info.time_zone));

/** By affiliate id, most violations first. Dismissed ads are none. */
export async function affiliateSums(
  scope: Scope,
  parts: InfringementParts,
  info: PackageInfo,
  asked: AskedDays,
): Promise<AffiliateSum[]> {
  ownBrand(scope, info.package_name);
  const { network, affiliateId, publisher } = searchAd;
  const violations = counted(isViolation);
  const rows = await parts.database.db
    .select({
      network,
      affiliate_id: affiliateId,
      publisher,
      ads: count(),
      violations,
      hijacks: counted(sql`${searchAd.isHijack}`),
      keywords,
      ...times,
    })
    .from(searchAd)
    .where(and(within(info, asked), ofView('affiliate'), sql`${searchAd.state} <> 'dismissed'`))
    .groupBy(network, affiliateId, publisher)
    .orderBy(sql`${violations} DESC`, sql`count(*) DESC`, network, affiliateId, publisher)
    .limit(MOST_ROWS);
  const risk = await atRisk(scope, parts, info, {
    ...daysOf(asked, info),
    publishers: [...new Set(rows.map((row) => row.publisher).filter((name) => name !== ''))],
  });
  return rows.map((row) => ({ ...row, ...(risk.get(row.publisher) ?? { orders: null, commission: null }) }));
}

interface Risk {
  orders: number;
  commission: Amounts;
}

/** What publishers brought in these days and what it costs: an ad on the brand takes customers who were coming anyway. */
async function atRisk(
  scope: Scope,
  { clickhouse, moneyOf }: InfringementParts,
  info: PackageInfo,
  { publishers, from, to }: { publishers: readonly string[]; from: string; to: string },
): Promise<Map<string, Risk>> {
  if (publishers.length === 0) return new Map();
  const money = await moneyOf(info, { from, to });
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from,
    to,
    timeZone: info.time_zone,
    where: { publisher: [...publishers] },
  });
  const rows = await clickhouse.query<{ publisher: string; orders: number; spent_in: string; spent: string }>(
    ch`SELECT toString(publisher) AS publisher, uniqExactIf(order_id, order_id != '') AS orders, ${money.currency} AS spent_in,
        toString(sum(${money.amount})) AS spent
      FROM traffic WHERE ${where} AND verdict != 'filtered' GROUP BY publisher, spent_in`,
    { tag: 'adword-commission' },
  );
  const risks = new Map<string, Risk>(publishers.map((name) => [name, { orders: 0, commission: {} }]));
  for (const { publisher, orders, spent_in, spent } of rows) {
    const before = risks.get(publisher) ?? { orders: 0, commission: {} };
    const commission = Number(spent) === 0 ? before.commission : addAmounts([before.commission, { [spent_in]: spent }]);
    risks.set(publisher, { orders: before.orders + orders, commission });
  }
  return risks;
}

/** By domain, most ads first, each with its share of all ads that were seen. */
export async function competitorSums(
  scope: Scope,
  { database: { db } }: InfringementParts,
  info: PackageInfo,
  asked: AskedDays,
): Promise<CompetitorSum[]> {
  ownBrand(scope, info.package_name);
  const { domain } = searchAd;
  const [rows, [all]] = await Promise.all([
    db
      .select({
        domain,
        place: sql<number>`min(array_position(${sql.param([...STRANGERS])}::text[], ${searchAd.classification}))`,
        ads: count(),
        keywords,
        best_position: sql<number | null>`min(${searchAd.position})`,
        ...times,
      })
      .from(searchAd)
      .where(and(within(info, asked), ofView('competitor'), sql`${searchAd.state} <> 'dismissed'`))
      .groupBy(domain)
      .orderBy(sql`count(*) DESC`, domain)
      .limit(MOST_ROWS),
    db.select({ n: count() }).from(searchAd).where(within(info, asked)),
  ]);
  const total = Math.max(1, all?.n ?? 0);
  // Of several ads of a domain what is known best.
  return rows.map(
    ({ place, ...row }): CompetitorSum => ({
      ...row,
      classification: STRANGERS[place - 1] ?? 'unknown',
      share: row.ads / total,
    }),
  );
}
