import { and, arrayContains, count, desc, eq, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Finding, UseRow } from '#domains/infringement/contract/coupon.ts';
import type { AdState } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileColumn, FileKind } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { type AskedDays, daysOf } from './ad-store.ts';
import { ownBrand } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { couponCode, couponPool, couponUse, type UseStored } from './tables.ts';

const BATCH = 1_000;

interface Asked extends AskedDays {
  finding?: Finding | undefined;
  state?: AdState | undefined;
  of: 'misused' | 'all';
  search?: string | undefined;
}

export const usedIn = ({ from, to }: { from: string; to: string }, zone: string): SQL =>
  sql`${couponUse.usedAt} >= ${from}::timestamp AT TIME ZONE ${zone}
    AND ${couponUse.usedAt} < (${to}::timestamp + interval '1 day') AT TIME ZONE ${zone}`;

function usesWhere(scope: Scope, info: PackageInfo, asked: Asked): SQL | undefined {
  const { code, publisher, orderId, referrer } = couponUse;
  const pattern = containing(asked.search ?? '');
  return and(
    eq(couponUse.packageName, ownBrand(scope, info.package_name)),
    usedIn(daysOf(asked, info), info.time_zone),
    asked.of === 'misused' ? sql`cardinality(${couponUse.findings}) > 0` : undefined,
    asked.finding && arrayContains(couponUse.findings, [asked.finding]),
    asked.state && eq(couponUse.state, asked.state),
    asked.search
      ? or(...[code, publisher, orderId, referrer, couponPool.name].map((one) => ilike(one, pattern)))
      : undefined,
  );
}

export const selectUses = ({ database: { db } }: Pick<InfringementParts, 'database'>) =>
  db
    .select({ use: couponUse, coupon: couponPool.name, given: couponCode.publisher })
    .from(couponUse)
    .leftJoin(couponCode, eq(couponCode.id, couponUse.codeId))
    .leftJoin(couponPool, eq(couponPool.id, couponCode.poolId));

interface Joined {
  use: UseStored;
  coupon: string | null;
  given: string | null;
}

const viewOf = ({ use, coupon, given }: Joined): UseRow => ({
  id: use.id,
  code: use.code,
  coupon: coupon ?? '',
  used_at: use.usedAt.toISOString(),
  publisher: use.publisher,
  given_to: given ?? '',
  referrer: use.referrer,
  country: use.country,
  order_id: use.orderId,
  amount: use.amount,
  source: use.source,
  findings: use.findings,
  state: use.state,
  ticket_id: use.ticketId,
});

/** The newest first. */
export async function listUses(
  scope: Scope,
  parts: Pick<InfringementParts, 'database'>,
  info: PackageInfo,
  { page, limit, ...asked }: Asked & { page: number; limit: number },
): Promise<{ rows: UseRow[]; total: number }> {
  const where = usesWhere(scope, info, asked);
  const [rows, [counted]] = await Promise.all([
    selectUses(parts)
      .where(where)
      .orderBy(desc(couponUse.usedAt), desc(couponUse.id))
      .limit(limit)
      .offset((page - 1) * limit),
    parts.database.db
      .select({ total: count() })
      .from(couponUse)
      .leftJoin(couponCode, eq(couponCode.id, couponUse.codeId))
      .leftJoin(couponPool, eq(couponPool.id, couponCode.poolId))
      .where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const COLUMNS: readonly (readonly [label: string, kind: FileKind, of: (row: UseRow) => string | number | null])[] = [
  ['used_at', 'moment', (row) => row.used_at],
  ['code', 'plain', ({ code }) => code],
  ['coupon', 'plain', ({ coupon }) => coupon],
  ['publisher', 'plain', ({ publisher }) => publisher],
  ['given_to', 'plain', (row) => row.given_to],
  ['referrer', 'plain', ({ referrer }) => referrer],
  ['country', 'plain', ({ country }) => country],
  ['order_id', 'plain', (row) => row.order_id],
  ['amount', 'money', ({ amount }) => amount],
  ['findings', 'plain', ({ findings }) => findings.join(' ')],
  ['state', 'plain', ({ state }) => state],
  ['ticket', 'count', (row) => row.ticket_id],
  ['source', 'plain', ({ source }) => source],
];

/** All rows that are asked for. */
export async function usesFile(
  scope: Scope,
  parts: InfringementParts,
  info: PackageInfo,
  asked: Asked,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const where = usesWhere(scope, info, asked);
  async function* rows() {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const found = await selectUses(parts)
        .where(and(where, lt(couponUse.id, before)))
        .orderBy(desc(couponUse.id))
        .limit(BATCH);
      for (const row of found.map(viewOf)) yield COLUMNS.map(([, , of]) => of(row));
      before = found.at(-1)?.use.id ?? 0;
      if (found.length < BATCH) return;
    }
  }
  const said = (['finding', 'state', 'search'] as const).flatMap((name) => {
    const value = asked[name];
    return value ? [[name, [value]] as const] : [];
  });
  const about = {
    what: 'coupons',
    package: { name: info.package_name, title: info.package_title },
    ...daysOf(asked, info),
    timeZone: info.time_zone,
    timesIn: 'UTC',
    filters: said,
    made: parts.now(),
  };
  return fileOf(format, about, {
    columns: COLUMNS.map(([label, kind]): FileColumn => ({ label, kind })),
    rows: rows(),
  });
}
