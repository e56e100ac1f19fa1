import { and, eq, sql } from 'drizzle-orm';
import { couponAudit } from '#domains/infringement/contract/audit.ts';
import type { ReferralSum } from '#domains/infringement/contract/coupon.ts';
import type { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type AskedDays, daysOf } from './ad-store.ts';
import { selectUses, usedIn } from './coupon-uses.ts';
import { ownBrand, ownRow } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { couponCode, couponPool, couponUse } from './tables.ts';

/** By the publisher who was given the codes. What somebody used for themselves, or where they must not, earns nothing. */
export async function referralSums(
  scope: Scope,
  { database: { db } }: InfringementParts,
  info: PackageInfo,
  asked: AskedDays,
): Promise<ReferralSum[]> {
  const within = and(eq(couponUse.codeId, couponCode.id), usedIn(daysOf(asked, info), info.time_zone));
  const fair = sql`cardinality(${couponUse.findings}) = 0`;
  return db
    .select({
      publisher: couponCode.publisher,
      codes: sql<number>`count(DISTINCT ${couponCode.id})::int`,
      uses: sql<number>`count(${couponUse.id})::int`,
      orders: sql<number>`count(DISTINCT ${couponUse.orderId})::int`,
      revenue: sql<string>`coalesce(sum(${couponUse.amount}), 0)::text`,
      rewards: sql<string>`coalesce(sum(${couponPool.reward}) FILTER (WHERE ${couponUse.id} IS NOT NULL AND ${fair}), 0)::text`,
      self_referrals: sql<number>`(count(*) FILTER (WHERE 'self_referral' = ANY(${couponUse.findings})))::int`,
      misused: sql<number>`(count(*) FILTER (WHERE cardinality(${couponUse.findings}) > 0))::int`,
      last_used: sql<string | null>`to_char(max(${couponUse.usedAt}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(couponCode)
    .innerJoin(couponPool, eq(couponPool.id, couponCode.poolId))
    .leftJoin(couponUse, within)
    .where(and(eq(couponCode.packageName, ownBrand(scope, info.package_name)), eq(couponPool.kind, 'referral')))
    .groupBy(couponCode.publisher)
    .orderBy(sql`count(${couponUse.id}) DESC`, couponCode.publisher);
}

export async function ticketOfUse(
  scope: Scope,
  parts: InfringementParts,
  id: number,
  { priority, description }: { priority: (typeof PRIORITIES)[number]; description: string },
): Promise<{ ticket_id: number; incident_id: number }> {
  requireMay(scope, 'ticket.write');
  const [found] = await selectUses(parts).where(eq(couponUse.id, id));
  const use = ownRow(scope, found?.use);
  if (use.ticketId !== null) throw refuse('use_in_ticket', {}, { as: 'conflict' });
  const given = found?.given ?? '';
  const { id: incident } = await parts.openIncident({
    package_name: use.packageName,
    source: 'infringement',
    key: `coupon use ${use.id}`,
    title: `Coupon misuse: ${use.code}${use.publisher === '' ? '' : ` by ${use.publisher}`}`.slice(0, 300),
    category: 'Brand infringement',
    sub_category: 'Coupon misuse',
    publisher: use.publisher,
    country: use.country,
    url: '',
    evidence: { numbers: { findings: use.findings.length } },
    happened_at: use.usedAt,
  });
  const told = [
    description,
    [
      `${use.code} · ${found?.coupon ?? ''} · ${use.findings.join(', ')}`,
      `${use.usedAt.toISOString()} · ${use.orderId}`,
      `${given} → ${use.publisher}`,
      use.referrer.slice(0, 300),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
  const ticket = await parts.makeTicket(scope, incident, { priority, description: told });
  await parts.database.db.transaction(async (tx) => {
    await tx
      .update(couponUse)
      .set({ state: 'ticket', incidentId: incident, ticketId: ticket.id })
      .where(eq(couponUse.id, id));
    const details = { ticket: ticket.id };
    await audit(tx, scope, { action: couponAudit.ticket, subject: use.code, package: use.packageName, details });
  });
  return { ticket_id: ticket.id, incident_id: incident };
}
