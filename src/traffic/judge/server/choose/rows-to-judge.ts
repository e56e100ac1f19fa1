import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import type { Policy } from '../load-policy.ts';
import { columnsRead, type RowHints } from '../verdicts/judge-sql.ts';
import { COMPARED, storedRows, withOld } from '../verdicts/write-changes.ts';
import { HOUR_OF_TS, type Hour } from './time-steps.ts';
import type { TouchedRows } from './touched-rows.ts';

/** Rows of `storedRows` that are to be judged. */
export interface RowsToJudge {
  /** When they happened and how many they are, in order. */
  hours: readonly Hour[];
  /** Narrowed by a condition. */
  rows: (also: Sql) => Sql;
  hints: RowHints;
}

/** Rows that are put aside, a few hundred bytes each. */
const FEW_ROWS = 200_000;

/**
 * The touched rows of `traffic` with what they have been hit by. Few are put aside as long as `scratch` lasts, with the
 * columns that judging them reads: a handful of them lies in each block of those stored, and to judge a thousand such
 * blocks takes longer than to find them. Many are read where they lie; rows that come meanwhile with hits nobody had
 * are left to the next time.
 */
export async function rowsToJudge(
  scratch: Scratch,
  { within, policy, touched }: { within: Sql; policy: Policy; touched: TouchedRows },
  options: QueryOptions,
): Promise<RowsToJudge> {
  const { clickhouse } = scratch;
  const { where, hints } = touched;
  const all = await trafficColumns(clickhouse, 'traffic');
  const columns = columnsOf(all, policy, { ...hints, present: new Set() });
  const shape = [...columns].map((column) => column.join(' ')).join(', ');
  const names = trusted([...columns.keys()].join(', '));
  const table = await scratch.table(trusted(shape), sql`Memory`);
  await clickhouse.command(
    sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM traffic WHERE ${within} AND ${where} LIMIT ${typed('UInt32', FEW_ROWS + 1)}`,
    options,
  );
  const few = await hitsOf(clickhouse, table, options);
  // Of no rows there is nothing to look up.
  const kinds = few.events === 0 ? new Set<EventKind>() : hints.kinds;
  const fewHints = { ...hints, kinds, present: few.present };
  const isWhole = [...columnsOf(all, policy, fewHints).keys()].every((name) => columns.has(name));
  if (few.events <= FEW_ROWS && isWhole)
    return {
      hours: few.hours,
      hints: fewHints,
      rows: (also) => withOld(sql`SELECT * FROM ${table} WHERE ${also}`),
    };
  await clickhouse.command(sql`TRUNCATE TABLE ${table}`);
  const { hours, present } = await hitsOf(clickhouse, sql`traffic WHERE ${within} AND ${where}`, options);
  const then = sql`${within} AND ${where} AND hasAll(${typed('Array(String)', [...present])}, hits)`;
  return { hours, hints: { ...hints, present }, rows: (also) => storedRows(sql`${then} AND ${also}`) };
}

/** Columns that judging and comparing read, with their types. */
function columnsOf(all: ReadonlyMap<string, string>, policy: Policy, hints: RowHints): Map<string, string> {
  const read = columnsRead(policy, hints);
  return new Map([...all].filter(([name]) => read.has(name) || COMPARED.has(name)));
}

async function hitsOf(
  clickhouse: ClickHouse,
  from: Sql,
  options: QueryOptions,
): Promise<{ events: number; hours: Hour[]; present: ReadonlySet<string> }> {
  const found = await clickhouse.query<Hour & { present: string[] }>(
    sql`SELECT ${HOUR_OF_TS} AS ms, count() AS events, groupUniqArrayArray(hits) AS present FROM ${from} GROUP BY ms ORDER BY ms`,
    options,
  );
  return {
    events: found.reduce((sum, { events }) => sum + events, 0),
    hours: found.map(({ ms, events }) => ({ ms, events })),
    present: new Set(found.flatMap(({ present }) => present)),
  };
}
