import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { decodeValues } from '#analytics/contract/filters.ts';
import { createCheckRange } from '#analytics/server/check-range.ts';
import { withUsualDays } from '#analytics/server/read-filters.ts';
import type { AskedOfTracking } from '#domains/tracking/contract/report-endpoints.ts';
import { HISTORY_MONTHS } from '#domains/tracking/contract/reports.ts';
import { POSTBACK_STATES } from '#domains/tracking/contract/terms.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import {
  type Allowed,
  allowedPublishers,
  requireMay,
  requirePackage,
  type Scope,
} from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { campaignTable, conversionTable, type noticeTable, postbackTable, type untakenTable } from '../tables.ts';
import type { ReportParts } from './report-parts.ts';

type State = (typeof POSTBACK_STATES)[number];

/** A campaign as reports name it; one that was deleted has no key any more, what it brought stays. */
export interface Named {
  id: number | null;
  name: string;
  key: string;
  /** Of everything it pays and earns. */
  currency: string;
}

/** What a report is asked, narrowed to what the caller may see. */
export interface Question {
  info: PackageInfo;
  from: string;
  to: string;
  publishers: Allowed;
  events: readonly string[];
  states: readonly State[];
  /** Campaigns that are asked for, or all the caller sees. */
  campaigns: readonly Named[];
  /** Every campaign, asked for or not: a name is that of a deleted one only if its key is that of none of them. */
  known: readonly Named[];
  /** False where all campaigns are meant, also those of which nothing but clicks is left. */
  narrowed: boolean;
  /** Who sees every package is told too of what belongs to none. */
  ofNobody: boolean;
  /** Somebody who is kept to some publishers is told what they earn, not what the campaign earns. */
  hidesRevenue: boolean;
}

/** @throws foreign_package, foreign_publisher, range_reversed, range_beyond_history, malformed */
export async function readAsked(scope: Scope, parts: ReportParts, query: AskedOfTracking): Promise<Question> {
  requireMay(scope, 'board.read');
  const info = await parts.packageInfo(scope, requirePackage(scope, query.package_name));
  const { fromDate, toDate, start_date, end_date } = withUsualDays(query, info.today);
  const [from, to] = [fromDate ?? start_date, toDate ?? end_date];
  if (from === undefined || to === undefined) throw appError('malformed', { field: from ? 'end_date' : 'start_date' });
  await createCheckRange(parts)(info, { from, to }, HISTORY_MONTHS);
  const states = valuesOf(query.pb_status).map((value) => {
    const state = POSTBACK_STATES.find((each) => each === value);
    if (!state) throw appError('malformed', { field: 'pb_status' });
    return state;
  });
  const known = await campaignsOf(scope, parts, { info, from, to });
  const ids = valuesOf(query.campaign_id).map(Number);
  return {
    info,
    from,
    to,
    publishers: allowedPublishers(scope, valuesOf(query.publisher)),
    events: valuesOf(query.event),
    states,
    campaigns: ids.length === 0 ? known : known.filter(({ id }) => id !== null && ids.includes(id)),
    known,
    narrowed: ids.length > 0 || scope.vendors !== 'all',
    ofNobody: scope.packages === 'all',
    hidesRevenue: scope.publishers !== 'all',
  };
}

/** `all` and the empty text ask for everything. */
function valuesOf(value: string | string[] | undefined): string[] {
  const values = decodeValues(value).filter((each) => each !== '');
  return values.includes('all') ? [] : values;
}

/** Campaigns the caller sees: those there are, and those of the range that were deleted. */
async function campaignsOf(
  scope: Scope,
  { database: { db } }: ReportParts,
  { info, from, to }: Pick<Question, 'info' | 'from' | 'to'>,
): Promise<Named[]> {
  const { package_name: name } = info;
  const { vendors } = scope;
  const there = await db
    .select({
      id: campaignTable.id,
      name: campaignTable.campaignName,
      key: campaignTable.key,
      currency: campaignTable.currency,
    })
    .from(campaignTable)
    .where(
      and(
        eq(campaignTable.packageName, name),
        vendors === 'all' ? undefined : inArray(campaignTable.agencyName, [...vendors]),
      ),
    )
    .orderBy(campaignTable.campaignName);
  // Whose a deleted one was, nobody knows any more.
  if (vendors !== 'all') return there;
  const gone = await db
    .select({
      id: conversionTable.campaignId,
      name: conversionTable.campaignName,
      currency: sql<string>`max(${conversionTable.currency})`,
    })
    .from(conversionTable)
    .where(
      and(
        eq(conversionTable.packageName, name),
        inDays(conversionTable.at, { from, to, zone: info.time_zone }),
        there.length === 0
          ? undefined
          : notInArray(
              conversionTable.campaignId,
              there.map(({ id }) => id),
            ),
      ),
    )
    .groupBy(conversionTable.campaignId, conversionTable.campaignName)
    .orderBy(conversionTable.campaignName);
  return [...there, ...gone.map((each) => ({ ...each, key: '' }))];
}

type Moment =
  | typeof conversionTable.at
  | typeof postbackTable.receivedAt
  | typeof noticeTable.createdAt
  | typeof untakenTable.hour;

/** Days as the package sees them. */
export const inDays = (column: Moment, { from, to, zone }: { from: string; to: string; zone: string }): SQL =>
  sql`${column} >= (${from}::timestamp AT TIME ZONE ${zone}) AND ${column} < (${addDays(to, 1)}::timestamp AT TIME ZONE ${zone})`;

export const idsOf = ({ campaigns }: Question): number[] => campaigns.flatMap(({ id }) => (id === null ? [] : [id]));

const amongPublishers = (column: typeof conversionTable.publisher | typeof postbackTable.publisher, of: Allowed) =>
  of === 'all' ? undefined : inArray(column, [...of]);

/** Conversions of a question; `asked: false` leaves its filters of events and states aside. */
export function conversionsWhere(question: Question): SQL | undefined {
  const { info, from, to, publishers, events, states, narrowed } = question;
  return and(
    eq(conversionTable.packageName, info.package_name),
    inDays(conversionTable.at, { from, to, zone: info.time_zone }),
    narrowed ? inArray(conversionTable.campaignId, idsOf(question)) : undefined,
    amongPublishers(conversionTable.publisher, publishers),
    events.length > 0 ? inArray(conversionTable.event, [...events]) : undefined,
    states.length > 0 ? answered(states) : undefined,
  );
}

/** The conversion was brought or changed by a postback that was answered so. */
const answered = (states: readonly State[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${postbackTable} WHERE ${postbackTable.conversionId} = ${conversionTable.id}
    AND ${inArray(postbackTable.pbStatus, [...states])})`;

export function postbacksWhere(question: Question): SQL | undefined {
  const { info, from, to, publishers, events, states, narrowed } = question;
  return and(
    eq(postbackTable.packageName, info.package_name),
    inDays(postbackTable.receivedAt, { from, to, zone: info.time_zone }),
    narrowed ? inArray(postbackTable.campaignId, idsOf(question)) : undefined,
    amongPublishers(postbackTable.publisher, publishers),
    events.length > 0 ? inArray(postbackTable.event, [...events]) : undefined,
    states.length > 0 ? inArray(postbackTable.pbStatus, [...states]) : undefined,
  );
}

/** The campaign of a stored row, as its columns of a report. */
export function campaignColumns(question: Question, id: number | null, name: string) {
  const known = question.campaigns.find((each) => each.id === id);
  return { campaign_id: id, campaign: known?.name ?? name, key: known?.key ?? '' };
}
