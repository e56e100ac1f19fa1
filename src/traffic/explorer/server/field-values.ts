import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import { keySql } from '#traffic/event/server/key-sql.ts';
import { mayAskFor, type TrafficFilter } from '#traffic/event/server/traffic-where.ts';
import type { ValueField } from '#traffic/explorer/contract/events-endpoints.ts';
import { type EventQuestion, eventsWhere } from './event-list.ts';

/** More than anybody reads; who looks for another one types a part of it. */
const MOST = 200;

export interface ValuesQuery extends Omit<EventQuestion, 'money'> {
  field: ValueField;
  containing: string;
}

/** What a field holds among the events of a question, with counts, most frequent first, and whether there is more. */
export async function fieldValues(
  scope: Scope,
  ch: ClickHouse,
  { field, containing, filter, ...question }: ValuesQuery,
  signal?: AbortSignal,
): Promise<{ data: { value: string; events: number }[]; more: boolean }> {
  mayAskFor(scope, field);
  const value = keySql(field, filter.timeZone);
  const where = eventsWhere(scope, { ...question, filter: without(filter, field) });
  const wanted = containing.trim();
  const matching =
    wanted === '' ? where : sql`${where} AND positionCaseInsensitiveUTF8(${value}, ${typed('String', wanted)}) > 0`;
  const rows = await ch.query<{ value: string; events: number }>(
    sql`SELECT ${value} AS value, count() AS events FROM traffic WHERE ${matching}
      GROUP BY value ORDER BY events DESC, value LIMIT ${typed('UInt32', MOST + 1)}`,
    { tag: 'event-values', ...(signal ? { signal } : {}) },
  );
  return {
    data: rows.slice(0, MOST).map(({ value: held, events }) => ({ value: held || NOT_REPORTED, events })),
    more: rows.length > MOST,
  };
}

/** Of the field itself every value is offered, also those that its own filter leaves out now. */
function without(filter: TrafficFilter, field: ValueField): TrafficFilter {
  if (field === 'kind') return { ...filter, kinds: [] };
  const others = <V>(given: Partial<Record<KeyName, V>>): Partial<Record<KeyName, V>> => {
    const { [field]: _own, ...rest } = given;
    return rest;
  };
  return { ...filter, where: others(filter.where), not: others(filter.not ?? {}), keys: others(filter.keys ?? {}) };
}
