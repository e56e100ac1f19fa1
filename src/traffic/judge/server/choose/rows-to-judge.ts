import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';
import type { Policy } from '../load-policy.ts';
import { columnsRead, type RowsKnown } from '../verdicts/judge-sql.ts';
import { COMPARED, storedRows, withOld } from '../verdicts/write-changes.ts';
import type { Touched } from './touched-rows.ts';

/** Rows of `storedRows` that are to be judged. */
export interface RowsToJudge {
  events: number;
  /** Narrowed by a condition. */
  rows: (also: Sql) => Sql;
  known: RowsKnown;
}

/** Rows that are put aside, a few hundred bytes each. */
const FEW_ROWS = 200_000;

/**
 * Hands `work` the touched rows of `traffic` with what they have been hit by. Few are put aside, with the columns that
 * judging them reads: a handful of them lies in each block of those stored, and to judge a thousand such blocks takes longer
 * than to find them. Many are read where they lie; rows that come meanwhile with hits nobody had are left to the next time.
 */
export async function withRowsToJudge<T>(
  ch: ClickHouse,
  { within, policy, touched }: { within: Sql; policy: Policy; touched: Touched },
  options: QueryOptions,
  work: (found: RowsToJudge) => Promise<T>,
): Promise<T> {
  const { where } = touched;
  const all = await trafficColumns(ch, 'traffic');
  const columns = columnsOf(all, policy, { ...touched.known, present: new Set() });
  const shape = [...columns].map((column) => column.join(' ')).join(', ');
  const names = trusted([...columns.keys()].join(', '));
  return withWorkTable(ch, trusted(shape), sql`Memory`, async (table) => {
    await ch.command(
      sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM traffic WHERE ${within} AND ${where} LIMIT ${typed('UInt32', FEW_ROWS + 1)}`,
      options,
    );
    const few = await hitsOf(ch, table, options);
    // Of no rows there is nothing to look up.
    const kinds = few.events === 0 ? new Set<EventKind>() : touched.known.kinds;
    const known = { ...touched.known, kinds, present: few.present };
    const isWhole = [...columnsOf(all, policy, known).keys()].every((name) => columns.has(name));
    if (few.events <= FEW_ROWS && isWhole)
      return work({ events: few.events, known, rows: (also) => withOld(sql`SELECT * FROM ${table} WHERE ${also}`) });
    await ch.command(sql`TRUNCATE TABLE ${table}`);
    const { events, present } = await hitsOf(ch, sql`traffic WHERE ${within} AND ${where}`, options);
    const then = sql`${within} AND ${where} AND hasAll(${typed('Array(String)', [...present])}, hits)`;
    return work({
      events,
      known: { ...touched.known, present },
      rows: (also) => storedRows(sql`${then} AND ${also}`),
    });
  });
}

/** Columns that judging and comparing read, with their types. */
function columnsOf(all: ReadonlyMap<string, string>, policy: Policy, known: RowsKnown): Map<string, string> {
  const read = columnsRead(policy, known);
  return new Map([...all].filter(([name]) => read.has(name) || COMPARED.has(name)));
}

async function hitsOf(
  ch: ClickHouse,
  from: Sql,
  options: QueryOptions,
): Promise<{ events: number; present: ReadonlySet<string> }> {
  const [found] = await ch.query<{ events: number; present: string[] }>(
    sql`SELECT count() AS events, groupUniqArrayArray(hits) AS present FROM ${from}`,
    options,
  );
  return { events: found?.events ?? 0, present: new Set(found?.present) };
}
