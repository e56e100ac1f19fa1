import type { Readable } from 'node:stream';
import { count, desc, eq } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import type { UploadView, uploadEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { requireMay, requirePackage } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import type { ConversionGuard } from './guard-conversion.ts';
import type { LiveCampaigns } from './live-campaigns.ts';
import { requireWhole } from './own-campaign.ts';
import { readUpload } from './read-upload.ts';
import { refuse } from './refuse.ts';
import type { SetupParts } from './setup-parts.ts';
import { uploadTable } from './tables.ts';
import { type Taken, takePostbacks } from './take-postbacks.ts';

export interface UploadParts extends SetupParts {
  liveCampaigns: LiveCampaigns;
  linkGuard: ConversionGuard;
  loadWake: { wake(): void };
}

type Row = typeof uploadTable.$inferSelect;

const MOST_BYTES = 5 * 1024 * 1024;
const SHOWN_ERRORS = 100;

export async function listUploads(
  scope: Scope,
  { database: { db } }: SetupParts,
  { package_name, page, limit }: Out<(typeof uploadEndpoints.list)['query']>,
): Promise<{ rows: UploadView[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const where = eq(uploadTable.packageName, requirePackage(scope, package_name));
  const rows = await db
    .select()
    .from(uploadTable)
    .where(where)
    .orderBy(desc(uploadTable.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db.select({ total: count() }).from(uploadTable).where(where);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** The whole file is one commit: it is taken, line by line as postbacks are, or nothing of it. */
export async function addUpload(
  scope: Scope,
  { database, liveCampaigns, linkGuard, loadWake, now }: UploadParts,
  { package_name, file_name: fileName, dry_run }: Out<(typeof uploadEndpoints.add)['query']>,
  upload: Readable,
): Promise<UploadView> {
  const packageName = requireWhole(scope, package_name);
  const isDry = dry_run === 'true';
  const tooLong = () => refuse('upload_too_long', { n: 20_000 }, { as: 'too_large' });
  const text = (await boundedBody(upload, MOST_BYTES, tooLong)).toString('utf8');
  const { postbacks, lines } = readUpload(text, { packageName, fileName, receivedAt: now() });
  const taken = await takePostbacks(database, await liveCampaigns.newest(), postbacks, { linkGuard, isDry });
  loadWake.wake();
  const errors = taken.flatMap((each, place) =>
    isAccepted(each) ? [] : [{ row: lines[place] ?? 0, reason: each.reason }],
  );
  return database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(uploadTable)
      .values({
        packageName,
        kind: postbacks.every(({ status }) => status !== '') ? 'states' : 'conversions',
        fileName,
        state: isDry ? 'checked' : 'done',
        rows: taken.length,
        accepted: taken.length - errors.length,
        errors: errors.slice(0, SHOWN_ERRORS),
        createdBy: scope.userName,
        createdAt: now(),
      })
      .returning();
    if (!row) throw new Error('An upload was not stored');
    const { rows, accepted, state } = row;
    await audit(tx, scope, {
      action: trackingAudit.upload,
      subject: fileName,
      package: packageName,
      details: { rows, accepted, state },
    });
    return viewOf(row);
  });
}

const isAccepted = ({ pbStatus }: Taken): boolean => pbStatus === 'Success' || pbStatus === 'Over';

const viewOf = (row: Row): UploadView => ({
  id: row.id,
  package_name: row.packageName,
  file_name: row.fileName,
  state: row.state,
  rows: row.rows,
  accepted: row.accepted,
  errors: row.errors,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});
