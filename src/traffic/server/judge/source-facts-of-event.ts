import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/contract/event.ts';
import { SOURCE_FACT_NAMES, SOURCE_FAMILIES } from '#traffic/contract/source-facts.ts';

export interface SourceValue {
  value: number;
  sample: number;
  /** What others have; null where the value is a comparison already or nobody can be compared with. */
  base: number | null;
}

/** The known facts about the source of one stored event, as judging looks them up. */
export async function sourceFactsOf(
  ch: ClickHouse,
  event: { package: string; publisher: string; sub_publisher?: unknown; kind: EventKind; ts: string },
): Promise<Readonly<Record<string, SourceValue>>> {
  const family = Object.entries(SOURCE_FAMILIES).find(([, kinds]) => kinds.some((kind) => kind === event.kind))?.[0];
  const [row] = await ch.query<Record<string, number | null>>(
    sql`SELECT ${trusted(SOURCE_FACT_NAMES.flatMap((name) => [name, `${name}_n`, `${name}_base`]).join(', '))}
      FROM source_fact FINAL WHERE package = ${typed('String', event.package)} AND day = ${typed('Date', event.ts.slice(0, 10))}
        AND publisher = ${typed('String', event.publisher)} AND family = ${typed('String', family ?? 'event')}
        AND (level = 'rest' OR level = 'sub_publisher' AND sub_publisher = ${typed('String', String(event.sub_publisher ?? ''))})
      ORDER BY level = 'sub_publisher' DESC LIMIT 1`,
    { tag: 'event-source' },
  );
  if (!row) return {};
  return Object.fromEntries(
    SOURCE_FACT_NAMES.flatMap((name): [string, SourceValue][] => {
      const value = row[name];
      return typeof value === 'number'
        ? [[name, { value, sample: row[`${name}_n`] ?? 0, base: row[`${name}_base`] ?? null }]]
        : [];
    }),
  );
}
