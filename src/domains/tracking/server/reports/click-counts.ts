import { sql as pg } from 'drizzle-orm';
import { DUPLICATE, OWN_LINK_KINDS, type ReportGroup } from '#domains/tracking/contract/reports.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { conversionTable, postbackTable } from '../tables.ts';
import { conversionsWhere, type Named, postbacksWhere, type Question } from './asked.ts';
import type { ReportParts } from './report-parts.ts';

/** What events of own links say, of one group. Amounts are decimal text by currency. */
export interface ClickCounts {
  day: string;
  /** Key of the campaign, and the name it had. */
  key: string;
  name: string;
  publisher: string;
  sub_publisher: string;
  impressions: number;
  clicks: number;
  duplicates: number;
  valid: number;
  total: number;
  fraud: number;
  /** The clicks, and the valid ones, by the currency of their campaign; '' where nobody knows it any more. */
  clicks_in: Record<string, number>;
  valid_in: Record<string, number>;
  cost: Record<string, string>;
  revenue: Record<string, string>;
}

const GROUPS: Readonly<Record<ReportGroup, (zone: string) => readonly Sql[]>> = {
  day: (zone) => [sql`toString(toDate(ts, ${typed('String', zone)})) AS day`],
  campaign: () => [sql`toString(campaign_id) AS key`, sql`toString(campaign) AS name`],
  publisher: () => [sql`toString(publisher) AS publisher`],
  sub_publisher: () => [sql`toString(sub_publisher) AS sub_publisher`],
};

/** Clicks and impressions that are paid for by themselves. */
const OWN_PRICE = sql`kind IN ('click', 'impression')`;

const byCurrency = (column: Sql): Sql =>
  sql`mapApply((k, v) -> (k, toString(v)), sumMapIf(map(toString(currency), toDecimal128(${column}, 10)), ${column} != 0 AND ${OWN_PRICE}))`;

/** Clicks, impressions and verdicts by group, straight from the traffic: nothing of it is counted anywhere else. */
export async function clickCounts(
  scope: Scope,
  parts: ReportParts,
  question: Question,
  by: readonly ReportGroup[],
): Promise<ClickCounts[]> {
  const where = await whereOf(scope, parts, question);
  if (!where) return [];
  const groups = by.flatMap((each) => GROUPS[each](question.info.time_zone));
  const named = joinSql([...groups, COUNTS, ...countsByCurrency(question)], ', ');
  const names =
    groups.length === 0
      ? sql``
      : sql` GROUP BY ${joinSql(
          by.flatMap((each) => NAMES[each]),
          ', ',
        )}`;
  const rows = await parts.clickhouse.query<Partial<ClickCounts>>(
    sql`SELECT ${named} FROM traffic WHERE ${where}${names}`,
    {
      tag: 'tracking-report',
    },
  );
  return rows.map((row) => ({ ...NOTHING, ...row }));
}

const IS_CLICK = sql`kind = 'click'`;
const IS_VALID = sql`${IS_CLICK} AND handling = 'passed' AND verdict IN ('clean', 'suspect')`;

const COUNTS = sql`countIf(kind = 'impression') AS impressions, countIf(${IS_CLICK}) AS clicks,
  countIf(${IS_CLICK} AND handling_reason = ${typed('String', DUPLICATE)}) AS duplicates,
  countIf(${IS_VALID}) AS valid,
  countIf(verdict != 'filtered') AS total, countIf(verdict = 'fraud') AS fraud,
  ${byCurrency(sql`cost`)} AS cost, ${byCurrency(sql`revenue`)} AS revenue`;

/** A click tells its currency only where it has a price of its own: that of its campaign is what it is to earn in. */
function countsByCurrency({ known }: Question): Sql[] {
  const list = (of: readonly string[]) => typed('Array(String)', [...of]);
  const there = known.filter(({ key }) => key !== '');
  const gone = known.filter(({ key }) => key === '');
  const called = (column: Sql, from: readonly string[], to: readonly Named[], otherwise: Sql) =>
    sql`transform(toString(${column}), ${list(from)}, ${list(to.map(({ currency }) => currency))}, ${otherwise})`;
  const byName = called(
    sql`campaign`,
    gone.map(({ name }) => name),
    gone,
    sql`toString(currency)`,
  );
  const currency = called(
    sql`campaign_id`,
    there.map(({ key }) => key),
    there,
    byName,
  );
  return [
    sql`sumMapIf(map(${currency}, 1), ${IS_CLICK}) AS clicks_in`,
    sql`sumMapIf(map(${currency}, 1), ${IS_VALID}) AS valid_in`,
  ];
}

const NAMES: Readonly<Record<ReportGroup, readonly Sql[]>> = {
  day: [sql`day`],
  campaign: [sql`key`, sql`name`],
  publisher: [sql`publisher`],
  sub_publisher: [sql`sub_publisher`],
};

const NOTHING: ClickCounts = {
  day: '',
  key: '',
  name: '',
  publisher: '',
  sub_publisher: '',
  impressions: 0,
  clicks: 0,
  duplicates: 0,
  valid: 0,
  total: 0,
  fraud: 0,
  clicks_in: {},
  valid_in: {},
  cost: {},
  revenue: {},
};

/**
 * A click knows neither the event nor the postback it led to: asked for some, clicks are those of campaigns that brought
 * any. Undefined where there can be none.
 */
async function whereOf(scope: Scope, parts: ReportParts, question: Question): Promise<Sql | undefined> {
  const { info, from, to, publishers, events, states } = question;
  const narrowed = events.length > 0 || states.length > 0;
  const campaigns = narrowed ? await thatBrought(parts, question) : question.campaigns;
  if ((narrowed || question.narrowed) && campaigns.length === 0) return undefined;
  const own = trafficWhere(scope, {
    package: info.package_name,
    kinds: OWN_LINK_KINDS,
    from,
    to,
    timeZone: info.time_zone,
    where: publishers === 'all' ? {} : { publisher: [...publishers] },
    not: { handling: [NOT_REPORTED] },
  });
  const keys = campaigns.map(({ key }) => key).filter((key) => key !== '');
  const gone = campaigns.filter(({ key }) => key === '').map(({ name }) => name);
  const ofCampaigns = sql`(campaign_id IN ${typed('Array(String)', keys)} OR (campaign IN ${typed('Array(String)', gone)}
    AND campaign_id NOT IN ${typed(
      'Array(String)',
      question.known.map(({ key }) => key).filter((key) => key !== ''),
    )}))`;
  const ofEvents = sql`(event_name = '' OR event_name IN ${typed('Array(String)', [...events])})`;
  return joinSql(
    [own, ...(narrowed || question.narrowed ? [ofCampaigns] : []), ...(events.length > 0 ? [ofEvents] : [])],
    ' AND ',
  );
}

async function thatBrought({ database: { db } }: ReportParts, question: Question) {
  const { rows } = await db.execute<{ id: number }>(
    pg`SELECT ${conversionTable.campaignId} AS id FROM ${conversionTable} WHERE ${conversionsWhere(question)}
      UNION SELECT ${postbackTable.campaignId} FROM ${postbackTable} WHERE ${postbacksWhere(question)}`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  return question.campaigns.filter(({ id }) => id !== null && ids.has(id));
}
