import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { untakenTable } from '../tables.ts';
import { idsOf, inDays, type Question } from './asked.ts';
import type { ReportParts } from './report-parts.ts';

const { packageName, campaignId, event, reason, hour, came, listed } = untakenTable;
const beyond = sql<number>`coalesce(sum(${came} - ${listed}), 0)::int`;

/** Hours count for the day they begin in. */
const days = ({ from, to, info }: Question): SQL => inDays(hour, { from, to, zone: info.time_zone });

/** Postbacks of campaigns that were counted and are not in the log, for the filters of the question. */
function ofCampaigns(question: Question): SQL | undefined {
  const { info, events, states, narrowed, publishers } = question;
  return and(
    eq(packageName, info.package_name),
    days(question),
    gt(came, listed),
    narrowed ? inArray(campaignId, idsOf(question)) : undefined,
    events.length > 0 ? inArray(event, [...events]) : undefined,
    // All of them were refused, and none names a publisher.
    states.length > 0 && !states.includes('Rejected') ? sql`false` : undefined,
    publishers === 'all' ? undefined : sql`false`,
  );
}

/** How many there are beside the rows of the report: of its campaigns, and of nobody on this installation. */
export async function unlistedPostbacks({ database: { db } }: ReportParts, question: Question) {
  const sumOf = async (where: SQL | undefined) =>
    (await db.select({ n: beyond }).from(untakenTable).where(where))[0]?.n ?? 0;
  const { ofNobody, narrowed, events, states, publishers } = question;
  const asksAll = !narrowed && events.length === 0 && states.length === 0 && publishers === 'all';
  return {
    of_campaigns: await sumOf(ofCampaigns(question)),
    of_nobody: ofNobody && asksAll ? await sumOf(and(isNull(packageName), days(question))) : 0,
  };
}

/** The same by campaign and event, and how many of them were of no click. */
export const unlistedByEvent = ({ database: { db } }: ReportParts, question: Question) =>
  db
    .select({
      id: campaignId,
      event,
      received: beyond,
      unknown_click: sql<number>`coalesce(sum(${came} - ${listed}) FILTER (WHERE ${reason} = 'unknown_click'), 0)::int`,
    })
    .from(untakenTable)
    .where(and(ofCampaigns(question), ne(event, '')))
    .groupBy(campaignId, event);
