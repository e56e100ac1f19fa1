import { and, count, desc, eq, ilike, ne, sql } from 'drizzle-orm';
import { hygieneAudit } from '#domains/hygiene/contract/audit.ts';
import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisResult } from '#domains/hygiene/contract/result.ts';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { requireWhole } from './own-package.ts';
import { analysisTable } from './tables.ts';

type Parts = Pick<HygieneParts, 'database'>;
type Row = typeof analysisTable.$inferSelect;

interface Asked {
  package_name: string;
  search?: string | undefined;
  kind?: Kind | undefined;
  state?: Row['state'] | undefined;
  beside?: number | undefined;
  page: number;
  limit: number;
}

type Listed = Pick<Row, 'id' | 'called' | 'kind' | 'state' | 'verdict' | 'statusCode' | 'createdBy' | 'createdAt'>;

const viewOf = (row: Listed): ResultView => ({
  id: row.id,
  name: row.called,
  kind: row.kind,
  state: row.state,
  verdict: row.verdict,
  status_code: row.statusCode,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

export async function listResults(
  scope: Scope,
  { database: { db } }: Parts,
  { package_name, search, kind, state: wanted, beside, page, limit }: Asked,
): Promise<{ rows: ResultView[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const where = and(
    eq(analysisTable.packageName, requireWhole(scope, package_name)),
    kind ? eq(analysisTable.kind, kind) : undefined,
    wanted ? eq(analysisTable.state, wanted) : undefined,
    beside ? ne(analysisTable.id, beside) : undefined,
    search ? ilike(analysisTable.called, containing(search)) : undefined,
  );
  const { id, called, kind: of, state, verdict, statusCode, createdBy, createdAt } = analysisTable;
  // Of the same package, as all that are asked for here.
  const sameName = sql`${called} = (SELECT one.called FROM ${analysisTable} one WHERE one.id = ${beside ?? 0} AND one.package_name = ${package_name})`;
  const rows = await db
    .select({ id, called, kind: of, state, verdict, statusCode, createdBy, createdAt })
    .from(analysisTable)
    .where(where)
    .orderBy(...(beside ? [sql`${sameName} DESC NULLS LAST`] : []), desc(id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db.select({ total: count() }).from(analysisTable).where(where);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

async function ownRow(scope: Scope, { database: { db } }: Parts, id: number): Promise<Row & { packageName: string }> {
  const [row] = await db.select().from(analysisTable).where(eq(analysisTable.id, id));
  if (!row || row.packageName === null) throw appError('not_found', { field: 'id' });
  return { ...row, packageName: requireWhole(scope, row.packageName) };
}

/** As a data address; '' for none. */
export const pictureOf = (preview: Buffer | null): string =>
  preview ? `data:image/webp;base64,${preview.toString('base64')}` : '';

export async function oneResult(scope: Scope, parts: Parts, id: number) {
  requireMay(scope, 'tracking.read');
  const row = await ownRow(scope, parts, id);
  return { ...viewOf(row), answer: row.answer, preview: pictureOf(row.preview) };
}

/** With what it found, for a file; 404 for one without. */
export async function resultToPrint(
  scope: Scope,
  parts: Parts,
  id: number,
): Promise<{ view: ResultView; packageName: string; result: AnalysisResult; preview: Buffer | null }> {
  requireMay(scope, 'tracking.read');
  const row = await ownRow(scope, parts, id);
  const body = row.answer?.body;
  if (body === undefined || typeof body === 'string') throw appError('not_found', { field: 'id' });
  return { view: viewOf(row), packageName: row.packageName, result: body.result, preview: row.preview };
}

export async function removeResult(scope: Scope, parts: Parts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  const row = await ownRow(scope, parts, id);
  await parts.database.db.transaction(async (tx) => {
    await tx.delete(analysisTable).where(eq(analysisTable.id, id));
    await audit(tx, scope, {
      action: hygieneAudit.removeResult,
      subject: row.called,
      package: row.packageName,
      details: { id, kind: row.kind },
    });
  });
}
