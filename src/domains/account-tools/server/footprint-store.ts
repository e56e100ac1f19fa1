import { and, asc, count, desc, eq } from 'drizzle-orm';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import type { FootprintKind, FootprintView, footprintEndpoints } from '#domains/account-tools/contract/footprint.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Cell } from '#platform/server/csv.ts';
import { readFootprint } from './footprint-kind.ts';
import { lookAt } from './footprint-look.ts';
import type { AccountToolParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { footprintTable } from './tables.ts';

type Row = typeof footprintTable.$inferSelect;

const conditionOf = (
  scope: Scope,
  { package_name, kind }: { package_name: string; kind?: FootprintKind | undefined },
) => {
  requireMay(scope, 'event.judge');
  return and(
    eq(footprintTable.packageName, requirePackage(scope, package_name)),
    kind ? eq(footprintTable.kind, kind) : undefined,
  );
};

/** The newest first. */
export async function listFootprints(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  asked: Out<(typeof footprintEndpoints.list)['query']>,
): Promise<{ rows: FootprintView[]; total: number }> {
  const where = conditionOf(scope, asked);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(footprintTable)
      .where(where)
      .orderBy(desc(footprintTable.id))
      .limit(asked.limit)
      .offset((asked.page - 1) * asked.limit),
    db.select({ total: count() }).from(footprintTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** Each look is kept with what it was for, and stands in the log: it is about a person. */
export async function lookUp(
  scope: Scope,
  parts: AccountToolParts,
  { package_name, value, kind, purpose }: Out<(typeof footprintEndpoints.look)['body']>,
): Promise<FootprintView> {
  requireMay(scope, 'event.judge');
  const packageName = requirePackage(scope, package_name);
  const looked = readFootprint(value, kind);
  if (!looked) throw refuse('footprint_unknown', {}, { field: 'value' });
  const { score, ...found } = await lookAt(scope, parts, await parts.packageInfo(scope, packageName), looked);
  return parts.database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(footprintTable)
      .values({
        packageName,
        kind: looked.kind,
        value: looked.value,
        purpose,
        score,
        found,
        author: scope.userName,
        lookedAt: parts.now(),
      })
      .returning();
    if (!row) throw new Error('A look-up was not stored');
    // What was looked up is a person's; the log outlives it.
    await audit(tx, scope, {
      action: accountToolsAudit.lookUp,
      subject: looked.kind,
      package: packageName,
      details: { id: row.id, purpose },
    });
    return viewOf(row);
  });
}

export const FOOTPRINT_HEAD = [
  'kind',
  'value',
  'score',
  'signals',
  'events',
  'fraud',
  'devices',
  'addresses',
  'publishers',
  'first seen (UTC)',
  'last seen (UTC)',
  'purpose',
  'looked up by',
  'looked up (UTC)',
];

/** All of them, for a file, in the order they were made. */
export async function* eachFootprint(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  asked: { package_name: string; kind?: FootprintKind | undefined },
): AsyncGenerator<Cell[]> {
  const rows = await db.select().from(footprintTable).where(conditionOf(scope, asked)).orderBy(asc(footprintTable.id));
  for (const {
    kind,
    value,
    score,
    found: { signals, seen },
    purpose,
    author,
    lookedAt,
  } of rows)
    yield [
      kind,
      value,
      score,
      signals.map(({ signal }) => signal).join(' '),
      seen?.events ?? null,
      seen?.fraud ?? null,
      seen?.devices ?? null,
      seen?.addresses ?? null,
      seen?.publishers ?? null,
      seen?.first_at ?? null,
      seen?.last_at ?? null,
      purpose,
      author,
      lookedAt.toISOString(),
    ];
}

const viewOf = (row: Row): FootprintView => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  purpose: row.purpose,
  score: row.score,
  ...row.found,
  author: row.author,
  looked_at: row.lookedAt.toISOString(),
});
