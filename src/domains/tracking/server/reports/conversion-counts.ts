import { type SQL, sql } from 'drizzle-orm';
import type { ReportGroup } from '#domains/tracking/contract/reports.ts';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { conversionTable } from '../tables.ts';
import { conversionsWhere, type Question } from './asked.ts';
import type { ReportParts } from './report-parts.ts';

/** What was reached, of one group. Amounts are decimal text by currency. */
export interface ConversionCounts {
  day: string;
  /** Number of the campaign, and the name it had. */
  id: number;
  name: string;
  publisher: string;
  sub_publisher: string;
  /** Approved and pending ones: what is rejected is counted apart. */
  events: number;
  approved: number;
  pending: number;
  rejected: number;
  over: number;
  by_event: Record<string, number>;
  /** Of what is not rejected, and of what is approved. */
  payout: Record<string, string>;
  approved_payout: Record<string, string>;
  revenue: Record<string, string>;
}

const { at, campaignId, campaignName, publisher, subPublisher, event, currency, status, payout, revenue, overCapId } =
  conversionTable;

interface Group {
  select: (zone: string) => SQL;
  as: string;
}

const GROUPS: Readonly<Record<ReportGroup, readonly Group[]>> = {
  day: [{ as: 'day', select: (zone) => sql`to_char(${at} AT TIME ZONE ${zone}, 'YYYY-MM-DD')` }],
  campaign: [
    { as: 'id', select: () => sql`${campaignId}` },
    { as: 'name', select: () => sql`${campaignName}` },
  ],
  publisher: [{ as: 'publisher', select: () => sql`${publisher}` }],
  sub_publisher: [{ as: 'sub_publisher', select: () => sql`${subPublisher}` }],
};

interface Stored extends Omit<ConversionCounts, 'by_event' | 'payout' | 'approved_payout' | 'revenue'> {
  [name: string]: unknown;
  event: string;
  currency: string;
  payout: string;
  approved_payout: string;
  revenue: string;
}

/** Events reached by group. */
export async function conversionCounts(
  { database: { db } }: ReportParts,
  question: Question,
  by: readonly ReportGroup[],
): Promise<ConversionCounts[]> {
  const groups = by.flatMap((each) => GROUPS[each]);
  const columns = groups.map(({ as, select }) => sql`${select(question.info.time_zone)} AS ${sql.identifier(as)}`);
  const names = [...groups.map(({ as }) => sql.identifier(as)), sql.identifier('event'), sql.identifier('currency')];
  const { rows } = await db.execute<Stored>(sql`SELECT ${sql.join([...columns, COUNTS], sql`, `)}
    FROM ${conversionTable} WHERE ${conversionsWhere(question)} GROUP BY ${sql.join(names, sql`, `)}`);
  const merged = new Map<string, ConversionCounts>();
  for (const row of rows) {
    const key = JSON.stringify(groups.map(({ as }) => row[as]));
    merged.set(key, added(merged.get(key) ?? NOTHING_REACHED, row));
  }
  return [...merged.values()];
}

const kept = sql`${status} <> 'rejected'`;

const COUNTS = sql`${event} AS event, ${currency} AS currency, (count(*) FILTER (WHERE ${kept}))::int AS events,
  (count(*) FILTER (WHERE ${status} = 'approved'))::int AS approved,
  (count(*) FILTER (WHERE ${status} = 'pending'))::int AS pending,
  (count(*) FILTER (WHERE ${status} = 'rejected'))::int AS rejected,
  count(${overCapId})::int AS over,
  coalesce(sum(${payout}) FILTER (WHERE ${kept}), 0)::text AS payout,
  coalesce(sum(${payout}) FILTER (WHERE ${status} = 'approved'), 0)::text AS approved_payout,
  coalesce(sum(${revenue}) FILTER (WHERE ${kept}), 0)::text AS revenue`;

export const NOTHING_REACHED: ConversionCounts = {
  day: '',
  id: 0,
  name: '',
  publisher: '',
  sub_publisher: '',
  events: 0,
  approved: 0,
  pending: 0,
  rejected: 0,
  over: 0,
  by_event: {},
  payout: {},
  approved_payout: {},
  revenue: {},
};

/** Events and currencies of a group come apart, and add up to it. */
const added = (sum: ConversionCounts, row: Stored): ConversionCounts => ({
  day: row.day ?? '',
  id: row.id ?? 0,
  name: row.name ?? '',
  publisher: row.publisher ?? '',
  sub_publisher: row.sub_publisher ?? '',
  events: sum.events + row.events,
  approved: sum.approved + row.approved,
  pending: sum.pending + row.pending,
  rejected: sum.rejected + row.rejected,
  over: sum.over + row.over,
  by_event:
    row.events === 0 ? sum.by_event : { ...sum.by_event, [row.event]: (sum.by_event[row.event] ?? 0) + row.events },
  payout: addAmounts([sum.payout, { [row.currency]: row.payout }]),
  approved_payout: addAmounts([sum.approved_payout, { [row.currency]: row.approved_payout }]),
  revenue: addAmounts([sum.revenue, { [row.currency]: row.revenue }]),
});
