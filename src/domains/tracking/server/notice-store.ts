import { and, count, desc, eq } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import type { noticeEndpoints, TrackingNotice } from '#domains/tracking/contract/work-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { requireWhole } from './own-campaign.ts';
import { ofOwnCampaigns } from './own-rows.ts';
import type { SetupParts } from './setup-parts.ts';
import { conversionTable, noticeTable } from './tables.ts';

type Query = Out<(typeof noticeEndpoints.list)['query']>;

/** What publishers were told, of the campaigns the caller sees. */
export async function listNotices(
  scope: Scope,
  { database: { db } }: SetupParts,
  { package_name, state, page, limit }: Query,
): Promise<{ rows: TrackingNotice[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const own = requirePackage(scope, package_name);
  const where = and(
    eq(noticeTable.packageName, own),
    state ? eq(noticeTable.state, state) : undefined,
    ofOwnCampaigns(scope, own, conversionTable.campaignId),
  );
  const joined = eq(conversionTable.id, noticeTable.conversionId);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ notice: noticeTable, conversion: conversionTable })
      .from(noticeTable)
      .innerJoin(conversionTable, joined)
      .where(where)
      .orderBy(desc(noticeTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(noticeTable).innerJoin(conversionTable, joined).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = ({
  notice,
  conversion,
}: {
  notice: typeof noticeTable.$inferSelect;
  conversion: typeof conversionTable.$inferSelect;
}): TrackingNotice => ({
  id: notice.id,
  publisher: notice.publisher,
  campaign: conversion.campaignName,
  event: conversion.event,
  click_id: conversion.clickId,
  url: notice.url,
  state: notice.state,
  tries: notice.tries,
  next_at: notice.nextAt.toISOString(),
  http_status: notice.httpStatus,
  answer: notice.answer,
  created_at: notice.createdAt.toISOString(),
  sent_at: notice.sentAt?.toISOString() ?? null,
});

/** It goes out within a second, whatever became of it before. */
export async function redeliver(scope: Scope, { database: { db }, now }: SetupParts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(noticeTable).where(eq(noticeTable.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    requireWhole(scope, row.packageName);
    await tx.update(noticeTable).set({ state: 'waiting', tries: 0, nextAt: now() }).where(eq(noticeTable.id, row.id));
    await audit(tx, scope, {
      action: trackingAudit.redeliver,
      subject: row.publisher.slice(0, 400),
      package: row.packageName,
      details: { id },
    });
  });
}
