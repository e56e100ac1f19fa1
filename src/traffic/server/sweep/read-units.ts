import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/contract/source-facts.ts';
import { withWorkTable } from '../judge/work-table.ts';
import { MEASURES } from './measures.ts';
import type { DaysOfPackage } from './replace-rows.ts';
import type { SourceUnit } from './source-unit.ts';

/** Events of a week from which a sub-publisher is looked at alone. */
export const OWN_EVENTS = 50;
/** The smallest sample of any fact. */
export const LEAST_EVENTS = Math.min(...SOURCE_FACT_NAMES.map((name) => SOURCE_FACTS[name].minimum));
/** Days of a week beside the day it ends on, or begins on. */
export const WEEK_DAYS = 6;

export type UnitsByDay = ReadonlyMap<string, readonly SourceUnit[]>;

const WINDOWS = ['on_day', 'in_week'] as const;

const adding = (type: string): string =>
  type.startsWith('Array') ? 'sumForEach' : type.startsWith('Map') ? 'sumMap' : 'sum';

/**
 * A week is the seven days that end with the day or those that begin with it, whichever has more of the source: the first
 * days of a source are judged like the last ones, once the days after them are there. Installs of the week before count
 * beside its events: by events alone, a source that begins would be looked at in the week of which no returns are known.
 */
const inWeek = (counts: string) =>
  ({ ending: `sumIf(${counts}, day <= target)`, beginning: `sumIf(${counts}, day >= target)` }) as const;
const WEEK_EVENTS = inWeek('events');
const WEEK_COUNTS = inWeek('events + week_cohort');

/** Counts by bin are long, so only those are fetched that facts of the window are made from (`derive-facts.test.ts`). */
export const FETCHED_BINS = {
  on_day: ['bands'],
  in_week: ['hours', 'day_hours', 'minutes', 'models', 'ctits', 'peaks', 'amounts', 'spenders'],
};

const isFetched = (window: (typeof WINDOWS)[number], [name, type]: [string, string]): boolean =>
  /^(Array|Map)/.test(type) ? FETCHED_BINS[window].includes(name) : true;

const KINDS = {
  numbers: (type: string) => !/^(Array|Map)/.test(type),
  bins: (type: string) => type.startsWith('Array'),
  maps: (type: string) => type.startsWith('Map'),
} as const;

/** `Sums` over the rows of a source's week, the day itself among them, so that the answer is read as it comes. */
function sumsSql(window: (typeof WINDOWS)[number]): { name: string; type: string; value: Sql } {
  const add = (name: string, type: string): string =>
    window === 'on_day' ? `${adding(type)}If(${name}, day = target)` : `${adding(type)}(${name})`;
  const parts = Object.entries(KINDS).map(([kind, isOfKind]) => {
    // A tuple of nothing is none to the engine: where no map is fetched they are there and empty.
    const measures = Object.entries(MEASURES)
      .filter((measure) => isOfKind(measure[1]) && (isFetched(window, measure) || kind === 'maps'))
      .map(([name, type]) => ({ name, type, value: isFetched(window, [name, type]) ? add(name, type) : 'map()' }));
    return {
      value: `tuple(${measures.map(({ value }) => value).join(', ')})`,
      type: `${kind} Tuple(${measures.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
    };
  });
  const values = parts.map(({ value }) => value).join(', ');
  const types = parts.map(({ type }) => type).join(', ');
  return { name: window, type: `Tuple(${types})`, value: trusted(`CAST(tuple(${values}), 'Tuple(${types})')`) };
}

const SUMS = WINDOWS.map(sumsSql);
const UNIT_COLUMNS = trusted(
  [
    'swept Date, level String, publisher String, site String, family String',
    ...SUMS.map(({ name, type }) => `${name} ${type}`),
  ].join(', '),
);

/** Sources that are added up in one go: each takes up to 25 KB. */
const SOURCES_AT_ONCE = 12_500;

/**
 * What each source did on a day and in its week, by day; small sub-publishers of a publisher are put together. Which are
 * small is found first, by their numbers of events alone: a source carries hundreds of counts, and there may be a hundred
 * thousand sources of one event each.
 */
export async function readUnits(
  ch: ClickHouse,
  { package: packageName, from, to }: DaysOfPackage,
): Promise<UnitsByDay> {
  const around = sql`package = ${typed('String', packageName)} AND day <= ${typed('Date', to)} + ${typed('UInt8', WEEK_DAYS)}
    AND day >= ${typed('Date', from)} - ${typed('UInt8', WEEK_DAYS)}`;
  // Put aside first: the engine plans an answer that is read piece by piece where nothing else can be answered meanwhile.
  return withWorkTable(ch, UNIT_COLUMNS, sql`Memory`, async (table) => {
    const parts = Math.max(1, Math.ceil(sum(await sourcesOf(ch, around, 1, { from, to })) / SOURCES_AT_ONCE));
    for (const [part, sources] of (await sourcesOf(ch, around, parts, { from, to })).entries()) {
      const own = sql`${partOf(parts)} = ${typed('UInt32', part)}`;
      await addUpSources(ch, table, { from, to, within: sql`${around} AND ${own}`, sources });
    }
    return unitsByDay(ch, table);
  });
}

/** Whole publishers, spread over so many parts. */
const partOf = (parts: number): Sql => sql`cityHash64(toString(publisher)) % ${typed('UInt32', parts)}`;

/** Sources with counts in these weeks, once for each day that is asked for, by part. */
async function sourcesOf(ch: ClickHouse, around: Sql, parts: number, { from, to }: Days): Promise<number[]> {
  const rows = await ch.query<{ part: number; n: number }>(
    sql`SELECT ${partOf(parts)} AS part, uniq(level, publisher, sub_publisher, family)
        * (dateDiff('day', ${typed('Date', from)}, ${typed('Date', to)}) + 1) AS n
      FROM source_day WHERE ${around} GROUP BY part`,
    { lane: 'heavy', tag: 'sweep-read' },
  );
  const sources = Array.from({ length: parts }, () => 0);
  for (const { part, n } of rows) sources[part] = n;
  return sources;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Days = Pick<DaysOfPackage, 'from' | 'to'>;

/** `within` chooses whole publishers. */
async function addUpSources(
  ch: ClickHouse,
  table: Sql,
  { from, to, within, sources }: Days & { within: Sql; sources: number },
): Promise<void> {
  const inWeeks = (columns: string, where: Sql): Sql =>
    sql`SELECT ${trusted(columns)}, arrayJoin(arrayFilter(each -> each >= ${typed('Date', from)} AND each <= ${typed('Date', to)},
        arrayMap(days -> day + days, range(${trusted(`-${WEEK_DAYS}, ${WEEK_DAYS + 1}`)})))) AS target
      FROM source_day FINAL WHERE ${within} AND ${where}`;
  const keys = trusted('target, publisher, sub_publisher, family');
  const large = sql`SELECT ${keys} FROM (${inWeeks('day, publisher, sub_publisher, family, events', sql`level = 'sub_publisher'`)})
    GROUP BY ${keys} HAVING greatest(${trusted(WEEK_EVENTS.ending)}, ${trusted(WEEK_EVENTS.beginning)}) >= ${typed('UInt32', OWN_EVENTS)}`;
  // Of a publisher with fewer events than any fact needs nothing will be known.
  const known = sql`SELECT publisher FROM source_day FINAL WHERE ${within} AND level = 'publisher'
    GROUP BY publisher HAVING sum(events) >= ${typed('UInt32', LEAST_EVENTS)}`;
  const small = sql`(level = 'small' OR level = 'sub_publisher' AND (${keys}) NOT IN (${large}))`;
  const source = trusted('target, unit, source, place, kinds');
  const rows = (columns: string): Sql =>
    sql`SELECT *, if(${small}, 'rest', toString(level)) AS unit, publisher AS source,
        if(${small}, '', toString(sub_publisher)) AS place, family AS kinds
      FROM (${inWeeks(columns, sql`(level = 'trusted' OR publisher IN (${known}))`)})`;
  // Found by these numbers alone, so that the long counts of the other week are not even added up.
  const beginning = sql`SELECT ${source} FROM (${rows('day, level, publisher, sub_publisher, family, events, week_cohort')})
    GROUP BY ${source} HAVING countIf(day <= target) > 0 AND ${trusted(`${WEEK_COUNTS.beginning} > ${WEEK_COUNTS.ending}`)}`;
  await ch.command(
    sql`INSERT INTO ${table} SELECT target, unit, toString(source), toString(place), toString(kinds), ${joinSql(
      SUMS.map(({ value }) => value),
      ', ',
    )}
      FROM (${rows('*')}) WHERE if((${source}) IN (${beginning}), day >= target, day <= target) GROUP BY ${source}`,
    {
      ...{ lane: 'heavy', tag: 'sweep-units' },
      settings: {
        // Each thread would build all sources, hundreds of counts each, only to put them together with those of the others.
        max_threads: 1,
        // Through the disk it takes six times as long; a single publisher with more sources than that goes there.
        ...(sources <= 1.3 * SOURCES_AT_ONCE ? { max_bytes_before_external_group_by: 0 } : {}),
      },
    },
  );
}

async function unitsByDay(ch: ClickHouse, table: Sql): Promise<UnitsByDay> {
  const bytes = await ch.stream(
    sql`SELECT toString(swept) AS swept, level, publisher, site AS subPublisher, family, on_day AS day, in_week AS week
      FROM ${table} ORDER BY swept, level, publisher, subPublisher, family`,
    'JSONEachRow',
    { lane: 'heavy', tag: 'sweep-read' },
  );
  const byDay = new Map<string, SourceUnit[]>();
  for await (const { swept, ...unit } of jsonLines<SourceUnit & { swept: string }>(bytes)) {
    const units = byDay.get(swept) ?? [];
    units.push(unit);
    byDay.set(swept, units);
  }
  return byDay;
}
