import { and, type Column, count, desc, type SQL, sql } from 'drizzle-orm';
import type { ConversionRow, PostbackRow } from '#domains/tracking/contract/report-rows.ts';
import { amountOf } from '../campaign-views.ts';
import { conversionTable, noticeTable, postbackTable } from '../tables.ts';
import { campaignColumns, conversionsWhere, postbacksWhere, type Question } from './asked.ts';
import type { ReportParts } from './report-parts.ts';

export interface Page {
  page: number;
  limit: number;
}

/** Rows of a table that are a row of the report each, the newest first. */
interface Single<R> {
  page: (parts: ReportParts, question: Question, page: Page) => Promise<{ rows: R[]; total: number }>;
  /** All of them, some at a time. */
  all: (parts: ReportParts, question: Question) => AsyncGenerator<R>;
}

const BATCH = 1_000;

/** Where a row stands among the others, the newest first. */
interface Place {
  at: Date;
  id: number;
}

/** Before nothing comes everything. */
const before = (at: Column, id: Column, place: Place | undefined): SQL | undefined =>
  place && sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id})`;

/** `read` answers the next rows behind a place, in the order of the page. */
async function* inBatches<R>(
  read: (behind: Place | undefined) => Promise<R[]>,
  placeOf: (row: R) => Place,
): AsyncGenerator<R> {
  for (let behind: Place | undefined; ; ) {
    const rows = await read(behind);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    behind = placeOf(last);
  }
}

async function* shown<S, R>(rows: AsyncGenerator<S>, view: (row: S) => R): AsyncGenerator<R> {
  for await (const row of rows) yield view(row);
}

type Conversion = typeof conversionTable.$inferSelect;

const conversionOf = (question: Question, row: Conversion): ConversionRow => ({
  id: row.id,
  at: row.at.toISOString(),
  ...campaignColumns(question, row.campaignId, row.campaignName),
  publisher: row.publisher,
  sub_publisher: row.subPublisher,
  event: row.event,
  transaction_id: row.transactionId,
  click_id: row.clickId,
  click_at: row.clickAt.toISOString(),
  status: row.status,
  over: row.overCapId !== null,
  reason: row.reason,
  amount: amountOf(row.amount),
  currency: row.currency,
  payout: amountOf(row.payout) ?? '0',
  revenue: question.hidesRevenue ? null : amountOf(row.revenue),
  event_id: row.eventId,
});

export const conversionRows: Single<ConversionRow> = {
  async page({ database: { db } }, question, { page, limit }) {
    const where = conversionsWhere(question);
    const [rows, [counted]] = await Promise.all([
      db
        .select()
        .from(conversionTable)
        .where(where)
        .orderBy(desc(conversionTable.at), desc(conversionTable.id))
        .limit(limit)
        .offset((page - 1) * limit),
      db.select({ total: count() }).from(conversionTable).where(where),
    ]);
    return { rows: rows.map((row) => conversionOf(question, row)), total: counted?.total ?? 0 };
  },
  all({ database: { db } }, question) {
    const { at, id } = conversionTable;
    const read = (behind: Place | undefined) =>
      db
        .select()
        .from(conversionTable)
        .where(and(conversionsWhere(question), before(at, id, behind)))
        .orderBy(desc(at), desc(id))
        .limit(BATCH);
    return shown(
      inBatches(read, (row) => row),
      (row) => conversionOf(question, row),
    );
  },
};

/** How the publisher was told of a conversion the last time; of a repeated postback it is told nothing. */
const NOTICE = sql`LATERAL (SELECT ${noticeTable.state}, ${noticeTable.tries}, ${noticeTable.httpStatus} FROM ${noticeTable}
  WHERE ${noticeTable.conversionId} = ${postbackTable.conversionId} AND ${postbackTable.pbStatus} = 'Success' ORDER BY ${noticeTable.id} DESC LIMIT 1) AS told`;

interface Told {
  state: PostbackRow['forward_status'];
  tries: number | null;
  http: number | null;
}

function selectPostbacks({ database: { db } }: ReportParts, where: SQL | undefined) {
  return db
    .select({
      row: postbackTable,
      state: sql<Told['state']>`told.state`,
      tries: sql<Told['tries']>`told.tries`,
      http: sql<Told['http']>`told.http_status`,
    })
    .from(postbackTable)
    .leftJoin(NOTICE, sql`true`)
    .where(where);
}

function postbackOf(
  question: Question,
  { row, state, tries, http }: Told & { row: typeof postbackTable.$inferSelect },
) {
  // What the advertiser's server sent is nobody else's: neither where it stands nor what it wrote.
  const open = question.publishers === 'all';
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    ...campaignColumns(question, row.campaignId, row.campaignName),
    publisher: row.publisher,
    event: row.event,
    click_id: row.clickId,
    transaction_id: row.transactionId,
    amount: open ? row.amount : '',
    currency: row.currency,
    pb_status: row.pbStatus,
    reason: row.reason,
    ip: open ? row.ip : '',
    query: open ? row.query : '',
    forward_status: state,
    attempts: tries,
    http_code: http,
  } satisfies PostbackRow;
}

export const postbackRows: Single<PostbackRow> = {
  async page(parts, question, { page, limit }) {
    const where = postbacksWhere(question);
    const [rows, [counted]] = await Promise.all([
      selectPostbacks(parts, where)
        .orderBy(desc(postbackTable.receivedAt), desc(postbackTable.id))
        .limit(limit)
        .offset((page - 1) * limit),
      parts.database.db.select({ total: count() }).from(postbackTable).where(where),
    ]);
    return { rows: rows.map((row) => postbackOf(question, row)), total: counted?.total ?? 0 };
  },
  all(parts, question) {
    const { receivedAt, id } = postbackTable;
    const read = (behind: Place | undefined) =>
      selectPostbacks(parts, and(postbacksWhere(question), before(receivedAt, id, behind)))
        .orderBy(desc(receivedAt), desc(id))
        .limit(BATCH);
    return shown(
      inBatches(read, ({ row }) => ({ at: row.receivedAt, id: row.id })),
      (row) => postbackOf(question, row),
    );
  },
};
