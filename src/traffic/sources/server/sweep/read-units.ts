import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { SourceFact } from '#traffic/event/contract/source-fact.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { FACT_METHODS } from './fact-methods.ts';
import { MEASURES, type MeasureName } from './measures.ts';
import type { DaysOfPackage } from './replace-rows.ts';
import type { SourceUnit, Sums } from './source-unit.ts';
import { type CountedSpan, looksAheadSql, WEEK_DAYS, WEEKS_BEFORE } from './weeks.ts';

/** Events of a week from which a sub-publisher is looked at alone. */
export const OWN_EVENTS = 50;
/** The smallest sample of any fact. */
export const LEAST_EVENTS = Math.min(...SOURCE_FACT_NAMES.map((name) => SOURCE_FACTS[name].minimum));

export type UnitsByDay = ReadonlyMap<string, readonly SourceUnit[]>;

type Window = 'on_day' | 'in_week' | 'in_weeks';

const adding = (type: string): string =>
  type.startsWith('Array') ? 'sumForEach' : type.startsWith('Map') ? 'sumMap' : 'sum';

/** What facts of a window are made from: of hundreds of counts a source, only those are added up. */
const readIn = (window: SourceFact['window']): readonly MeasureName[] => [
  ...new Set(
    SOURCE_FACT_NAMES.filter((name) => SOURCE_FACTS[name].window === window).flatMap((name) => {
      const { reads, compares } = FACT_METHODS[name];
      return compares ? [...reads, compares] : reads;
    }),
  ),
];
const FETCHED: Readonly<Record<Window, readonly MeasureName[]>> = {
  on_day: [...readIn('day'), 'events'],
  in_week: readIn('week'),
  in_weeks: readIn('weeks'),
};
/** Families of sources whose counts of all weeks around are looked at. */
const OF_WEEKS = SOURCE_FACT_NAMES.flatMap((name) =>
  SOURCE_FACTS[name].window === 'weeks' ? [...SOURCE_FACTS[name].families] : [],
);

const KINDS = {
  numbers: (type: string) => !/^(Array|Map)/.test(type),
  bins: (type: string) => type.startsWith('Array'),
  maps: (type: string) => type.startsWith('Map'),
} as const;
const NO_SUMS: Sums = { numbers: {}, bins: {}, maps: {} };

interface SumsSql {
  name: Window;
  type: string;
  value: Sql;
}

/**
 * What is fetched of `Sums` over the rows of a source's week, the day itself among them, so that it is read as it
 * comes.
 */
function sumsSql(window: Window): SumsSql {
  const add = (name: string, type: string): string =>
    window === 'on_day' ? `${adding(type)}If(${name}, day = target)` : `${adding(type)}(${name})`;
  const parts = Object.entries(KINDS).flatMap(([kind, isOfKind]) => {
    const measures = Object.entries(MEASURES)
      .filter(([name, type]) => isOfKind(type) && FETCHED[window].some((fetched) => fetched === name))
      .map(([name, type]) => ({ name, type, value: add(name, type) }));
    if (measures.length === 0) return [];
    const value = `tuple(${measures.map(({ value: each }) => each).join(', ')})`;
    return [{ value, type: `${kind} Tuple(${measures.map(({ name, type }) => `${name} ${type}`).join(', ')})` }];
  });
  const values = parts.map(({ value }) => value).join(', ');
  const types = parts.map(({ type }) => type).join(', ');
  return { name: window, type: `Tuple(${types})`, value: trusted(`CAST(tuple(${values}), 'Tuple(${types})')`) };
}

const SUMS = [sumsSql('on_day'), sumsSql('in_week')];
const UNIT_COLUMNS = trusted(
  [
    'swept Date, unit UInt64, level String, publisher String, site String, family String',
    ...SUMS.map(({ name, type }) => `${name} ${type}`),
  ].join(', '),
);
const IN_WEEKS = sumsSql('in_weeks');
const WEEKS_COLUMNS = trusted(`unit UInt64, in_weeks ${IN_WEEKS.type}`);

/** Sources that are added up in one go: each takes up to 25 KB. */
const SOURCES_AT_ONCE = 12_500;

/**
 * What each source did on a day and in its week, by day; small sub-publishers of a publisher are put together. A week
 * is the seven days that end with the day or those that begin with it, whichever has more of the source: the first days
 * of a source are judged like the last ones, once the days after them are over (`looksAhead`). Installs of the week
 * before count beside its events: by events alone, a source that begins would be looked at in the week of which no
 * returns are known.
 */
export async function readUnits(
  ch: ClickHouse,
  { package: packageName, from, to }: DaysOfPackage,
  span: CountedSpan,
): Promise<UnitsByDay> {
  const isOneDay = from === to;
  const within = (before: number) => ({
    around: sql`package = ${typed('String', packageName)} AND day <= ${typed('Date', addDays(to, WEEK_DAYS))}
      AND day >= ${typed('Date', addDays(from, -before))}`,
    targets: isOneDay ? sql`${typed('Date', from)}` : targetsOf({ from, to }, before),
  });
  const isSeen = sql`(day <= target OR ${looksAheadSql(sql`target`, span)})`;
  const reading = { ...within(WEEK_DAYS), isOneDay, isSeen };
  await using scratch = openScratch(ch);
  const members = await scratch.table(MEMBER_COLUMNS, sql`Join(ANY, LEFT, key)`);
  const units = await findMembers(ch, members, reading);
  // Put aside first: the engine plans an answer that is read piece by piece where nothing else can be answered
  // meanwhile.
  const table = await scratch.table(UNIT_COLUMNS, sql`Memory`);
  const parts = Math.ceil(units / SOURCES_AT_ONCE);
  for (let part = 0; part < parts; part++) await addUpSources(ch, { table, members }, reading, { parts, part });
  const weeks = await scratch.table(WEEKS_COLUMNS, sql`Memory`);
  await addUpWeeks(ch, { weeks, members }, { ...reading, ...within(WEEKS_BEFORE) });
  return await unitsByDay(ch, table, weeks);
}

interface Reading {
  around: Sql;
  isOneDay: boolean;
  /** The day that is asked for, or one row for each of them whose weeks a row lies in. */
  targets: Sql;
  /** Whether a row belongs to what is looked at for the day that is asked for. */
  isSeen: Sql;
}

const targetsOf = ({ from, to }: { from: string; to: string }, before: number): Sql =>
  sql`arrayJoin(arrayFilter(each -> each >= ${typed('Date', from)} AND each <= ${typed('Date', to)},
    arrayMap(days -> day + days, range(${trusted(`-${WEEK_DAYS}, ${before + 1}`)}))))`;

/**
 * To which unit the counts of a source belong on a day that is asked for, by numbers: names cost several times as much.
 */
const MEMBER_COLUMNS = sql`key UInt64, unit UInt64, is_rest UInt8, is_beginning UInt8`;
const MEMBER_KEY = trusted(
  'cityHash64(target, toString(level), cityHash64(publisher), cityHash64(sub_publisher), toString(family))',
);

/**
 * Small sources are added up in so many parts by their names, so that what one or a few of them bring about is missing
 * from a part: a farm among the small sites of a network accuses none of its neighbours.
 */
const SMALL_PARTS = 4;
const SMALL_PART = trusted(`if(own_level = 'small', ${SMALL_PARTS}, cityHash64(site) % ${SMALL_PARTS})`);

/**
 * Finds by a few numbers alone which sources are small and which week counts: a source carries hundreds of counts,
 * and there may be a hundred thousand sources of one event each. Returns how many units there are.
 */
async function findMembers(ch: ClickHouse, members: Sql, { around, targets, isSeen }: Reading): Promise<number> {
  // Of a publisher with fewer events than any fact needs nothing will be known.
  const known = sql`SELECT publisher FROM source_day FINAL WHERE ${around} AND level = 'publisher'
    GROUP BY publisher HAVING sum(events) >= ${typed('UInt32', LEAST_EVENTS)}`;
  const rows = sql`SELECT day, level, publisher, sub_publisher, family, events, stay_cohorts[7] AS week_cohort, ${targets} AS target
    FROM source_day FINAL WHERE ${around} AND (level = 'trusted' OR publisher IN (${known}))`;
  const sources = sql`SELECT ${MEMBER_KEY} AS key, any(target) AS on_day, toString(any(level)) AS own_level, any(publisher) AS source,
      any(sub_publisher) AS site, any(family) AS kinds, countIf(day <= target) AS days_ending,
      greatest(sumIf(events, day <= target), sumIf(events, day >= target)) AS most,
      sumIf(events + week_cohort, day <= target) AS ending, sumIf(events + week_cohort, day >= target) AS beginning
    FROM (${rows}) WHERE ${isSeen} GROUP BY key`;
  const units = sql`SELECT *, own_level = 'small' OR own_level = 'sub_publisher' AND most < ${typed('UInt32', OWN_EVENTS)} AS is_rest,
      cityHash64(on_day, if(is_rest, 'rest', own_level), cityHash64(source), if(is_rest, ${SMALL_PART}, cityHash64(site)), toString(kinds)) AS unit
    FROM (${sources})`;
  await ch.command(
    sql`INSERT INTO ${members} SELECT key, unit, is_rest,
        sum(days_ending) OVER same > 0 AND sum(beginning) OVER same > sum(ending) OVER same
      FROM (${units}) WINDOW same AS (PARTITION BY unit)`,
    { lane: 'heavy', tag: 'sweep-members' },
  );
  const [found] = await ch.query<{ units: number }>(sql`SELECT uniqExact(unit) AS units FROM ${members}`);
  return found?.units ?? 0;
}

async function addUpSources(
  ch: ClickHouse,
  { table, members }: { table: Sql; members: Sql },
  { around, isOneDay, targets }: Reading,
  { parts, part }: { parts: number; part: number },
): Promise<void> {
  const of = memberOf(members);
  const isIn = sql`${of('unit')} != 0 AND ${of('unit')} % ${typed('UInt32', parts)} = ${typed('UInt32', part)}
    AND if(${of('is_beginning')} = 1, day >= target, day <= target)`;
  // By the keys alone, so rows of the other week are dropped before their counts are read.
  const rows = isOneDay
    ? sql`SELECT *, ${targets} AS target FROM source_day FINAL PREWHERE ${around} AND ${isIn}`
    : sql`SELECT * FROM (SELECT *, ${targets} AS target FROM source_day FINAL WHERE ${around}) WHERE ${isIn}`;
  await ch.command(
    sql`INSERT INTO ${table} SELECT any(target), unit, if(any(is_rest), 'rest', toString(any(level))), toString(any(publisher)),
        if(any(is_rest), '', toString(any(sub_publisher))), toString(any(family)), ${joinSql(
          SUMS.map(({ value }) => value),
          ', ',
        )}
      FROM (SELECT *, ${of('unit')} AS unit, ${of('is_rest')} AS is_rest FROM (${rows})) GROUP BY unit`,
    {
      lane: 'heavy',
      tag: 'sweep-units',
      settings: {
        // Each thread would build all sources, hundreds of counts each, only to put them together with those of the
        // others.
        max_threads: 1,
        // Through the disk it takes six times as long.
        max_bytes_before_external_group_by: 0,
      },
    },
  );
}

const memberOf =
  (members: Sql) =>
  (column: 'unit' | 'is_rest' | 'is_beginning'): Sql =>
    sql`joinGet(${members}, ${trusted(`'${column}'`)}, ${MEMBER_KEY})`;

/** Two weeks that end with a day and the one that begins with it as one, of the few families that are looked at so. */
function addUpWeeks(
  ch: ClickHouse,
  of: { weeks: Sql; members: Sql },
  { around, targets, isSeen }: Reading,
): Promise<void> {
  const rows = sql`SELECT *, ${targets} AS target FROM source_day FINAL WHERE ${around} AND family IN ${typed('Array(String)', OF_WEEKS)}`;
  return ch.command(
    sql`INSERT INTO ${of.weeks} SELECT ${memberOf(of.members)('unit')} AS unit, ${IN_WEEKS.value}
      FROM (${rows}) WHERE ${isSeen} GROUP BY unit HAVING unit != 0`,
    { lane: 'heavy', tag: 'sweep-weeks' },
  );
}

async function unitsByDay(ch: ClickHouse, table: Sql, weeks: Sql): Promise<UnitsByDay> {
  const bytes = await ch.stream(
    sql`SELECT toString(swept) AS swept, level, publisher, site AS subPublisher, family, on_day AS day, in_week AS week, in_weeks AS weeks
      FROM ${table} AS u LEFT ANY JOIN ${weeks} AS w ON u.unit = w.unit ORDER BY swept, level, publisher, subPublisher, family, u.unit`,
    'lines',
    { lane: 'heavy', tag: 'sweep-read' },
  );
  const byDay = new Map<string, SourceUnit[]>();
  for await (const { swept, day, week, weeks: both, ...unit } of jsonLines<FetchedUnit>(bytes)) {
    const units = byDay.get(swept) ?? [];
    const sums = { day: { ...NO_SUMS, ...day }, week: { ...NO_SUMS, ...week }, weeks: { ...NO_SUMS, ...both } };
    units.push({ ...unit, ...sums });
    byDay.set(swept, units);
  }
  return byDay;
}

type FetchedUnit = Pick<SourceUnit, 'level' | 'publisher' | 'subPublisher' | 'family'> &
  Record<'day' | 'week' | 'weeks', Partial<Sums>> & { swept: string };
