import { createHash } from 'node:crypto';
import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { renderInline, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { countingOf } from './count-days.ts';
import { type CountInputs, countedInputs } from './counted-days.ts';
import { type DaysOfPackage, type Versions, versionsOf } from './replace-rows.ts';
import { BASELINE_DAYS, type CountedSpan, looksAhead, WEEK_DAYS, WEEKS_BEFORE } from './weeks.ts';

/**
 * Raise it where a fact is made differently of the same counts: of counting, and of which facts there are, the texts
 * tell.
 */
const FORMULAS = 3;

/**
 * What facts of sources are made by, as a digest. Where others are stored they are made anew once (`askForRefills`).
 */
export const MADE_BY = createHash('sha256')
  .update(renderInline(countingOf({ package: '', from: '1970-01-01', to: '1970-01-01' })))
  .update(`${SOURCE_FACT_NAMES.join()} ${FORMULAS}`)
  .digest('hex')
  .slice(0, 12);

/** Days whose facts rest on something else than when their events were last judged by them. */
export async function outdatedDays(
  ch: ClickHouse,
  of: DaysOfPackage,
  days: readonly string[],
  span: CountedSpan,
): Promise<Set<string>> {
  const inputs = inputsOf(
    days,
    { counts: await countsOf(ch, of), events: await countedInputs(ch, of), span },
    await factsOf(ch, of),
  );
  const rows = await ch.query<{ day: string; inputs: string }>(
    sql`SELECT toString(s.day) AS day, s.inputs AS inputs FROM source_swept AS s FINAL
      WHERE package = ${typed('String', of.package)} AND s.day >= ${typed('Date', of.from)} AND s.day <= ${typed('Date', of.to)}`,
    { tag: 'sweep-swept' },
  );
  const known = new Map(rows.map((row) => [row.day, row.inputs]));
  return new Set(days.filter((day) => known.get(day) !== inputs.get(day)));
}

/**
 * Makes and judges days by `work`, then remembers what they were made from: of counts and of earlier days what lay
 * there before, so that what somebody else changes meanwhile makes them outdated.
 */
export async function sweptOnce(
  ch: ClickHouse,
  of: DaysOfPackage,
  days: readonly string[],
  span: CountedSpan,
  work: () => Promise<void>,
): Promise<void> {
  const counted = { counts: await countsOf(ch, of), events: await countedInputs(ch, of), span };
  const facts = await factsOf(ch, of);
  await work();
  const made = [...(await factsOf(ch, of))].filter(([day]) => day >= of.from);
  const inputs = inputsOf(days, counted, new Map([...[...facts].filter(([day]) => day < of.from), ...made]));
  const version = `${Date.now() * 1_000}`;
  await ch.insert(
    'source_swept',
    [...inputs].map(([day, digest]) => ({ package: of.package, day, inputs: digest, made_by: MADE_BY, version })),
  );
}

interface Counted {
  counts: Versions;
  events: CountInputs;
  span: CountedSpan;
}

/**
 * What the facts of each day rest on, as a digest: counts of the weeks around it and facts of the days before it, by
 * the versions of their rows, and the events of the day that are judged by them. Whatever counts or makes facts anew
 * writes newer versions where it changes anything.
 */
const inputsOf = (
  days: readonly string[],
  { counts, events, span }: Counted,
  facts: Versions,
): ReadonlyMap<string, string> =>
  new Map(
    days.map((day) => {
      const rests = [
        events.get(day) ?? '',
        ...within(counts, addDays(day, -WEEKS_BEFORE), looksAhead(day, span) ? addDays(day, WEEK_DAYS) : day),
        ...within(facts, addDays(day, -BASELINE_DAYS.from), addDays(day, -BASELINE_DAYS.to)),
      ];
      return [day, createHash('sha256').update(`${SOURCE_FACT_NAMES.join()} ${rests.join()}`).digest('base64url')];
    }),
  );

const countsOf = (ch: ClickHouse, of: DaysOfPackage): Promise<Versions> =>
  versionsOf(ch, 'source_day', of, { before: WEEKS_BEFORE, after: WEEK_DAYS });
const factsOf = (ch: ClickHouse, of: DaysOfPackage): Promise<Versions> =>
  versionsOf(ch, 'source_fact', of, { before: BASELINE_DAYS.from });

const within = (versions: Versions, from: string, to: string): string[] =>
  [...versions].flatMap(([day, version]) => (day >= from && day <= to ? [`${day} ${version}`] : []));
