import { and, count, desc, eq, ilike } from 'drizzle-orm';
import { videoAudit } from '#domains/video-ads/contract/audit.ts';
import type { CreativeView } from '#domains/video-ads/contract/setup-endpoints.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { canConvert } from './convert.ts';
import { EXTENSIONS, mediaTypeOf, probeBoxes } from './creative-files.ts';
import { convertCreativeJob } from './creative-jobs.ts';
import { newKey } from './key.ts';
import { creativeName, removeFiles } from './lost-creatives.ts';
import { requireWhole } from './own-package.ts';
import { refuse } from './refuse.ts';
import { creativeTable, type Rendition, trackerTable } from './tables.ts';
import type { SetupParts } from './video-parts.ts';

type Row = typeof creativeTable.$inferSelect;

interface Asked {
  package_name: string;
  search?: string | undefined;
  page: number;
  limit: number;
}

export async function listCreatives(
  scope: Scope,
  parts: Pick<SetupParts, 'database' | 'publicUrl'>,
  { package_name, search, page, limit }: Asked,
): Promise<{ rows: CreativeView[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const { db } = parts.database;
  const where = and(
    eq(creativeTable.packageName, requireWhole(scope, package_name)),
    search ? ilike(creativeTable.name, containing(search)) : undefined,
  );
  const rows = await db
    .select()
    .from(creativeTable)
    .where(where)
    .orderBy(desc(creativeTable.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db.select({ total: count() }).from(creativeTable).where(where);
  return { rows: rows.map((row) => viewOf(parts, row)), total: counted?.total ?? 0 };
}

/** Stores a file that was looked at; what it is decides its bytes, and what reads it names what is in it. */
export async function addCreative(
  scope: Scope,
  parts: SetupParts,
  { package_name, name, bytes }: { package_name: string; name: string; bytes: Buffer },
): Promise<CreativeView> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, package_name);
  const mediaType = mediaTypeOf(bytes);
  const probed = mediaType === 'video/webm' ? null : probeBoxes(bytes);
  const converts = await canConvert();
  const fileKey = newKey();
  const file = `${fileKey}.${EXTENSIONS[mediaType]}`;
  const isPlayable = mediaType === 'video/mp4' && probed !== null;
  const itself: Rendition[] = isPlayable
    ? [{ file, width: probed.width, height: probed.height, bytes: bytes.length, kbps: kbpsOf(bytes, probed) }]
    : [];
  await parts.files.write(creativeName(file), bytes);
  try {
    const row = await parts.database.db.transaction(async (tx) => {
      const [stored] = await tx
        .insert(creativeTable)
        .values({
          packageName,
          name,
          fileKey,
          state: converts ? 'working' : isPlayable ? 'ready' : 'waiting',
          mediaType,
          bytes: bytes.length,
          ...(probed ?? {}),
          renditions: itself,
          createdBy: scope.userName,
          createdAt: parts.now(),
        })
        .onConflictDoNothing()
        .returning();
      if (!stored) throw refuse('creative_twice', {}, { as: 'conflict', field: 'name' });
      await audit(tx, scope, { action: videoAudit.addCreative, ...auditOf(stored) });
      return stored;
    });
    if (converts) await parts.jobs.enqueue(convertCreativeJob, { id: row.id });
    return viewOf(parts, row);
  } catch (error) {
    await parts.files.remove(creativeName(file));
    throw error;
  }
}

/** 409 while a tracker shows it. */
export async function removeCreative(scope: Scope, parts: SetupParts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  const fileKey = await parts.database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(creativeTable).where(eq(creativeTable.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    requireWhole(scope, row.packageName);
    const [shown] = await tx
      .select({ name: trackerTable.name })
      .from(trackerTable)
      .where(eq(trackerTable.creativeId, id));
    if (shown) throw refuse('creative_in_use', { name: shown.name }, { as: 'conflict', field: 'id' });
    await tx.delete(creativeTable).where(eq(creativeTable.id, id));
    await audit(tx, scope, { action: videoAudit.deleteCreative, ...auditOf(row) });
    return row.fileKey;
  });
  await removeFiles(parts.files, fileKey);
}

const kbpsOf = (bytes: Buffer, { milliseconds }: { milliseconds: number }): number =>
  Math.round((bytes.length * 8) / milliseconds);

const auditOf = ({ id, name, packageName, mediaType, bytes }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, media_type: mediaType, bytes },
});

function viewOf({ publicUrl }: Pick<SetupParts, 'publicUrl'>, row: Row): CreativeView {
  const base = `${publicUrl()}/v/m`;
  return {
    id: row.id,
    package_name: row.packageName,
    name: row.name,
    state: row.state,
    problem: row.problem,
    media_type: row.mediaType,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    seconds: row.milliseconds === null ? null : row.milliseconds / 1000,
    codec: row.codec,
    media: row.renditions.map(({ file, width, height }) => ({ url: `${base}/${file}`, width, height })),
    poster: row.poster ? `${base}/${row.fileKey}.jpg` : null,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}
