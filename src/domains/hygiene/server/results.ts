import { and, count, desc, eq, ilike } from 'drizzle-orm';
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
  page: number;
  limit: number;
}

const viewOf = (row: Omit<Row, 'preview' | 'answer'>): ResultView => ({
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
  { package_name, search, kind, page, limit }: Asked,
): Promise<{ rows: ResultView[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const where = and(
    eq(analysisTable.packageName, requireWhole(scope, package_name)),
    kind ? eq(analysisTable.kind, kind) : undefined,
    search ? ilike(analysisTable.called, containing(search)) : undefined,
  );
  const rows = await db
    .select()
    .from(analysisTable)
    .where(where)
    .orderBy(desc(analysisTable.id))
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

export async function oneResult(scope: Scope, parts: Parts, id: number) {
  requireMay(scope, 'tracking.read');
  const row = await ownRow(scope, parts, id);
  const preview = row.preview ? `data:image/webp;base64,${row.preview.toString('base64')}` : '';
  return { ...viewOf(row), answer: row.answer, preview };
}

/** With what it found, for a file; 404 for one without. */
export async function resultToPrint(
  scope: Scope,
  parts: Parts,
  id: number,
): Promise<{ view: ResultView; packageName: string; result: AnalysisResult }> {
  requireMay(scope, 'tracking.read');
  const row = await ownRow(scope, parts, id);
  const body = row.answer?.body;
  if (body === undefined || typeof body === 'string') throw appError('not_found', { field: 'id' });
  return { view: viewOf(row), packageName: row.packageName, result: body.result };
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
