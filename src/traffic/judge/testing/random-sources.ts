import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { chance } from './random-events.ts';

/** What an event without name and currency brings at most, where a source has others to compare with. */
export const USUAL = 0.05;

/** Facts about sources on both sides of every limit; some sources have none, some only as part of the rest. */
export async function storeRandomSources(ch: ClickHouse, seed: number): Promise<void> {
  const next = chance(seed);
  const [unnamed] = await ch.query<{ kind: number }>(sql`SELECT cityHash64('', '') % 1099511627776 AS kind`);
  const values = [0, 0.0005, 0.05, 0.2, 0.6, 2.5, 5, 12, 30, 70];
  const rows = ['2026-02-28', ...Array.from({ length: 42 }, (_, day) => addDays('2026-03-01', day))].flatMap((day) =>
    Object.keys(SOURCE_FAMILIES).flatMap((family) =>
      [
        ...['p1', 'p2', ''].map((publisher) => ({ level: 'sub_publisher', publisher, sub_publisher: 's1' })),
        ...['p1', 'p2'].map((publisher) => ({ level: 'rest', publisher, sub_publisher: '' })),
        { level: 'publisher', publisher: 'p1', sub_publisher: '' },
      ]
        .filter(() => next() < 0.8)
        .map((key) => ({
          package: 'shop',
          day,
          family,
          version: 1,
          ...key,
          ...Object.fromEntries(
            SOURCE_FACT_NAMES.filter(() => next() < 0.15).map((name) => [
              name,
              values[Math.floor(next() * values.length)],
            ]),
          ),
          usual_amounts: next() < 0.5 ? { [unnamed?.kind ?? 0]: USUAL } : {},
        })),
    ),
  );
  await ch.command(sql`TRUNCATE TABLE source_fact`);
  await ch.insert('source_fact', rows);
}
