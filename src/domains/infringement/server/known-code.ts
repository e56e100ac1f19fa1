import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from './parts.ts';
import { type CodeStored, couponCode, couponPool, type PoolStored } from './tables.ts';

export interface Known {
  code: CodeStored;
  pool: PoolStored;
}

/** The code with its coupon; held against others until the transaction ends where asked for. */
export async function knownCode(
  tx: Db | Tx,
  packageName: string,
  code: string,
  held = false,
): Promise<Known | undefined> {
  const rows = tx
    .select({ code: couponCode, pool: couponPool })
    .from(couponCode)
    .innerJoin(couponPool, eq(couponPool.id, couponCode.poolId))
    .where(and(eq(couponCode.packageName, packageName), eq(couponCode.code, code)));
  const [found] = await (held ? rows.for('update', { of: couponCode }) : rows);
  return found;
}

/** The same of several, held against others in one order, so that two who hold some wait and never block each other. */
export async function knownCodes(tx: Tx, packageName: string, codes: readonly string[]): Promise<Map<string, Known>> {
  const found = await tx
    .select({ code: couponCode, pool: couponPool })
    .from(couponCode)
    .innerJoin(couponPool, eq(couponPool.id, couponCode.poolId))
    .where(and(eq(couponCode.packageName, packageName), inArray(couponCode.code, [...codes])))
    .orderBy(asc(couponCode.id))
    .for('update', { of: couponCode });
  return new Map(found.map((known) => [known.code.code, known]));
}
