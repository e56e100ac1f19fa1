import { type SentEvent, wellFormed } from '#domains/verdict-deliveries/contract/destination.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import type { News } from './news.ts';

interface Detail {
  row_id: string;
  event_id: string;
  revenue: string;
  currency: string;
}

const LABELS = new Map<string, string>(Object.entries(REASONS).map(([code, { label }]) => [code, label]));
/** The label of a reason, in English; of rules of one's own the code. */
export const reasonLabel = (code: string): string => LABELS.get(code) ?? code;

/** Text that jsonb takes: names of traffic may hold anything. */
const storable = (text: string): string => wellFormed(text.replaceAll('\0', '\uFFFD'));

/** What is sent of each piece of news, in their order. */
export async function eventsOf(
  clickhouse: ClickHouse,
  packageName: string,
  news: readonly News[],
): Promise<SentEvent[]> {
  const details = new Map((await detailsOf(clickhouse, packageName, news)).map((row) => [row.row_id, row]));
  return news.map(({ told: { change, seq }, rowId, type, was }): SentEvent => {
    const base = { type, sequence: seq, row_id: rowId, was };
    if (change.change !== 'event') return { ...GONE, ...base };
    const { event_id, revenue, currency } = details.get(rowId) ?? { event_id: '', revenue: '0', currency: '' };
    return {
      ...base,
      event_id: storable(event_id) || rowId,
      kind: change.kind,
      time: change.ts,
      verdict: change.verdict,
      reason: change.reason,
      reason_text: reasonLabel(change.reason),
      rules: change.hits,
      publisher: storable(change.publisher),
      sub_publisher: storable(change.sub_publisher),
      campaign: storable(change.campaign),
      event_name: storable(change.event_name),
      click_id: storable(change.click_id),
      order_id: storable(change.order_id),
      revenue: Number(revenue) === 0 ? '' : revenue,
      currency: storable(currency),
    };
  });
}

/** Of an event that is not there any more nothing is known but its number. */
const GONE = {
  event_id: '',
  kind: '',
  time: '',
  verdict: '',
  reason: '',
  reason_text: '',
  rules: [],
  publisher: '',
  sub_publisher: '',
  campaign: '',
  event_name: '',
  click_id: '',
  order_id: '',
  revenue: '',
  currency: '',
};

async function detailsOf(clickhouse: ClickHouse, packageName: string, news: readonly News[]): Promise<Detail[]> {
  const times = news.flatMap(({ told: { change } }) => (change.change === 'event' ? [Date.parse(change.ts)] : []));
  if (times.length === 0) return [];
  const at = (ms: number) => typed("DateTime64(3, 'UTC')", new Date(ms));
  const [first, last] = times.reduce(
    ([low, high], ms) => [Math.min(low, ms), Math.max(high, ms)],
    [Infinity, -Infinity],
  );
  const ids = news.map(({ rowId }) => rowId);
  return clickhouse.query<Detail>(
    sql`SELECT toString(row_id) AS row_id, extra['event_id'] AS event_id, toString(revenue) AS revenue, toString(currency) AS currency
      FROM traffic WHERE package = ${typed('String', packageName)} AND ts BETWEEN ${at(first)} AND ${at(last)}
        AND traffic.row_id IN ${typed('Array(UUID)', ids)}`,
    { tag: 'verdict-deliveries' },
  );
}
