import type { Readable } from 'node:stream';
import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Taken } from '#domains/infringement/contract/adword-endpoints.ts';
import { couponAudit } from '#domains/infringement/contract/audit.ts';
import type { USE_SOURCES } from '#domains/infringement/contract/coupon.ts';
import { observedAt } from '#domains/infringement/contract/search-ad.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { plainCode } from './coupon-code.ts';
import { findingsOf } from './coupon-findings.ts';
import { knownCode } from './known-code.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts, Tx } from './parts.ts';
import { readTable } from './read-table.ts';
import { couponCode, couponUse } from './tables.ts';

const SHOWN_ERRORS = 100;
/** So many uses of one code within so many minutes are no customers one by one. */
const BURST = { uses: 10, minutes: 10 };

/** As a shop tells of it. */
export const usedCode = z.strictObject({
  code: z.string().trim().min(1, 'Please give a code').max(64),
  used_at: observedAt,
  order_id: z.string().trim().min(1, 'Please give the order').max(200),
  publisher: z.string().trim().max(500),
  referrer: z.string().trim().max(2_000),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, 'Countries have two letters'),
  customer: z.string().trim().max(200),
  amount: z.union([z.literal(''), z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'Please enter an amount such as 1.25')]),
});
type UsedCode = z.output<typeof usedCode>;
const FIELDS = ['code', 'used_at', 'order_id', 'publisher', 'referrer', 'country', 'customer', 'amount'] as const;

/** Uses that a shop has counted by itself; those with a fault are told of, the others are taken. */
export async function takeUses(
  scope: Scope,
  parts: InfringementParts,
  info: PackageInfo,
  { upload, fileName }: { upload: Readable; fileName: string },
): Promise<Taken> {
  const packageName = changedBrand(scope, info.package_name);
  const lines = await readTable(upload, ['code', 'used_at', 'order_id']);
  const read = lines.map(({ line, cells }) => ({
    line,
    read: usedCode.safeParse(Object.fromEntries(FIELDS.map((name) => [name, cells[name] ?? '']))),
  }));
  const uses = read.flatMap((each) => (each.read.success ? [each.read.data] : []));
  const errors = read.flatMap(({ line, read: { error } }) =>
    error ? [{ row: line, field: String(error.issues[0]?.path[0] ?? ''), reason: error.issues[0]?.message ?? '' }] : [],
  );
  const added = await parts.database.db.transaction(async (tx) => {
    const stored = await storeUses(scope, tx, parts, info, uses, 'upload');
    const details = { rows: lines.length, added: stored };
    await audit(tx, scope, { action: couponAudit.upload, subject: fileName, package: packageName, details });
    return stored;
  });
  return { rows: lines.length, added, there: uses.length - added, errors: errors.slice(0, SHOWN_ERRORS) };
}

/** In the order of their times, so that the last of too many is the one too many. Each once for its order. */
export async function storeUses(
  scope: Scope,
  tx: Tx,
  { now }: Pick<InfringementParts, 'now'>,
  info: PackageInfo,
  uses: readonly UsedCode[],
  source: (typeof USE_SOURCES)[number],
): Promise<number> {
  await tx.execute(sql`SELECT set_config('TimeZone', ${info.time_zone}, true)`);
  let added = 0;
  const sorted = uses.toSorted((a, b) => (a.used_at < b.used_at ? -1 : 1));
  for (const use of sorted) {
    const code = plainCode(use.code);
    const known = await knownCode(tx, info.package_name, code, true);
    const [by] =
      known && use.customer !== ''
        ? await tx
            .select({ n: count() })
            .from(couponUse)
            .where(and(eq(couponUse.codeId, known.code.id), eq(couponUse.customer, use.customer)))
        : [];
    const day = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(use.used_at)
      ? todayIn(info.time_zone, new Date(use.used_at))
      : use.used_at.slice(0, 10);
    const stored = await tx
      .insert(couponUse)
      .values({
        packageName: info.package_name,
        codeId: known?.code.id ?? null,
        code: code.slice(0, 64),
        usedAt: sql`${use.used_at}::timestamptz`,
        publisher: use.publisher,
        referrer: use.referrer,
        country: use.country,
        orderId: use.order_id,
        customer: use.customer,
        amount: use.amount === '' ? null : use.amount,
        source,
        findings: known ? findingsOf({ ...use, day, used: known.code.uses, by: by?.n ?? 0 }, known) : ['unknown_code'],
        createdBy: scope.userName,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: couponUse.id });
    added += stored.length;
    if (known && stored.length > 0)
      await tx
        .update(couponCode)
        .set({ uses: sql`${couponCode.uses} + 1` })
        .where(eq(couponCode.id, known.code.id));
  }
  await markBursts(tx, info.package_name, [...new Set(sorted.map(({ code }) => plainCode(code)))]);
  return added;
}

/** From the use that makes it one. */
async function markBursts(tx: Tx, packageName: string, codes: readonly string[]): Promise<void> {
  await tx.execute(sql`UPDATE coupon_use SET findings = array_append(findings, 'burst')
    FROM (
      SELECT id, count(*) OVER (PARTITION BY code ORDER BY used_at
        RANGE BETWEEN ${`${BURST.minutes} minutes`}::interval PRECEDING AND CURRENT ROW) AS n
      FROM coupon_use WHERE package_name = ${packageName} AND code = ANY(${sql.param([...codes])}::text[])
    ) AS near
    WHERE near.id = coupon_use.id AND near.n >= ${BURST.uses} AND NOT 'burst' = ANY(findings)`);
}
