import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { isFamily } from '#traffic/event/server/families.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { runCooperatively } from './cooperative.ts';
import { type FactRow, factsInTurns } from './derive-facts.ts';
import type { PastValue } from './peers.ts';
import { readUnits } from './read-units.ts';
import { type DaysOfPackage, replaceRows } from './replace-rows.ts';
import { BASELINE_DAYS, type CountedSpan, WEEK_DAYS } from './weeks.ts';

/** Traffic of a day changes the facts of days whose week begins before it: the first of those. */
export const firstReached = (day: string): string => addDays(day, -WEEK_DAYS);

/** Columns of `source_fact` beside the keys. */
const VALUES = ['events', 'usual_amounts', ...SOURCE_FACT_NAMES.flatMap((name) => [name, `${name}_n`, `${name}_base`])];

/**
 * Makes the facts of all sources on some days from what was counted, and replaces those that were there. Answers how
 * many sources have any, and how many changed. Days before them must have been swept: their facts are the baseline.
 */
export async function sweepDays(
  ch: ClickHouse,
  of: DaysOfPackage,
  span: CountedSpan,
): Promise<{ known: number; changed: number }> {
  const units = await readUnits(ch, of, span);
  const past = await pastOf(ch, of);
  const rows: DatedRow[] = [];
  for (const day of [...units.keys()].sort()) {
    const [reach, until] = [addDays(day, -BASELINE_DAYS.from), addDays(day, -BASELINE_DAYS.to)];
    const known = past.filter((each) => each.day >= reach && each.day <= until);
    // A source of which nothing is known needs no row.
    const derived = await runCooperatively(factsInTurns(units.get(day) ?? [], known));
    const facts = derived.filter((row) => hasFacts(row));
    for (const row of facts) rows.push({ day, row });
    past.push(...facts.flatMap((row) => baselineOf(day, row)));
  }
  await using scratch = openScratch(ch);
  const table = await scratch.table(WRITTEN, sql`Memory`);
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await ch.insert(table.pieces.join(''), rows.slice(start, start + ROWS_PER_INSERT).map(toRecord));
  const { changed } = await replaceRows(ch, 'source_fact', of, sql`(${unfolded(table)})`, VALUES);
  return { known: rows.length, changed };
}

/** Writing a row as text takes a while too. */
const ROWS_PER_INSERT = 500;
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

function hasFacts({ facts, usualAmounts }: FactRow): boolean {
  for (const _ in facts) return true;
  return usualAmounts.size > 0;
}

interface DatedRow {
  day: string;
  row: FactRow;
}

/**
 * Facts travel as lists in the order of the registry: as columns their names would be most of what is written and read.
 */
const WRITTEN = sql`day Date, level String, publisher LowCardinality(String), sub_publisher LowCardinality(String), family String,
  events UInt64, usual_amounts Map(UInt64, Float64),
  facts Array(Nullable(Float64)), samples Array(UInt64), bases Array(Nullable(Float64))`;

const unfolded = (table: Sql): Sql =>
  sql`SELECT *, ${trusted(
    SOURCE_FACT_NAMES.map((name, index) => {
      const at = `[${index + 1}] AS ${name}`;
      return `facts${at}, samples${at}_n, bases${at}_base`;
    }).join(', '),
  )} FROM ${table}`;

function toRecord({ day, row }: DatedRow): object {
  const { level, publisher, subPublisher, family, events, usualAmounts } = row;
  const found = SOURCE_FACT_NAMES.map((name) => row.facts[name]);
  return {
    day,
    level,
    publisher,
    sub_publisher: subPublisher,
    family,
    events,
    usual_amounts: Object.fromEntries(usualAmounts),
    facts: found.map((fact) => fact?.value ?? null),
    samples: found.map((fact) => fact?.sample ?? 0),
    bases: found.map((fact) => fact?.base ?? null),
  };
}

/** What publishers and trusted traffic showed on the days before, as far as a baseline reaches. */
async function pastOf(ch: ClickHouse, { package: packageName, from }: DaysOfPackage): Promise<DatedValue[]> {
  const bytes = await ch.stream(
    sql`SELECT toString(f.day) AS day, toString(f.level) AS level, toString(f.publisher) AS publisher, toString(f.family) AS family, ${trusted(BASELINED.join(', '))}
      FROM source_fact AS f FINAL WHERE package = ${typed('String', packageName)} AND f.level IN ('publisher', 'trusted')
        AND f.day < ${typed('Date', from)} AND f.day >= ${typed('Date', addDays(from, -BASELINE_DAYS.from))}`,
    'lines',
    { lane: 'heavy', tag: 'sweep-past' },
  );
  const past: DatedValue[] = [];
  for await (const row of jsonLines<Record<string, number | string | null>>(bytes)) {
    const family = String(row.family);
    if (!isFamily(family)) continue;
    const [day, publisher] = [String(row.day), row.level === 'trusted' ? null : String(row.publisher)];
    for (const fact of BASELINED) {
      const value = row[fact];
      if (typeof value === 'number') past.push({ day, family, publisher, fact, value });
    }
  }
  return past;
}
