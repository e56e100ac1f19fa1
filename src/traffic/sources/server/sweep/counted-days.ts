import { createHash } from 'node:crypto';
import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, renderInline, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import { countingOf } from './count-days.ts';
import { STAY_DAYS } from './measures.ts';
import { type DaysOfPackage, versionsOf } from './replace-rows.ts';

/** What the counts of days rest on, as a digest of each. */
export type CountInputs = ReadonlyMap<string, string>;

/**
 * The counts of a day rest on its own events, on the use of the app on the next day, if that is over, and on the
 * installs of the days before. All columns that counting reads are hashed, which takes a twentieth of counting.
 */
export async function countInputs(ch: ClickHouse, of: DaysOfPackage): Promise<CountInputs> {
  const someDay = { package: '', from: '1970-01-01', to: '1970-01-01' };
  const counting = renderInline(countingOf(someDay));
  const event = await eventHash(ch, counting);
  // Of earlier installs only who stays is counted.
  const install = await eventHash(ch, renderInline(countingOf(someDay, ({ name }) => name === 'stays')));
  const earliest = addDays(of.from, -STAY_DAYS);
  const rows = await ch.query<{ day: string; events: string; installs: string; newest: string }>(
    sql`SELECT toString(toDate(ts)) AS day, toString((count(), sum(${event}))) AS events,
        toString((countIf(kind = 'install'), sumIf(${install}, kind = 'install'))) AS installs,
        toString((SELECT toDate(max(ts)) FROM traffic WHERE package = ${typed('String', of.package)})) AS newest
      FROM traffic WHERE package = ${typed('String', of.package)}
        AND ts >= toDateTime64(${typed('Date', earliest)}, 3, 'UTC') AND ts < toDateTime64(${typed('Date', addDays(of.to, 2))}, 3, 'UTC')
        AND (kind = 'install' OR ts >= toDateTime64(${typed('Date', of.from)}, 3, 'UTC'))
      GROUP BY day`,
    { lane: 'heavy', tag: 'sweep-inputs' },
  );
  const found = new Map(rows.map((row) => [row.day, row]));
  const newest = rows[0]?.newest ?? '';
  const inputs = new Map<string, string>();
  for (let day = of.from; day <= of.to; day = addDays(day, 1)) {
    const next = addDays(day, 1);
    const before = Array.from({ length: STAY_DAYS }, (_, days) => found.get(addDays(day, -days - 1))?.installs);
    const rests = [found.get(day)?.events, found.get(next)?.events, ...before, day < newest, next < newest];
    inputs.set(day, createHash('sha256').update(`${counting} ${rests.join()}`).digest('base64url'));
  }
  return inputs;
}

/**
 * One number for all that counting reads of an event; sums of it tell sets of events apart in whatever order they are
 * read.
 */
async function eventHash(ch: ClickHouse, counting: string): Promise<Sql> {
  const named = new Set(counting.match(/\w+/g));
  const columns = [...(await trafficColumns(ch, 'traffic'))].filter(([name]) => named.has(name));
  const values = columns.map(([name, type]) => {
    const inner = /^Nullable\((.*)\)$/.exec(type)?.[1];
    // A hash of nothing would be nothing.
    return inner
      ? sql`isNull(${trusted(name)}), ifNull(${trusted(name)}, defaultValueOfTypeName(${typed('String', inner)}))`
      : trusted(name);
  });
  return sql`cityHash64(${joinSql(values, ', ')})`;
}

/** What days were counted from, as it was kept. */
export async function countedInputs(ch: ClickHouse, of: DaysOfPackage): Promise<CountInputs> {
  const rows = await ch.query<{ day: string; inputs: string }>(
    sql`SELECT toString(t.day) AS day, t.inputs AS inputs FROM source_counted AS t FINAL
      WHERE package = ${typed('String', of.package)} AND t.day >= ${typed('Date', of.from)} AND t.day <= ${typed('Date', of.to)}`,
    { tag: 'sweep-inputs' },
  );
  return new Map(rows.map((row) => [row.day, row.inputs]));
}

/** Days that are to be counted: their events, or their counts, are not what they were. */
export async function uncountedDays(ch: ClickHouse, of: DaysOfPackage, inputs: CountInputs): Promise<Set<string>> {
  const versions = await versionsOf(ch, 'source_day', of);
  const counted = await countedInputs(ch, of);
  return new Set(
    [...inputs].filter(([day, input]) => counted.get(day) !== recorded(input, versions.get(day))).map(([day]) => day),
  );
}

/**
 * Counts days by `work`, which answers the versions it wrote, and remembers what they were counted from. Of a day whose
 * counts somebody else has written meanwhile nothing is remembered.
 */
export async function countedOnce(
  ch: ClickHouse,
  of: DaysOfPackage,
  inputs: CountInputs,
  work: () => Promise<{ versions: readonly string[] }>,
): Promise<void> {
  const before = await versionsOf(ch, 'source_day', of);
  const { versions } = await work();
  const after = await versionsOf(ch, 'source_day', of);
  const isOwn = (day: string) => after.get(day) === before.get(day) || versions.includes(after.get(day) ?? '');
  const version = `${Date.now() * 1_000}`;
  const rows = [...inputs].filter(([day]) => day >= of.from && day <= of.to && isOwn(day));
  await ch.insert(
    'source_counted',
    rows.map(([day, input]) => ({ package: of.package, day, inputs: recorded(input, after.get(day)), version })),
  );
}

const recorded = (input: string, version = ''): string => `${input} ${version}`;
