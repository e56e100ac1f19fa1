import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { BrandFile } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { REASONS_OF_ROWS } from '#domains/brand-relevancy/contract/terms.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { requireBrands, requireBrandsOf } from './own-package.ts';
import type { BrandParts, Db } from './parts.ts';
import { outputTable, requirementTable, uploadTable } from './tables.ts';

type ListKind = 'inclusion' | 'exclusion' | 'sdf';

const LIST_HEAD = ['Type', 'Platform', 'Id', 'URL', 'Title', 'Channel', 'Reason'];
/** As DV360 calls them in Structured Data Files, for an ad group of YouTube; several are joined by semicolons. */
const SDF_HEAD = [
  'Placement Targeting - YouTube Videos - Include',
  'Placement Targeting - YouTube Videos - Exclude',
  'Placement Targeting - YouTube Channels - Include',
  'Placement Targeting - YouTube Channels - Exclude',
];

/** Without rows that were rejected for what says nothing of their video or channel. */
const OF_PLACES = `o.reason <> ALL('{${REASONS_OF_ROWS.join()}}'::text[])`;

/** Each video or channel once, whatever the days: one that was rejected on any of them is on no list of the accepted. */
const FILES = `WITH place AS (
    SELECT o.requirement_id AS id, r.campaign_name AS name, o.platform, bool_and(o.reason = '') AS fine, max(u.created_at) AS at
    FROM br_output o JOIN br_requirement r ON r.id = o.requirement_id JOIN br_upload u ON u.id = o.upload_id
    WHERE o.package_name = $1 AND ${OF_PLACES} GROUP BY o.requirement_id, r.campaign_name, o.platform, o.kind, o.item)
  SELECT CASE WHEN fine THEN 'inclusion' ELSE 'exclusion' END AS kind, id, name, count(*)::int AS rows, max(at) AS at
    FROM place GROUP BY 1, 2, 3
  UNION ALL SELECT 'sdf', id, name, count(*)::int, max(at) FROM place WHERE platform = 'youtube' GROUP BY 2, 3
  UNION ALL SELECT 'original', id, file_name, rows, created_at FROM br_upload WHERE package_name = $1`;

/** Lists of every requirement with an output, and every output as it came; the newest first. */
export async function listFiles(
  scope: Scope,
  { database: { pool } }: BrandParts,
  { package_name, page, limit }: { package_name: string; page: number; limit: number },
): Promise<{ rows: BrandFile[]; total: number }> {
  const packageName = requireBrandsOf(scope, 'tracking.read', package_name);
  const { rows } = await pool.query<Omit<BrandFile, 'made_at'> & { at: Date }>(
    `${FILES} ORDER BY at DESC, id DESC, kind LIMIT $2 OFFSET $3`,
    [packageName, limit, (page - 1) * limit],
  );
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM (${FILES}) f`, [packageName]);
  return {
    rows: rows.map(({ at, kind, name, ...file }) => ({
      ...file,
      kind,
      name: kind === 'original' ? name : nameOf(name, kind),
      made_at: at.toISOString(),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

const nameOf = (campaign: string, kind: ListKind): string => csvFileName(campaign, kind.toUpperCase());

/** 404 for an unknown number, 403 for one of a foreign package. */
export async function fileOf(
  scope: Scope,
  { database: { db } }: BrandParts,
  { kind, id }: { kind: BrandFile['kind']; id: number },
): Promise<FileAnswer> {
  requireBrands(scope, 'tracking.read');
  if (kind === 'original') return original(scope, db, id);
  const [requirement] = await db.select().from(requirementTable).where(eq(requirementTable.id, id));
  if (!requirement) throw appError('not_found', { field: 'id' });
  requirePackage(scope, requirement.packageName);
  const mediaType = 'text/csv; charset=utf-8';
  const fileName = nameOf(requirement.campaignName, kind);
  if (kind === 'sdf') return { fileName, mediaType, stream: csvStream(SDF_HEAD, [await sdfRow(db, id)]) };
  const rows = await placesOf(db, id, kind);
  return { fileName, mediaType, stream: csvStream(LIST_HEAD, rows) };
}

async function original(scope: Scope, db: Db, id: number): Promise<FileAnswer> {
  const [upload] = await db.select().from(uploadTable).where(eq(uploadTable.id, id));
  if (!upload) throw appError('not_found', { field: 'id' });
  requirePackage(scope, upload.packageName);
  return {
    fileName: `${upload.id}-${upload.fileName.replace(/[^\w. -]/g, '_')}`,
    // As it came from somebody else: never shown, only saved.
    mediaType: 'application/octet-stream',
    stream: upload.content,
  };
}

/** Each video or channel once, whatever the days; rejected on one of them it is on no list of the accepted. */
async function placesOf(db: Db, id: number, kind: 'inclusion' | 'exclusion'): Promise<Cell[][]> {
  const t = outputTable;
  const of = and(eq(t.requirementId, id), kind === 'inclusion' ? eq(t.reason, '') : isUnfit);
  const rows = await db
    .selectDistinctOn([t.platform, t.kind, t.item])
    .from(t)
    .where(of)
    .orderBy(t.platform, t.kind, t.item, desc(t.day));
  const known = kind === 'inclusion' ? await rejectedOf(db, id) : new Set<string>();
  return rows
    .filter((row) => !known.has(placeKey(row)))
    .map((row) => [row.kind, row.platform, row.item, row.url, row.title, row.channel, row.reason]);
}

const isUnfit = notInArray(outputTable.reason, ['', ...REASONS_OF_ROWS]);

const placeKey = (row: { platform: string; kind: string; item: string }): string =>
  `${row.platform} ${row.kind} ${row.item}`;

async function rejectedOf(db: Db, id: number): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ platform: outputTable.platform, kind: outputTable.kind, item: outputTable.item })
    .from(outputTable)
    .where(and(eq(outputTable.requirementId, id), isUnfit));
  return new Set(rows.map(placeKey));
}

async function sdfRow(db: Db, id: number): Promise<string[]> {
  const [included, excluded] = [await placesOf(db, id, 'inclusion'), await placesOf(db, id, 'exclusion')];
  const ids = (rows: readonly Cell[][], kind: string): string =>
    rows
      .filter((row) => row[0] === kind && row[1] === 'youtube')
      .map((row) => row[2])
      .join('; ');
  return [ids(included, 'video'), ids(excluded, 'video'), ids(included, 'channel'), ids(excluded, 'channel')];
}
