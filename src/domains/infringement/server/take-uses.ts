import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Taken } from '#domains/infringement/contract/adword-endpoints.ts';
import { couponAudit } from '#domains/infringement/contract/audit.ts';
import { AD_AHEAD, dayOf, observedAt } from '#domains/infringement/contract/search-ad.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { plainText } from '#platform/contract/safe-text.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { plainCode } from './coupon-code.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { readTable } from './read-table.ts';
import { storeUses } from './store-uses.ts';

const SHOWN_ERRORS = 100;

/** Marks of the direction of reading are no letters: with one in it, a code looks like another. */
const hasUnseen = (text: string): boolean => /\p{C}/u.test(text);

/** As a shop tells of it. */
export const usedCode = z.strictObject({
  code: z
    .string()
    .trim()
    .min(1, 'Please give a code')
    .max(64)
    .refine((code) => !hasUnseen(code), 'Control characters are not allowed')
    .refine((code) => hasUnseen(code) || plainCode(code) !== '', 'A code has letters of A to Z or digits'),
  used_at: observedAt,
  order_id: plainText(200).refine((text) => text !== '', 'Please give the order'),
  publisher: plainText(500),
  referrer: plainText(2_000),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, 'Countries have two letters'),
  customer: plainText(200),
  amount: z.union([z.literal(''), z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'Please enter an amount such as 1.25')]),
});
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
  const today = todayIn(info.time_zone, parts.now());
  const cameAbout = usedCode.refine((use) => dayOf(use.used_at, info.time_zone) <= today, {
    path: ['used_at'],
    error: AD_AHEAD,
  });
  const read = lines.map(({ line, cells }) => ({
    line,
    read: cameAbout.safeParse(Object.fromEntries(FIELDS.map((name) => [name, cells[name] ?? '']))),
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
