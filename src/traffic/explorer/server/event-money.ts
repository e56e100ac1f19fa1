import { todayIn } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { eventsEndpoints, SpendOrigin } from '#traffic/explorer/contract/events-endpoints.ts';
import { type LoadMoney, type Paying, priceFor } from '#traffic/money/server/load-money.ts';
import { type StoredEvent, whereEvent } from './stored-event.ts';

export type EventMoney = Answer<typeof eventsEndpoints.detail>['data']['money'];

interface Stores {
  clickhouse: ClickHouse;
  database: Database;
  moneyOf: LoadMoney;
}

/** What one event costs by the prices and rates as they stand now, and the price it has that from. */
export async function eventMoney(
  { clickhouse, database, moneyOf }: Stores,
  info: Paying,
  event: StoredEvent,
  signal?: AbortSignal,
): Promise<EventMoney> {
  const day = todayIn(info.time_zone, new Date(`${event.ts.replace(' ', 'T')}Z`));
  const { amount, currency, from } = await moneyOf(info, { from: day, to: day }, signal);
  const [row] = await clickhouse.query<{ spend: string; spend_currency: string; spend_from: SpendOrigin }>(
    sql`SELECT toString(${amount}) AS spend, toString(${currency}) AS spend_currency, ${from} AS spend_from
      FROM traffic WHERE ${whereEvent(event)} LIMIT 1`,
    { tag: 'event', ...(signal ? { signal } : {}) },
  );
  if (!row || row.spend_from === 'none') return { amount: null, currency: '', from: 'none', price: null };
  const { kind, publisher } = event;
  const about = {
    kind,
    publisher,
    campaign: String(event.campaign ?? ''),
    event_name: String(event.event_name ?? ''),
    day,
  };
  return {
    amount: row.spend,
    currency: row.spend_currency,
    from: row.spend_from,
    price: row.spend_from === 'price' ? await priceFor(database, info.package_name, about) : null,
  };
}
