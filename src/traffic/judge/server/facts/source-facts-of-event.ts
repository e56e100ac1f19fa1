import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { DELAY_TIMES, REVENUE_TIMES } from './source-facts-sql.ts';

export interface SourceValue {
  value: number;
  sample: number;
  /** What others have; null where the value is a comparison already or nobody can be compared with. */
  base: number | null;
}

interface JudgedEvent {
  package: string;
  publisher: string;
  sub_publisher?: unknown;
  kind: EventKind;
  ts: string;
  event_name?: unknown;
  revenue?: unknown;
  currency?: unknown;
  impression_to_click_seconds?: unknown;
  click_after_seconds?: unknown;
}

/** The known facts about the source of one stored event, as judging looks them up. */
export async function sourceFactsOf(
  ch: ClickHouse,
  event: JudgedEvent,
): Promise<Readonly<Record<string, SourceValue>>> {
  const family = Object.entries(SOURCE_FAMILIES).find(([, kinds]) => kinds.some((kind) => kind === event.kind))?.[0];
  const columns = SOURCE_FACT_NAMES.flatMap((name) => [name, `${name}_n`, `${name}_base`]).join(', ');
  const own = sql`${typed('Float64', Number(event.revenue ?? 0))} AS revenue,
    ${typed('String', String(event.event_name ?? ''))} AS event_name, ${typed('String', String(event.currency ?? ''))} AS currency,
    ${typed('Float64', Number(event.impression_to_click_seconds ?? event.click_after_seconds ?? -1))} AS impression_to_click_seconds,
    CAST(NULL, 'Nullable(Float64)') AS click_after_seconds`;
  const [row] = await ch.query<Record<string, number | null>>(
    sql`SELECT ${trusted(columns)}, ${REVENUE_TIMES} AS own_revenue_times,
      ${DELAY_TIMES(sql`source_click_delay_times`)} AS own_delay_times FROM (SELECT *, ${own}
      FROM source_fact FINAL WHERE package = ${typed('String', event.package)} AND day = ${typed('Date', event.ts.slice(0, 10))}
        AND publisher = ${typed('String', event.publisher)} AND family = ${typed('String', family ?? 'event')}
        AND (level = 'rest' OR level = 'sub_publisher' AND sub_publisher = ${typed('String', String(event.sub_publisher ?? ''))})
      ORDER BY level = 'sub_publisher' DESC LIMIT 1)`,
    { tag: 'event-source' },
  );
  if (!row) return {};
  // What is stored under the name says how large the amounts of the source are; the event has its own.
  Object.assign(row, {
    source_revenue_times: row.own_revenue_times,
    source_revenue_times_n: 1,
    source_click_delay_times: row.own_delay_times,
  });
  return Object.fromEntries(
    SOURCE_FACT_NAMES.flatMap((name): [string, SourceValue][] => {
      const value = row[name];
      return typeof value === 'number'
        ? [[name, { value, sample: row[`${name}_n`] ?? 0, base: row[`${name}_base`] ?? null }]]
        : [];
    }),
  );
}
