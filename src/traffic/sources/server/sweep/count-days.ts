import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { FAMILY_CODE_SQL, FAMILY_SQL, TRUSTED_SQL } from '#traffic/event/server/families.ts';
import { IS_KNOWN_BOT } from '#traffic/event/server/known-bots.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { MEASURES, type MeasureName, STAY_DAYS } from './measures.ts';
import { type Pass, passesOf, RAPID_SQL, type Returns } from './passes.ts';
import { OWN_EVENTS } from './read-units.ts';
import { type DaysOfPackage, replaceRows } from './replace-rows.ts';
import { WEEK_DAYS } from './weeks.ts';

const isMeasure = (name: string): name is MeasureName => Object.hasOwn(MEASURES, name);
const NAMES: readonly MeasureName[] = Object.keys(MEASURES).filter(isMeasure);
/** Filled in once all families of a source are counted. */
const OVER_FAMILIES: readonly MeasureName[] = ['source_clicks', 'source_installs', 'source_soon'];

/**
 * Events of a day from which a sub-publisher is counted by itself, else with the other small ones of its publisher. A
 * week of days below it is less than it needs to be looked at alone (`OWN_EVENTS`), and a source carries hundreds of
 * counts.
 */
export const OWN_EVENTS_A_DAY = Math.ceil(OWN_EVENTS / (WEEK_DAYS + 1));

/** What a row is counted under, by its number in `source_day`. */
const LEVELS = ['sub_publisher', 'publisher', 'trusted', 'small'] as const;

/**
 * Its sub-publisher or the small ones of its publisher, its publisher, and the package's trusted traffic if it belongs
 * to it.
 */
const levelsOf = (large: Sql): Sql =>
  sql`arrayFilter(each -> each != 0, [
    if((toDate(ts), toString(publisher), toString(sub_publisher)) IN ${large}, 1, 4), 2, if(${TRUSTED_SQL}, 3, 0)])`;

/**
 * Counts some days of a package anew, source by source, and replaces what was counted before. Each pass is one reading
 * of a few columns in the heavy lane, so callers keep the days within what one reading may hold. Returns how many rows
 * changed, 0 when everything is as it was, and the versions it may have written.
 */
export async function countDays(
  ch: ClickHouse,
  of: DaysOfPackage,
  { slices = 1, signal }: CountOptions = {},
): Promise<{ changed: number; versions: string[] }> {
  const keys = sql`day Date, publisher String, sub_publisher String`;
  await using scratch = openScratch(ch);
  const large = await scratch.table(keys, sql`Set`);
  await ch.command(sql`INSERT INTO ${large} ${largeOf(of)}`, { lane: 'heavy', tag: 'sweep-large' });
  const done = { changed: 0, versions: [] as string[] };
  for (let slice = 0; slice < slices; slice++) {
    const [parts, part] = [typed('UInt32', slices), typed('UInt32', slice)];
    const among = (publisher: Sql, sub: Sql): Sql =>
      slices === 1 ? sql`true` : sql`cityHash64(toString(${publisher}), toString(${sub})) % ${parts} = ${part}`;
    const { changed, version } = await countSources(ch, of, { large, among, signal });
    done.changed += changed;
    done.versions.push(version);
  }
  return done;
}

export interface CountOptions {
  /** Parts the sources are counted in, one after the other: what is held at once grows with their number. */
  slices?: number;
  signal?: AbortSignal | undefined;
}

interface Part {
  /** Day, publisher and sub-publisher of those that are counted by themselves. */
  large: Sql;
  /** Which sources are counted. */
  among: (publisher: Sql, sub: Sql) => Sql;
  signal: AbortSignal | undefined;
}

const MEASURE_COLUMNS = joinSql(
  NAMES.map((name) => trusted(`${name} ${MEASURES[name]}`)),
  ', ',
);
const COUNTED = sql`day Date, publisher String, sub_publisher String, family String, ${MEASURE_COLUMNS}`;

async function countSources(ch: ClickHouse, of: DaysOfPackage, part: Part) {
  await using scratch = openScratch(ch);
  const wanted = await scratch.table(sql`level String, ${COUNTED}`, sql`Memory`);
  await countInto(ch, wanted, of, part);
  const among = part.among(sql`publisher`, sql`sub_publisher`);
  return await replaceRows(ch, 'source_day', of, wanted, NAMES, among);
}

/** What the passes count lies in memory only until it is added up. */
async function countInto(ch: ClickHouse, wanted: Sql, of: DaysOfPackage, { large, among, signal }: Part) {
  await using scratch = openScratch(ch);
  const keys = sql`level UInt8, publisher_key UInt64, site_key UInt64, family_code UInt8`;
  const table = await scratch.table(sql`${keys}, ${COUNTED}`, sql`Memory`);
  for (const pass of passesOf(daysOf(of), returnsOf(of))) {
    signal?.throwIfAborted();
    const counted = trusted([...SOURCE, ...Object.keys(pass.measures)].join(', '));
    await ch.command(sql`INSERT INTO ${table} (${counted}) ${select(pass, large, among(PUBLISHER, SITE))}`, {
      lane: 'heavy',
      tag: `sweep-${pass.name}`,
    });
  }
  const columns = trusted(['level, day, publisher, sub_publisher, family', ...NAMES].join(', '));
  await ch.command(sql`INSERT INTO ${wanted} (${columns}) SELECT ${columns} FROM (${added(table)})`, {
    lane: 'heavy',
    tag: 'sweep-added',
  });
}

/** All that counting asks, or a part of it: whatever makes other counts of the same events changes this text. */
export const countingOf = (of: DaysOfPackage, isAsked: (pass: Pass) => boolean = () => true): Sql =>
  joinSql(countingStatements(of, isAsked), ' ');

/** The same, statement by statement. */
export const countingStatements = (of: DaysOfPackage, isAsked: (pass: Pass) => boolean = () => true): Sql[] => [
  largeOf(of),
  ...passesOf(daysOf(of), returnsOf(of))
    .filter(isAsked)
    .map((pass) => select(pass, sql`large`, sql`true`)),
  added(sql`counted`),
];

/** Sources that are counted by themselves. */
const largeOf = (of: DaysOfPackage): Sql =>
  sql`SELECT toDate(ts) AS day, toString(publisher), toString(sub_publisher) FROM traffic
    WHERE ${daysOf(of)} GROUP BY ALL HAVING count() >= ${typed('UInt32', OWN_EVENTS_A_DAY)}`;

/** A source answers for nothing that known bots do on its pages. */
const daysOf = (of: DaysOfPackage, { earlier = 0, later = 0 } = {}): Sql =>
  sql`package = ${typed('String', of.package)} AND ${isWithin({ from: addDays(of.from, -earlier), to: addDays(of.to, later) })}
    AND NOT (${IS_KNOWN_BOT})`;

const isWithin = ({ from, to }: { from: string; to: string }): Sql =>
  sql`ts >= toDateTime64(${typed('Date', from)}, 3, 'UTC') AND ts < toDateTime64(${typed('Date', addDays(to, 1))}, 3, 'UTC')`;

/**
 * Who used the app on the day after the install, who paid by then, and who used it on each of the days after. Only of
 * installs whose later day is over, and shows any use of the app at all: half a day, or events that are not imported,
 * would look like people who stay away. What the days after bring is counted on the day of the return, by a later time
 * of the install: a day that is asked for then changes no day before it.
 */
function returnsOf(of: DaysOfPackage): Returns {
  const newest = sql`SELECT toDate(max(ts)) FROM traffic WHERE package = ${typed('String', of.package)}`;
  const installs = sql`kind = 'install' AND person != 0`;
  const isOver = (days: Sql, used: Sql) =>
    sql`${days} IN (SELECT DISTINCT toDate(ts) ${used}) AND ${days} < (${newest})`;
  const usedUntil = (later: number) =>
    sql`FROM traffic WHERE ${daysOf(of, { later })} AND kind = 'app_event' AND person != 0`;
  // Around the condition: in one question it would ask for the later time.
  const shifted = sql`SELECT * REPLACE (ts + toIntervalDay(since) AS ts) FROM (
      SELECT *, arrayJoin(range(1, ${trusted(String(STAY_DAYS + 1))})) AS since
      FROM traffic WHERE ${daysOf(of, { earlier: STAY_DAYS })} AND ${installs})`;
  return {
    nextDay: {
      installs: sql`SELECT * FROM traffic WHERE ${daysOf(of)} AND ${installs} AND ${isOver(sql`toDate(ts) + 1`, usedUntil(1))}`,
      visits: sql`SELECT DISTINCT person, toDate(ts) ${usedUntil(1)}`,
      payers: sql`SELECT DISTINCT person, toDate(ts) ${usedUntil(1)} AND revenue > 0`,
    },
    later: {
      installs: sql`SELECT * FROM (${shifted}) WHERE ${isWithin(of)} AND ${isOver(sql`toDate(ts)`, usedUntil(0))}`,
      visits: sql`SELECT DISTINCT person, toDate(ts) ${usedUntil(0)}`,
    },
  };
}

/** What a row is called at a level. */
const PUBLISHER = sql`if(counted_level = 3, '', toString(publisher))`;
const SITE = sql`if(counted_level = 1, toString(sub_publisher), '')`;
/**
 * One source is told from another by numbers: a table of groups with texts in its keys takes several times as long. The
 * pass that sees every event brings the names.
 */
const GROUP = trusted('counted_level, counted_day, publisher_key, site_key, family_code');
const NAMED_BY = 'counts';

/** One reading: each row is taken once for every level it counts under. */
function select({ name, rows, by, each: inner, measures }: Pass, large: Sql, among: Sql): Sql {
  const counts = joinSql(Object.values(measures), ', ');
  const keys = sql`toDate(ts) AS counted_day, if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
    if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key, ${FAMILY_CODE_SQL} AS family_code`;
  const names = name === NAMED_BY ? sql`any(${PUBLISHER}), any(${SITE}), any(${FAMILY_SQL})` : sql`'', '', ''`;
  const each = sql`(SELECT *, ${by ? sql`${by} AS each, ` : sql``}arrayJoin(${levelsOf(large)}) AS counted_level FROM (${rows}))`;
  const from = sql`(SELECT *, ${keys} FROM ${each} WHERE ${among})`;
  const grouped = by
    ? sql`(SELECT ${GROUP}, each, count() AS here, ${inner ?? sql`${RAPID_SQL} AS rapid`} FROM ${from} GROUP BY ${GROUP}, each)`
    : from;
  return sql`SELECT ${GROUP}, ${names}, ${counts} FROM ${grouped} GROUP BY ${GROUP}`;
}

/** The passes of a source put together; each measure comes from one of them. */
function added(table: Sql): Sql {
  const sums = NAMES.map((name) => {
    if (OVER_FAMILIES.includes(name)) return trusted(`toUInt64(0) AS ${name}`);
    const add = MEASURES[name].startsWith('Array') ? 'sumForEach' : MEASURES[name].startsWith('Map') ? 'sumMap' : 'sum';
    return trusted(`${add}(${table.pieces.join('')}.${name}) AS ${name}`);
  });
  const level = sql`${trusted(`[${LEVELS.map((each) => `'${each}'`).join(', ')}]`)}[${table}.level]`;
  const each = sql`SELECT ${level} AS level, day, max(${table}.publisher) AS publisher, max(${table}.sub_publisher) AS sub_publisher,
      max(${table}.family) AS family, ${joinSql(sums, ', ')}
    FROM ${table} GROUP BY ${table}.level, day, publisher_key, site_key, family_code HAVING family != ''`;
  return sql`SELECT * REPLACE (
      sum(clicks) OVER source AS source_clicks,
      sum(if(family = 'install', events, 0)) OVER source AS source_installs,
      sum(ctit_hour) OVER source AS source_soon)
    FROM (${each}) WINDOW source AS (PARTITION BY day, level, publisher, sub_publisher)`;
}

/** What tells the rows of one source from those of another while they are counted, and its names. */
const SOURCE = ['level', 'day', 'publisher_key', 'site_key', 'family_code', 'publisher', 'sub_publisher', 'family'];
