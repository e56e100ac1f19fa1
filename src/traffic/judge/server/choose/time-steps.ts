import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Rows judged in one step: all of them may differ, and what is to be written lies in memory, about 300 bytes a row. */
const ROWS_PER_STEP = 500_000;
const HOUR_MS = 3_600_000;

/** Beginning of an hour (Unix milliseconds) and how many of the rows lie in it. */
export interface Hour {
  ms: number;
  events: number;
}

/** The beginning of the hour of an event. */
export const HOUR_OF_TS: Sql = sql`toUnixTimestamp64Milli(toDateTime64(toStartOfHour(ts), 3, 'UTC'))`;

export interface TimeStep {
  /** Narrows the rows to those of the step. */
  where: Sql;
  /** Its end. */
  until: Date;
  /** Events before it are done when the step is: its end, or its beginning where other parts of the hour follow. */
  reached: Date;
}

const moment = (ms: number): Sql => sql`${typed("DateTime64(3, 'UTC')", new Date(ms))}`;

/**
 * Rows in order of time, whole hours, as many as together stay under a step; an hour with more is cut into parts. It is
 * the order they are stored in, so that no step reads what belongs to another.
 */
export function timeSteps(hours: readonly Hour[], rowsPerStep = ROWS_PER_STEP): TimeStep[] {
  const steps: { from: number; until: number; events: number }[] = [];
  for (const { ms, events } of hours) {
    const last = steps.at(-1);
    if (last && last.events + events <= rowsPerStep) {
      last.until = ms + HOUR_MS;
      last.events += events;
    } else steps.push({ from: ms, until: ms + HOUR_MS, events });
  }
  return steps.flatMap(({ from, until, events }) => {
    const within = sql`ts >= ${moment(from)} AND ts < ${moment(until)}`;
    const parts = Math.ceil(events / rowsPerStep);
    if (parts <= 1) return [{ where: within, until: new Date(until), reached: new Date(until) }];
    return Array.from({ length: parts }, (_, part) => ({
      where: sql`${within} AND cityHash64(row_id) % ${typed('UInt32', parts)} = ${typed('UInt32', part)}`,
      until: new Date(until),
      reached: new Date(part === parts - 1 ? until : from),
    }));
  });
}
