import { todayIn } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';

/** First instant of the first day and of the day after the last one, by the day table that also decides the boards. */
export async function momentsOf(
  ch: ClickHouse,
  { from, expires }: { from?: string | undefined; expires?: string | undefined },
  timeZone: string,
): Promise<{ from: Date | null; until: Date | null }> {
  const startOf = async (day: string | undefined, plus: 0 | 1): Promise<Date | null> => {
    if (day === undefined) return null;
    const [row] = await ch.query<{ ms: number }>(
      sql`SELECT toUnixTimestamp64Milli(toDateTime64(${typed('Date', day)} + ${typed('UInt8', plus)}, 3, ${typed('String', timeZone)})) AS ms`,
    );
    return row ? new Date(row.ms) : null;
  };
  return { from: await startOf(from, 0), until: await startOf(expires, 1) };
}

export const daysOf = (
  from: Date | null,
  until: Date | null,
  timeZone: string,
): { from: string | null; expires: string | null } => ({
  from: from && todayIn(timeZone, from),
  expires: until && todayIn(timeZone, new Date(until.getTime() - 1)),
});
