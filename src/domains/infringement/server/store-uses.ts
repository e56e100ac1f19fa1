import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { USE_SOURCES } from '#domains/infringement/contract/coupon.ts';
import { dayOf } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { plainCode } from './coupon-code.ts';
import { findingsOf } from './coupon-findings.ts';
import { type Known, knownCodes } from './known-code.ts';
import type { InfringementParts, Tx } from './parts.ts';
import { couponUse } from './tables.ts';

/** So many uses of one code within so many minutes are no customers one by one. */
const BURST = { uses: 10, minutes: 10 };
/** Rows of a statement; each has some twenty values. */
const BATCH = 1_000;

/** A use as somebody tells of it; what is not known is ''. */
export interface ToldUse {
  code: string;
  used_at: string;
  order_id: string;
  publisher: string;
  referrer: string;
  country: string;
  customer: string;
  amount: string;
  /** The event it was taken from. */
  event?: { id: string; day: string };
}

type Source = (typeof USE_SOURCES)[number];

/** Each once for its order, and once for its event; answers how many are new. */
export async function storeUses(
  scope: Scope,
  tx: Tx,
  { now }: Pick<InfringementParts, 'now'>,
  info: PackageInfo,
  uses: readonly ToldUse[],
  source: Source,
): Promise<number> {
  const name = info.package_name;
  await tx.execute(sql`SELECT set_config('TimeZone', ${info.time_zone}, true)`);
  const told = uses.map((use) => ({ ...use, code: plainCode(use.code).slice(0, 64) }));
  const codes = [...new Set(told.map(({ code }) => code))];
  let added = 0;
  for (let at = 0; at < told.length; at += BATCH) {
    const batch = told.slice(at, at + BATCH);
    const known = await knownCodes(tx, name, [...new Set(batch.map(({ code }) => code))]);
    const by = { createdBy: scope.userName, createdAt: now() };
    const stored = await tx
      .insert(couponUse)
      .values(batch.map((use) => ({ ...rowOf(info, use, known.get(use.code)), source, ...by })))
      .onConflictDoNothing()
      .returning({ codeId: couponUse.codeId });
    await countUses(
      tx,
      stored.map(({ codeId }) => codeId),
      1,
    );
    added += stored.length;
  }
  if (source === 'upload') await toldByShop(tx, name, told);
  await markAmongOthers(tx, name, codes);
  return added;
}

function rowOf(info: PackageInfo, { event, ...use }: ToldUse, known: Known | undefined) {
  return {
    packageName: info.package_name,
    codeId: known?.code.id ?? null,
    code: use.code,
    usedAt: sql`${use.used_at}::timestamptz`,
    publisher: use.publisher,
    referrer: use.referrer,
    country: use.country,
    orderId: use.order_id,
    customer: use.customer,
    amount: use.amount === '' ? null : use.amount,
    eventId: event?.id ?? null,
    eventDay: event?.day ?? null,
    // That there were too many before it is marked below, when all are there.
    findings: known
      ? findingsOf({ ...use, day: dayOf(use.used_at, info.time_zone), used: 0, by: 0 }, known)
      : (['unknown_code'] as const).slice(),
  };
}

/** How often codes were used, after uses of them came or went. */
export async function countUses(tx: Tx, ids: readonly (number | null)[], step: 1 | -1): Promise<void> {
  const times = new Map<number, number>();
  for (const id of ids) if (id !== null) times.set(id, (times.get(id) ?? 0) + step);
  if (times.size === 0) return;
  await tx.execute(sql`UPDATE coupon_code SET uses = greatest(0, coupon_code.uses + counted.n)
    FROM unnest(${sql.param([...times.keys()])}::bigint[], ${sql.param([...times.values()])}::int[]) AS counted (id, n)
    WHERE coupon_code.id = counted.id`);
}

/** What the shop tells too does not go with the events it was taken from. */
async function toldByShop(tx: Tx, packageName: string, told: readonly ToldUse[]): Promise<void> {
  for (let at = 0; at < told.length; at += BATCH) {
    const batch = told.slice(at, at + BATCH);
    await tx
      .update(couponUse)
      .set({ source: 'upload', eventId: null, eventDay: null })
      .where(
        and(
          eq(couponUse.packageName, packageName),
          eq(couponUse.source, 'event'),
          inArray(
            sql`(${couponUse.code}, ${couponUse.orderId})`,
            batch.map(({ code, order_id }): SQL => sql`(${code}, ${order_id})`),
          ),
        ),
      );
  }
}

/**
 * What shows only beside other uses, marked anew for all of some codes: many at once, and more than a code has or one
 * customer may have (`usesOf`), by their times. What was redeemed here was let through, so it is none too many.
 */
export async function markAmongOthers(tx: Tx, packageName: string, codes: readonly string[]): Promise<void> {
  await tx.execute(sql`UPDATE coupon_use SET findings = marked.findings
    FROM (
      SELECT id, array_remove(array_remove(findings, 'burst'), 'over_uses') || array_remove(ARRAY[
        CASE WHEN source <> 'redeem' AND (nth > most OR (customer <> '' AND nth_of_customer > most_by_user))
          THEN 'over_uses' END,
        CASE WHEN near >= ${BURST.uses} THEN 'burst' END], NULL) AS findings
      FROM (
        SELECT u.id, u.findings, u.source, u.customer, p.most_by_user,
          CASE p.kind WHEN 'unique' THEN 1 ELSE p.most_uses END AS most,
          row_number() OVER (PARTITION BY u.code ORDER BY u.used_at, u.id) AS nth,
          row_number() OVER (PARTITION BY u.code, u.customer ORDER BY u.used_at, u.id) AS nth_of_customer,
          count(*) OVER (PARTITION BY u.code ORDER BY u.used_at
            RANGE BETWEEN ${`${BURST.minutes} minutes`}::interval PRECEDING AND CURRENT ROW) AS near
        FROM coupon_use u LEFT JOIN coupon_code c ON c.id = u.code_id LEFT JOIN coupon_pool p ON p.id = c.pool_id
        WHERE u.package_name = ${packageName} AND u.code = ANY(${sql.param([...codes])}::text[])
      ) AS each
    ) AS marked
    WHERE marked.id = coupon_use.id AND marked.findings <> coupon_use.findings`);
}
