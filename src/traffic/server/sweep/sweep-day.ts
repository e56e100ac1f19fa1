import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/contract/source-facts.ts';
import { withWorkTable } from '../judge/work-table.ts';
import { deriveFacts, type FactRow } from './derive-facts.ts';
import { isFamily } from './families.ts';
import { MEASURES } from './measures.ts';
import type { PastValue } from './peers.ts';
import { type DayOfPackage, replaceRows, SOURCE_KEYS } from './replace-rows.ts';
import type { SourceUnit, Sums, UnitLevel } from './source-unit.ts';

/** Events of a week from which a sub-publisher is looked at alone. */
const OWN_EVENTS = 50;
/** Days before the day itself that a baseline reaches back. */
export const BASELINE_DAYS = 27;
/** Days before the day itself that belong to its week. */
export const WEEK_DAYS = 6;

/** Columns of `source_fact` beside the keys. */
const VALUES = ['events', ...SOURCE_FACT_NAMES.flatMap((name) => [name, `${name}_n`, `${name}_base`])];

/**
 * Makes the facts of all sources on one day from what was counted, and replaces those that were there. Returns how many
 * sources changed. Days before it must have been swept: their facts are its baseline.
 */
export async function sweepDay(ch: ClickHouse, of: DayOfPackage): Promise<number> {
  const units = await unitsOf(ch, of);
  const rows = deriveFacts(units, await pastOf(ch, of));
  const columns = trusted(
    [
      'level String, publisher LowCardinality(String), sub_publisher LowCardinality(String), family String, events UInt64',
      ...SOURCE_FACT_NAMES.map((name) => `${name} Nullable(Float64), ${name}_n UInt64, ${name}_base Nullable(Float64)`),
    ].join(', '),
  );
  return withWorkTable(ch, columns, sql`Memory`, async (table) => {
    await ch.insert(table.pieces.join(''), rows.map(toRecord));
    return replaceRows(ch, 'source_fact', of, sql`SELECT * FROM ${table}`, VALUES);
  });
}

const toRecord = ({ level, publisher, subPublisher, family, events, facts }: FactRow): object => ({
  ...{ level, publisher, sub_publisher: subPublisher, family, events },
  ...Object.fromEntries(
    Object.entries(facts).flatMap(([name, { value, sample, base }]) => [
      [name, value],
      [`${name}_n`, sample],
      [`${name}_base`, base],
    ]),
  ),
});

interface Counted extends Record<string, unknown> {
  unit: UnitLevel;
  publisher: string;
  site: string;
  family: string;
}

const WINDOWS = ['on_day', 'in_week'] as const;

const adding = (type: string): string =>
  type.startsWith('Array') ? 'sumForEach' : type.startsWith('Map') ? 'sumMap' : 'sum';

/** What each source did on the day and in its week; small sub-publishers of a publisher are put together. */
async function unitsOf(ch: ClickHouse, { package: packageName, day }: DayOfPackage): Promise<SourceUnit[]> {
  const measures = Object.entries(MEASURES);
  const bySource = measures.flatMap(([name, type]) => [
    sql`${trusted(`${adding(type)}If(${name}`)}, day = ${typed('Date', day)}) AS ${trusted(`on_day_${name}`)}`,
    trusted(`${adding(type)}(${name}) AS in_week_${name}`),
  ]);
  const together = measures.flatMap(([name, type]) =>
    WINDOWS.map((window) => trusted(`${adding(type)}(s.${window}_${name}) AS ${window}_${name}`)),
  );
  const small = sql`s.level = 'sub_publisher' AND s.in_week_events < ${typed('UInt32', OWN_EVENTS)}`;
  const rows = await ch.query<Counted>(
    sql`SELECT if(${small}, 'rest', toString(s.level)) AS unit, toString(s.publisher) AS publisher,
        if(${small}, '', toString(s.sub_publisher)) AS site, toString(s.family) AS family, ${joinSql(together, ', ')}
      FROM (
        SELECT ${trusted(SOURCE_KEYS.join(', '))}, ${joinSql(bySource, ', ')} FROM source_day FINAL
        WHERE package = ${typed('String', packageName)} AND day <= ${typed('Date', day)}
          AND day >= ${typed('Date', day)} - ${typed('UInt8', WEEK_DAYS)}
        GROUP BY ${trusted(SOURCE_KEYS.join(', '))}
      ) AS s GROUP BY unit, publisher, site, family ORDER BY unit, publisher, site, family`,
    { lane: 'heavy', tag: 'sweep-units' },
  );
  return rows.map(toUnit);
}

function toUnit(row: Counted): SourceUnit {
  const { unit, publisher, site, family } = row;
  if (!isFamily(family)) throw new RangeError(`${family} is not a family`);
  return {
    level: unit,
    publisher,
    subPublisher: site,
    family,
    day: sumsOf(row, 'on_day'),
    week: sumsOf(row, 'in_week'),
  };
}

function sumsOf(row: Counted, window: (typeof WINDOWS)[number]): Sums {
  const numbers: Record<string, number> = {};
  const bins: Record<string, number[]> = {};
  const peaks: Record<string, number> = {};
  for (const name of Object.keys(MEASURES)) {
    const value = row[`${window}_${name}`];
    if (Array.isArray(value)) bins[name] = value.map(Number);
    else if (typeof value === 'object' && value !== null)
      for (const [second, installs] of Object.entries(value)) peaks[second] = Number(installs);
    else numbers[name] = Number(value);
  }
  return { numbers, bins, peaks };
}

/** What publishers and trusted traffic showed on the days before, as far as a baseline reaches. */
async function pastOf(ch: ClickHouse, { package: packageName, day }: DayOfPackage): Promise<PastValue[]> {
  const names = SOURCE_FACT_NAMES.filter((name) => SOURCE_FACTS[name].baseline === 'peers');
  const rows = await ch.query<Record<string, number | string | null>>(
    sql`SELECT toString(level) AS level, toString(publisher) AS publisher, toString(family) AS family, ${trusted(names.join(', '))}
      FROM source_fact FINAL WHERE package = ${typed('String', packageName)} AND level IN ('publisher', 'trusted')
        AND day < ${typed('Date', day)} AND day >= ${typed('Date', day)} - ${typed('UInt8', BASELINE_DAYS)}`,
    { lane: 'heavy', tag: 'sweep-past' },
  );
  return rows.flatMap((row) => {
    const family = String(row.family);
    if (!isFamily(family)) return [];
    const publisher = row.level === 'trusted' ? null : String(row.publisher);
    return names.flatMap((fact): PastValue[] => {
      const value = row[fact];
      return typeof value === 'number' ? [{ family, publisher, fact, value }] : [];
    });
  });
}
