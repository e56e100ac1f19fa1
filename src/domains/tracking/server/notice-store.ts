import { and, count, desc, eq, ilike, inArray, or, type SQL } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import type { noticeEndpoints, TrackingNotice } from '#domains/tracking/contract/work-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { maskedAddress } from './masked.ts';
import { ownCampaign } from './own-campaign.ts';
import { inDays, readAsked } from './reports/asked.ts';
import type { ReportParts } from './reports/report-parts.ts';
import type { SetupParts } from './setup-parts.ts';
import { conversionTable, noticeTable } from './tables.ts';

type Query = Out<(typeof noticeEndpoints.list)['query']>;

const OF_CONVERSION = eq(conversionTable.id, noticeTable.conversionId);

/** What publishers were told in the days asked for, of the campaigns the caller sees. */
export async function listNotices(
  scope: Scope,
  parts: ReportParts,
  query: Query,
): Promise<{ rows: TrackingNotice[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const { db } = parts.database;
  const where = await noticesWhere(scope, parts, query);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ notice: noticeTable, conversion: conversionTable })
      .from(noticeTable)
      .innerJoin(conversionTable, OF_CONVERSION)
      .where(where)
      .orderBy(desc(noticeTable.createdAt), desc(noticeTable.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    db.select({ total: count() }).from(noticeTable).innerJoin(conversionTable, OF_CONVERSION).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

async function noticesWhere(
  scope: Scope,
  parts: ReportParts,
  { state, search, page: _, limit: __, ...asked }: Query,
): Promise<SQL | undefined> {
  const { info, from, to, publishers, events, campaigns, narrowed } = await readAsked(scope, parts, asked);
  const ids = campaigns.flatMap(({ id }) => (id === null ? [] : [id]));
  const pattern = search ? containing(search) : undefined;
  return and(
    eq(noticeTable.packageName, info.package_name),
    inDays(noticeTable.createdAt, { from, to, zone: info.time_zone }),
    state ? eq(noticeTable.state, state) : undefined,
    narrowed ? inArray(conversionTable.campaignId, ids) : undefined,
    publishers === 'all' ? undefined : inArray(noticeTable.publisher, [...publishers]),
    events.length > 0 ? inArray(conversionTable.event, [...events]) : undefined,
    pattern ? or(ilike(conversionTable.clickId, pattern), ilike(conversionTable.transactionId, pattern)) : undefined,
  );
}

interface Stored {
  notice: typeof noticeTable.$inferSelect;
  conversion: typeof conversionTable.$inferSelect;
}

const viewOf = ({ notice, conversion }: Stored): TrackingNotice => ({
  id: notice.id,
  publisher: notice.publisher,
  campaign: conversion.campaignName,
  event: conversion.event,
  click_id: conversion.clickId,
  transaction_id: conversion.transactionId,
  url: maskedAddress(notice.url, [conversion.clickId, conversion.transactionId]),
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
    const [found] = await tx
      .select({ row: noticeTable, campaignId: conversionTable.campaignId })
      .from(noticeTable)
      .innerJoin(conversionTable, OF_CONVERSION)
      .where(eq(noticeTable.id, id))
      .for('update', { of: noticeTable });
    if (!found) throw appError('not_found', { field: 'id' });
    const { row, campaignId } = found;
    requirePackage(scope, row.packageName);
    // Who sees some campaigns sends again what is of these; of one that was deleted nobody knows whose it was.
    if (scope.vendors !== 'all') await ownCampaign(scope, tx, campaignId);
    await tx
      .update(noticeTable)
      .set({ state: 'waiting', tries: 0, claims: row.claims + 1, nextAt: now() })
      .where(eq(noticeTable.id, row.id));
    await audit(tx, scope, {
      action: trackingAudit.redeliver,
      subject: row.publisher.slice(0, 400),
      package: row.packageName,
      details: { id },
    });
  });
}
