import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { couponAudit } from '#domains/infringement/contract/audit.ts';
import type { PoolRow } from '#domains/infringement/contract/coupon.ts';
import type { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { csvStream } from '#platform/server/csv.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { makeCode, plainCode } from './coupon-code.ts';
import { changedBrand, ownBrand, ownRow } from './own-brand.ts';
import type { Db, InfringementParts, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { couponCode, couponPool, type PoolStored } from './tables.ts';

type Parts = Pick<InfringementParts, 'database' | 'now'>;
type NewPool = z.output<(typeof couponEndpoints)['addPool']['body']>;
type Issue = z.output<(typeof couponEndpoints)['issue']['body']>;

const MOST_POOLS = 500;
const MOST_ISSUED = 100_000;
const BATCH = 1_000;

export async function listPools(
  scope: Scope,
  { database: { db } }: Pick<Parts, 'database'>,
  packageName: string,
  kind?: PoolStored['kind'],
): Promise<PoolRow[]> {
  const rows = await db
    .select({
      pool: couponPool,
      codes: sql<number>`(SELECT count(*)::int FROM coupon_code c WHERE c.pool_id = coupon_pool.id)`,
      uses: sql<number>`(SELECT coalesce(sum(c.uses), 0)::int FROM coupon_code c WHERE c.pool_id = coupon_pool.id)`,
    })
    .from(couponPool)
    .where(and(eq(couponPool.packageName, ownBrand(scope, packageName)), kind && eq(couponPool.kind, kind)))
    .orderBy(desc(couponPool.id));
  return rows.map(({ pool, codes, uses }) => ({
    id: pool.id,
    name: pool.name,
    kind: pool.kind,
    publisher: pool.publisher,
    prefix: pool.prefix,
    value: pool.value,
    value_kind: pool.valueKind,
    reward: pool.reward,
    least_cart: pool.leastCart,
    first_day: pool.firstDay,
    last_day: pool.lastDay,
    most_uses: pool.mostUses,
    most_by_user: pool.mostByUser,
    countries: pool.countries,
    codes,
    uses,
    ended_at: pool.endedAt?.toISOString() ?? null,
    created_by: pool.createdBy,
    created_at: pool.createdAt.toISOString(),
  }));
}

export async function addPool(scope: Scope, parts: Parts, body: NewPool): Promise<number> {
  const packageName = changedBrand(scope, body.package_name);
  if (body.value_kind === 'percent' && Number(body.value) > 100) throw refuse('coupon_percent', {}, { field: 'value' });
  if (body.first_day && body.last_day && body.first_day > body.last_day)
    throw refuse('coupon_days', {}, { field: 'last_day' });
  return parts.database.db.transaction(async (tx) => {
    const [all] = await tx.select({ n: count() }).from(couponPool).where(eq(couponPool.packageName, packageName));
    if ((all?.n ?? 0) >= MOST_POOLS) throw refuse('parties_too_many', { n: MOST_POOLS });
    const [pool] = await tx
      .insert(couponPool)
      .values({
        packageName,
        name: body.name,
        kind: body.kind,
        publisher: body.publisher,
        prefix: body.prefix,
        letters: body.letters,
        value: body.value,
        valueKind: body.value_kind,
        reward: body.kind === 'referral' ? body.reward : null,
        leastCart: body.least_cart,
        firstDay: body.first_day,
        lastDay: body.last_day,
        mostUses: body.most_uses,
        mostByUser: body.most_by_user,
        countries: body.countries,
        createdBy: scope.userName,
        createdAt: parts.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!pool) throw refuse('coupon_name_taken', {}, { as: 'conflict', field: 'name' });
    if (pool.kind === 'shared') await insertCodes(scope, tx, parts, pool, [''], pool.publisher);
    const details = { id: pool.id, kind: pool.kind, publisher: pool.publisher };
    await audit(tx, scope, { action: couponAudit.add, subject: pool.name, package: packageName, details });
    return pool.id;
  });
}

async function ownPool(scope: Scope, db: Db | Tx, id: number): Promise<PoolStored> {
  const [found] = await db.select().from(couponPool).where(eq(couponPool.id, id));
  return ownRow(scope, found);
}

export async function endPool(scope: Scope, { database: { db }, now }: Parts, id: number): Promise<void> {
  const pool = await ownPool(scope, db, id);
  changedBrand(scope, pool.packageName);
  await db.transaction(async (tx) => {
    await tx
      .update(couponPool)
      .set({ endedAt: now() })
      .where(and(eq(couponPool.id, id), isNull(couponPool.endedAt)));
    await audit(tx, scope, { action: couponAudit.end, subject: pool.name, package: pool.packageName, details: { id } });
  });
}

/** Codes for a publisher to give away; of a referral coupon each has its owner. */
export async function issueCodes(
  scope: Scope,
  parts: Parts,
  id: number,
  { count: wanted, publisher, owners }: Issue,
): Promise<string[]> {
  return parts.database.db.transaction(async (tx) => {
    // Two who issue at once would both pass the limit.
    const [held] = await tx.select().from(couponPool).where(eq(couponPool.id, id)).for('update');
    const pool = ownRow(scope, held);
    changedBrand(scope, pool.packageName);
    if (pool.endedAt !== null) throw refuse('coupon_ended', {}, { as: 'conflict' });
    if (pool.kind === 'shared') throw refuse('coupon_shared', {}, { as: 'conflict' });
    if (pool.kind === 'referral' && owners.length === 0) throw refuse('coupon_owner', {}, { field: 'owners' });
    const [all] = await tx.select({ n: count() }).from(couponCode).where(eq(couponCode.poolId, id));
    const of = pool.kind === 'referral' ? await withoutCode(tx, id, owners) : Array.from({ length: wanted }, () => '');
    if (of.length === 0) throw refuse('coupon_owners_there', {}, { as: 'conflict', field: 'owners' });
    if ((all?.n ?? 0) + of.length > MOST_ISSUED) throw refuse('coupon_codes', { n: MOST_ISSUED });
    const codes = await insertCodes(scope, tx, parts, pool, of, publisher === '' ? pool.publisher : publisher);
    const details = { id, codes: codes.length, publisher };
    await audit(tx, scope, { action: couponAudit.issue, subject: pool.name, package: pool.packageName, details });
    return codes;
  });
}

/** Who recommends has one code of a coupon, and another only when that was voided. */
async function withoutCode(tx: Tx, poolId: number, owners: readonly string[]): Promise<string[]> {
  const wanted = new Map(owners.map((owner) => [owner.toLowerCase(), owner]));
  const rows = await tx
    .select({ owner: sql<string>`lower(${couponCode.owner})` })
    .from(couponCode)
    .where(
      and(
        eq(couponCode.poolId, poolId),
        isNull(couponCode.voidedAt),
        inArray(sql`lower(${couponCode.owner})`, [...wanted.keys()]),
      ),
    );
  for (const { owner } of rows) wanted.delete(owner);
  return [...wanted.values()];
}

/** One for each owner; a code that is there already is drawn again. */
async function insertCodes(
  scope: Scope,
  tx: Tx,
  { now }: Parts,
  pool: PoolStored,
  owners: readonly string[],
  publisher: string,
): Promise<string[]> {
  const made: string[] = [];
  for (let left = [...owners], tries = 0; left.length > 0; left = owners.slice(made.length)) {
    if (++tries > 20) throw refuse('coupon_letters', {}, { as: 'conflict' });
    const rows = left.map((owner) => ({
      packageName: pool.packageName,
      poolId: pool.id,
      code: makeCode(pool.prefix, pool.letters),
      publisher,
      owner,
      issuedBy: scope.userName,
      issuedAt: now(),
    }));
    const stored = await tx.insert(couponCode).values(rows).onConflictDoNothing().returning({ code: couponCode.code });
    made.push(...stored.map(({ code }) => code));
  }
  return made;
}

export async function codesFile(scope: Scope, { database: { db } }: Parts, id: number): Promise<FileAnswer> {
  const pool = await ownPool(scope, db, id);
  async function* rows() {
    for (let after = 0; ; ) {
      const found = await db
        .select()
        .from(couponCode)
        .where(and(eq(couponCode.poolId, pool.id), gt(couponCode.id, after)))
        .orderBy(asc(couponCode.id))
        .limit(BATCH);
      for (const row of found)
        yield [
          row.code,
          row.publisher,
          row.owner,
          row.uses,
          row.voidedAt?.toISOString() ?? '',
          row.issuedAt.toISOString(),
        ];
      after = found.at(-1)?.id ?? 0;
      if (found.length < BATCH) return;
    }
  }
  return {
    fileName: `coupon-codes-${id}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    stream: csvStream(['code', 'publisher', 'owner', 'uses', 'voided_at', 'issued_at'], rows()),
  };
}

export async function voidCode(
  scope: Scope,
  { database: { db }, now }: Parts,
  name: string,
  typed: string,
): Promise<string> {
  const packageName = changedBrand(scope, name);
  const code = plainCode(typed);
  return db.transaction(async (tx) => {
    const gone = await tx
      .update(couponCode)
      .set({ voidedAt: sql`coalesce(${couponCode.voidedAt}, ${now().toISOString()}::timestamptz)` })
      .where(and(eq(couponCode.packageName, packageName), eq(couponCode.code, code)))
      .returning({ id: couponCode.id });
    if (gone.length === 0) throw appError('not_found', { field: 'code' });
    await audit(tx, scope, { action: couponAudit.void, subject: code, package: packageName });
    return code;
  });
}
