import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

interface Crowd {
  /** Columns that tell apart whose events are counted together. */
  key: string;
  /** Seconds of each span, by the name of the column that gets its number. */
  spans: Readonly<Record<string, number>>;
  /** Which of the rows count; all of them when absent. */
  counted?: string;
}

/**
 * `rows`, which have the columns of the key and `ms`, and for each span the most counted events of the key that lie
 * within one stretch of that length, both ends included, the row itself lying in it: the first event of a burst has the
 * same number as the last. At least what lies in the span up to the row.
 *
 * Every frame grows in one direction or is asked for its first row only, so that it takes linear time: a maximum over a
 * moving frame would start anew at every row. So time is cut into blocks as long as the span; a stretch that begins at
 * a row is the end of one block and the beginning of the next (van Herk 1992).
 */
export function withFullest(rows: Sql, { key, spans, counted }: Crowd): Sql {
  const all = Object.entries(spans).map(([name, seconds]) => ({ name, ms: seconds * 1000 }));
  const each = (part: (name: string, ms: number) => string): Sql =>
    trusted(all.map(({ name, ms }) => part(name, ms)).join(', '));
  const passed = trusted(
    ['before_now', 'up_to_now', ...all.flatMap(({ name }) => [`${name}_here`, `${name}_block`])].join(', '),
  );
  const ended = trusted(all.flatMap(({ name }) => [`${name}_head`, `${name}_tail`, `${name}_ahead`]).join(', '));
  const running = counted
    ? `countIf(${counted}) OVER by_time AS up_to_now, up_to_now - countIf(${counted}) OVER (PARTITION BY ${key}, ms) + 1 AS before_now`
    : 'count() OVER by_time AS up_to_now, rank() OVER by_time AS before_now';
  return sql`
SELECT * EXCEPT (${passed}, ${ended}), ${each(
    (name) =>
      `toInt32(greatest(${name}_tail, if(${name}_ahead.1 = ${name}_block, ${name}_here, ${name}_ahead.2))) AS ${name}`,
  )}
FROM (
  SELECT *, ${each(
    (name, ms) =>
      `nth_value((${name}_block, ${name}_head), 1) OVER (PARTITION BY ${key} ORDER BY -ms RANGE BETWEEN ${ms} PRECEDING AND CURRENT ROW) AS ${name}_ahead`,
  )}
  FROM (
    SELECT *, ${each(
      (name) =>
        `max(${name}_here) OVER (PARTITION BY ${key}, ${name}_block ORDER BY ms) AS ${name}_head, max(${name}_here) OVER (PARTITION BY ${key}, ${name}_block ORDER BY -ms) AS ${name}_tail`,
    )}
    FROM (
      SELECT *, ${each(
        (name, ms) =>
          `toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY ${key} ORDER BY ms RANGE BETWEEN ${ms} PRECEDING AND CURRENT ROW)) + 1 AS ${name}_here, intDiv(ms, ${ms}) AS ${name}_block`,
      )}
      FROM (SELECT *, ${trusted(running)} FROM (${rows}) WINDOW by_time AS (PARTITION BY ${trusted(key)} ORDER BY ms))
    )
  )
)`;
}
