import Big from 'big.js';
import { and, count, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { couponAudit } from '#domains/infringement/contract/audit.ts';
import type { CodeVerdict, couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { isSpeltRight, plainCode } from './coupon-code.ts';
import { findingsOf } from './coupon-findings.ts';
import { type Known, knownCode } from './known-code.ts';
import { changedBrand } from './own-brand.ts';
import type { Db, InfringementParts, Tx } from './parts.ts';
import { couponCode, couponPool, couponUse, type PoolStored } from './tables.ts';

type Parts = Pick<InfringementParts, 'database' | 'now'>;
type Order = z.output<(typeof couponEndpoints)['validate']['body']>;
type Redeemed = z.output<(typeof couponEndpoints)['redeem']['body']>;

/** Whether a code holds for an order, as things stand now. */
export async function validateCode(
  scope: Scope,
  { database: { db } }: Parts,
  info: PackageInfo,
  order: Order,
): Promise<CodeVerdict> {
  changedBrand(scope, info.package_name);
  const code = plainCode(order.code);
  return verdictOf(db, info, order, await knownCode(db, info.package_name, code), code);
}

const no = (reason: CodeVerdict['reason'], publisher = ''): CodeVerdict => ({
  valid: false,
  reason,
  discount: null,
  publisher,
});

async function verdictOf(
  tx: Db | Tx,
  info: PackageInfo,
  order: Order & { publisher?: string },
  known: Known | undefined,
  code: string,
): Promise<CodeVerdict> {
  if (!known) {
    const pools = await tx.select().from(couponPool).where(eq(couponPool.packageName, info.package_name));
    return no(pools.some((pool) => isSpeltRight(code, pool)) ? 'unknown_code' : 'misspelt');
  }
  const { pool } = known;
  const credited = known.code.publisher;
  const [by] =
    order.customer === ''
      ? []
      : await tx
          .select({ n: count() })
          .from(couponUse)
          .where(and(eq(couponUse.codeId, known.code.id), eq(couponUse.customer, order.customer)));
  const [blocking] = findingsOf(
    { ...order, publisher: '', day: info.today, used: known.code.uses, by: by?.n ?? 0 },
    known,
  );
  if (blocking) return no(blocking, credited);
  if (order.cart !== undefined && Big(order.cart).lt(pool.leastCart)) return no('least_cart', credited);
  return { valid: true, reason: null, discount: discountOf(pool, order.cart), publisher: credited };
}

/** Never more than the cart. */
function discountOf({ value, valueKind }: PoolStored, cart: string | undefined): string | null {
  if (cart === undefined) return null;
  const off = valueKind === 'percent' ? Big(cart).times(value).div(100) : Big(value);
  return (off.gt(cart) ? Big(cart) : off).round(2, Big.roundHalfUp).toFixed(2);
}

/** Uses a code, once for an order: the second call for the same order hears the same. */
export async function redeemCode(
  scope: Scope,
  { database: { db }, now }: Parts,
  info: PackageInfo,
  order: Redeemed,
): Promise<CodeVerdict> {
  const packageName = changedBrand(scope, info.package_name);
  const code = plainCode(order.code);
  return db.transaction(async (tx) => {
    const known = await knownCode(tx, packageName, code, true);
    const once = and(
      eq(couponUse.packageName, packageName),
      eq(couponUse.code, code),
      eq(couponUse.orderId, order.order_id),
    );
    const [before] = known ? await tx.select({ id: couponUse.id }).from(couponUse).where(once) : [];
    if (known && before)
      return {
        valid: true,
        reason: null,
        discount: discountOf(known.pool, order.cart),
        publisher: known.code.publisher,
      };
    const verdict = await verdictOf(tx, info, order, known, code);
    if (!verdict.valid || !known) return verdict;
    const use = { publisher: order.publisher, customer: order.customer, country: order.country, day: info.today };
    await tx.insert(couponUse).values({
      packageName,
      codeId: known.code.id,
      code,
      usedAt: now(),
      publisher: order.publisher,
      referrer: order.referrer,
      country: order.country,
      orderId: order.order_id,
      customer: order.customer,
      amount: order.cart ?? null,
      source: 'redeem',
      // It holds; that somebody else gave it away is found out all the same.
      findings: findingsOf({ ...use, used: 0, by: 0 }, known),
      createdBy: scope.userName,
      createdAt: now(),
    });
    await tx
      .update(couponCode)
      .set({ uses: sql`${couponCode.uses} + 1` })
      .where(eq(couponCode.id, known.code.id));
    const details = { order: order.order_id.slice(0, 100), publisher: order.publisher };
    await audit(tx, scope, { action: couponAudit.redeem, subject: code, package: packageName, details });
    return verdict;
  });
}
