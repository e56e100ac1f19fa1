import { setImmediate } from 'node:timers/promises';
import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/contract/source-facts.ts';
import { withWorkTable } from '../judge/work-table.ts';
import { type FactRow, factsInTurns } from './derive-facts.ts';
import { isFamily } from './families.ts';
import { MEASURES } from './measures.ts';
import type { PastValue } from './peers.ts';
import { type DaysOfPackage, replaceRows } from './replace-rows.ts';
import type { SourceUnit } from './source-unit.ts';

/** Events of a week from which a sub-publisher is looked at alone. */
export const OWN_EVENTS = 50;
/** The smallest sample of any fact. */
export const LEAST_EVENTS = Math.min(...SOURCE_FACT_NAMES.map((name) => SOURCE_FACTS[name].minimum));
/** Days before the day itself that a baseline reaches back. */
export const BASELINE_DAYS = 27;
/** Days of a week beside the day it ends on, or begins on. */
export const WEEK_DAYS = 6;

/** Traffic of a day changes the facts of days whose week begins before it: the first of those. */
export const firstReached = (day: string): string => addDays(day, -WEEK_DAYS);

/** Columns of `source_fact` beside the keys. */
const VALUES = ['events', ...SOURCE_FACT_NAMES.flatMap((name) => [name, `${name}_n`, `${name}_base`])];

export type UnitsByDay = ReadonlyMap<string, readonly SourceUnit[]>;

/**
 * Makes the facts of all sources on some days from what was counted, and replaces those that were there. Answers how many
 * sources have any, and how many changed. Days before them must have been swept: their facts are the baseline. `whenRead`
 * is called when nothing more is read: what the next days need can be read meanwhile.
 */
export async function sweepDays(
  ch: ClickHouse,
  of: DaysOfPackage,
  reading: Promise<UnitsByDay> = readUnits(ch, of),
  whenRead: () => void = () => {},
): Promise<{ known: number; changed: number }> {
  const units = await reading;
  const past = await pastOf(ch, of);
  whenRead();
  const rows: object[] = [];
  for (const day of [...units.keys()].sort()) {
    const reach = addDays(day, -BASELINE_DAYS);
    const known = past.filter((each) => each.day >= reach && each.day < day);
    // A source of which nothing is known needs no row.
    const derived = await betweenOthers(factsInTurns(units.get(day) ?? [], known));
    const facts = derived.filter((row) => Object.keys(row.facts).length > 0);
    rows.push(...facts.map((row) => toRecord(day, row)));
    past.push(...facts.flatMap((row) => baselineOf(day, row)));
  }
  const columns = trusted(
    [
      'day Date, level String, publisher LowCardinality(String), sub_publisher LowCardinality(String), family String, events UInt64',
      ...SOURCE_FACT_NAMES.map((name) => `${name} Nullable(Float64), ${name}_n UInt64, ${name}_base Nullable(Float64)`),
    ].join(', '),
  );
  return withWorkTable(ch, columns, sql`Memory`, async (table) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
      await ch.insert(table.pieces.join(''), rows.slice(start, start + ROWS_PER_INSERT));
    const changed = await replaceRows(ch, 'source_fact', of, sql`SELECT * FROM ${table}`, VALUES);
    return { known: rows.length, changed };
  });
}

/** Writing a row as text takes a while too. */
const ROWS_PER_INSERT = 2_000;
/** Milliseconds of work in one go: a board that is asked for meanwhile waits no longer. */
const TURN_MS = 15;

async function betweenOthers<T>(turns: Generator<undefined, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

type DatedValue = PastValue & { day: string };

const BASELINED = SOURCE_FACT_NAMES.filter((name) => SOURCE_FACTS[name].baseline === 'peers');

/** What a day adds to the baselines of the days after it. */
const baselineOf = (day: string, { level, publisher, family, facts }: FactRow): DatedValue[] =>
  level === 'publisher' || level === 'trusted'
    ? BASELINED.flatMap((fact) => {
        const value = facts[fact]?.value;
        return value === undefined
          ? []
          : [{ day, family, publisher: level === 'trusted' ? null : publisher, fact, value }];
      })
    : [];

/** Columns of a fact in `source_fact`. */
const FACT_COLUMNS = SOURCE_FACT_NAMES.map((name) => ({ name, sample: `${name}_n`, base: `${name}_base` }));

function toRecord(day: string, { level, publisher, subPublisher, family, events, facts }: FactRow): object {
  const record: Record<string, unknown> = { day, level, publisher, sub_publisher: subPublisher, family, events };
  for (const { name, sample, base } of FACT_COLUMNS) {
    const fact = facts[name];
    if (!fact) continue;
    record[name] = fact.value;
    record[sample] = fact.sample;
    record[base] = fact.base;
  }
  return record;
}

const WINDOWS = ['on_day', 'in_week'] as const;

const adding = (type: string): string =>
  type.startsWith('Array') ? 'sumForEach' : type.startsWith('Map') ? 'sumMap' : 'sum';

/**
 * A week is the seven days that end with the day or those that begin with it, whichever has more events of the source:
 * the first days of a source are judged like the last ones, once the days after them are there.
 */
const WEEK_EVENTS = { ending: 'sumIf(events, day <= target)', beginning: 'sumIf(events, day >= target)' } as const;

/** Counts by bin are long, so only those are fetched that facts of the window are made from (`derive-facts.test.ts`). */
export const FETCHED_BINS = {
  on_day: ['bands'],
  in_week: ['hours', 'day_hours', 'minutes', 'models', 'ctits', 'peaks'],
};

const isFetched = (window: (typeof WINDOWS)[number], [name, type]: [string, string]): boolean =>
  /^(Array|Map)/.test(type) ? FETCHED_BINS[window].includes(name) : true;

const KINDS = {
  numbers: (type: string) => !/^(Array|Map)/.test(type),
  bins: (type: string) => type.startsWith('Array'),
} as const;
const PEAKS_TYPE = MEASURES.peaks;

/** `Sums` over the rows of a source's week, the day itself among them, so that the answer is read as it comes. */
function sumsSql(window: (typeof WINDOWS)[number]): Sql {
  const add = (name: string, type: string): string =>
    window === 'on_day' ? `${adding(type)}If(${name}, day = target)` : `${adding(type)}(${name})`;
  const fetched = Object.entries(MEASURES).filter((measure) => isFetched(window, measure));
  const parts = Object.entries(KINDS).map(([kind, isOfKind]) => {
    const measures = fetched.filter(([, type]) => isOfKind(type));
    return {
      value: `tuple(${measures.map(([name, type]) => add(name, type)).join(', ')})`,
      type: `${kind} Tuple(${measures.map(([name, type]) => `${name} ${type}`).join(', ')})`,
    };
  });
  const peaks = isFetched(window, ['peaks', PEAKS_TYPE]) ? add('peaks', PEAKS_TYPE) : `CAST(map(), '${PEAKS_TYPE}')`;
  const values = [...parts.map(({ value }) => value), peaks].join(', ');
  const types = [...parts.map(({ type }) => type), `peaks ${PEAKS_TYPE}`].join(', ');
  return trusted(`CAST(tuple(${values}), 'Tuple(${types})') AS ${window}`);
}

/**
 * What each source did on a day and in its week, by day; small sub-publishers of a publisher are put together. Which are
 * small is found first, by their numbers of events alone: a source carries hundreds of counts, and there may be a hundred
 * thousand sources of one event each.
 */
export async function readUnits(
  ch: ClickHouse,
  { package: packageName, from, to }: DaysOfPackage,
): Promise<UnitsByDay> {
  const within = sql`package = ${typed('String', packageName)} AND day <= ${typed('Date', to)} + ${typed('UInt8', WEEK_DAYS)}
    AND day >= ${typed('Date', from)} - ${typed('UInt8', WEEK_DAYS)}`;
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
  // Found by the numbers of events alone, so that the long counts of the other week are not even added up.
  const beginning = sql`SELECT ${source} FROM (${rows('day, level, publisher, sub_publisher, family, events')})
    GROUP BY ${source} HAVING countIf(day <= target) > 0 AND ${trusted(`${WEEK_EVENTS.beginning} > ${WEEK_EVENTS.ending}`)}`;
  const bytes = await ch.stream(
    sql`SELECT toString(target) AS swept, unit AS level, toString(source) AS publisher, toString(place) AS subPublisher,
        toString(kinds) AS family, on_day AS day, in_week AS week
      FROM (
        SELECT ${source}, ${joinSql(WINDOWS.map(sumsSql), ', ')} FROM (${rows('*')})
        WHERE if((${source}) IN (${beginning}), day >= target, day <= target)
        GROUP BY ${source}
      ) ORDER BY swept, level, publisher, subPublisher, family`,
    'JSONEachRow',
    // Each thread would build all sources, hundreds of counts each, only to put them together with those of the others.
    { lane: 'heavy', tag: 'sweep-units', settings: { max_threads: 1 } },
  );
  const byDay = new Map<string, SourceUnit[]>();
  for await (const { swept, ...unit } of jsonLines<SourceUnit & { swept: string }>(bytes)) {
    const units = byDay.get(swept) ?? [];
    units.push(unit);
    byDay.set(swept, units);
  }
  return byDay;
}

/** What publishers and trusted traffic showed on the days before, as far as a baseline reaches. */
async function pastOf(ch: ClickHouse, { package: packageName, from }: DaysOfPackage): Promise<DatedValue[]> {
  const rows = await ch.query<Record<string, number | string | null>>(
    sql`SELECT toString(f.day) AS day, toString(f.level) AS level, toString(f.publisher) AS publisher, toString(f.family) AS family, ${trusted(BASELINED.join(', '))}
      FROM source_fact AS f FINAL WHERE package = ${typed('String', packageName)} AND f.level IN ('publisher', 'trusted')
        AND f.day < ${typed('Date', from)} AND f.day >= ${typed('Date', from)} - ${typed('UInt8', BASELINE_DAYS)}`,
    { lane: 'heavy', tag: 'sweep-past' },
  );
  return rows.flatMap((row) => {
    const family = String(row.family);
    if (!isFamily(family)) return [];
    const publisher = row.level === 'trusted' ? null : String(row.publisher);
    return BASELINED.flatMap((fact): DatedValue[] => {
      const value = row[fact];
      return typeof value === 'number' ? [{ day: String(row.day), family, publisher, fact, value }] : [];
    });
  });
}
