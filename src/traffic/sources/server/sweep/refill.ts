import { z } from 'zod';
import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import { addUp, type ChangeCause, type VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import { sweepPackage } from './sweep-package.ts';

export interface RefillRequest {
  package: string;
  /** Days (UTC), both included; everything stored when absent. */
  from?: string | undefined;
  to?: string | undefined;
  cause: ChangeCause;
}

/** What an earlier try finished: of months, then of slices of persons, then of days. */
export const refillReached = z.object({
  months: z.array(z.string()),
  slices: z.number().int(),
  sliceCount: z.number().int(),
  step: z.object({ phase: z.enum(['count', 'sweep']), day: z.string() }).optional(),
});
export type RefillReached = z.output<typeof refillReached>;

export interface RefillOptions {
  signal?: AbortSignal | undefined;
  /** Called after each step, with the part of the whole that is done. May throw to stop. */
  onStep?: (reached: RefillReached, share: number) => Promise<void>;
  done?: RefillReached | undefined;
}

/** Bounds the persons remembered at once. */
const ROWS_PER_SLICE = 1_000_000;
const LINKS = trusted(Object.keys(LINK_INPUT).join(', '));
/** Parts of the whole: facts of others, facts of persons, sources. */
const SHARES = { links: 0.25, persons: 0.45 } as const;

/**
 * Makes the facts anew that stored events have from other events, then those of their sources, and judges by them: what
 * a version of the product that knows more, or knows better, would have stored. Facts are a function of what is stored,
 * so doing it again changes nothing and a try that was broken off goes on after its last step.
 */
export async function refillPackage(
  stores: Stores,
  request: RefillRequest,
  { signal, onStep = async () => {}, done }: RefillOptions = {},
): Promise<VerdictChange[]> {
  const span = await spanOf(stores.clickhouse, request);
  if (!span) return [];
  const of = { package: request.package, cause: request.cause };
  const where = sql`package = ${typed('String', request.package)} AND ts >= toDateTime64(${typed('Date', span.from)}, 3, 'UTC')
    AND ts < toDateTime64(${typed('Date', addDays(span.to, 1))}, 3, 'UTC')`;
  const slices = Math.ceil(span.rows / ROWS_PER_SLICE);
  const reached: RefillReached =
    done?.sliceCount === slices ? structuredClone(done) : { months: done?.months ?? [], slices: 0, sliceCount: slices };
  const changes: VerdictChange[] = [];
  const parts = { total: span.months.length, done: 0 };
  for (const month of span.months) {
    parts.done++;
    if (reached.months.includes(month)) continue;
    signal?.throwIfAborted();
    const linkedTo = sql`SELECT ${LINKS} FROM traffic WHERE ${where} AND toStartOfMonth(toDate(ts)) = ${typed('Date', month)}`;
    changes.push(...(await recompute(stores, { ...of, company: [{ linkedTo }], cause: named(of.cause, month) })));
    reached.months.push(month);
    await onStep(reached, (SHARES.links * parts.done) / parts.total);
  }
  for (; reached.slices < slices; ) {
    signal?.throwIfAborted();
    const slice = reached.slices;
    // Other bits of the person than those it is sliced by within.
    const persons = sql`SELECT DISTINCT person FROM traffic WHERE ${where} AND person != 0
      AND person % ${typed('UInt32', slices)} = ${typed('UInt32', slice)}`;
    changes.push(...(await recompute(stores, { ...of, company: [{ persons, part: `${slice}.` }] })));
    reached.slices++;
    await onStep(reached, SHARES.links + (SHARES.persons * reached.slices) / slices);
  }
  const swept = await sweepPackage(
    stores,
    { ...of, from: span.from, to: span.to, allRules: true },
    {
      signal,
      done: reached.step,
      onStep: (step, share) => {
        reached.step = step;
        const before = SHARES.links + SHARES.persons;
        return onStep(reached, before + (1 - before) * share);
      },
    },
  );
  return addUp([...changes, ...swept.changes]).filter(({ from, to }) => from !== to);
}

const named = (cause: ChangeCause, part: string): ChangeCause => ({
  ...cause,
  operation: `${cause.operation} ${part}`,
});

interface Span {
  from: string;
  to: string;
  rows: number;
  /** First days of the months that hold any of it. */
  months: string[];
}

async function spanOf(ch: ClickHouse, { package: packageName, from, to }: RefillRequest): Promise<Span | undefined> {
  const bounds: Sql[] = [
    ...(from ? [sql`AND ts >= toDateTime64(${typed('Date', from)}, 3, 'UTC')`] : []),
    ...(to ? [sql`AND ts < toDateTime64(${typed('Date', addDays(to, 1))}, 3, 'UTC')`] : []),
  ];
  const [found] = await ch.query<Span>(
    sql`SELECT toString(toDate(min(ts))) AS from, toString(toDate(max(ts))) AS to, count() AS rows,
        arrayMap(month -> toString(month), arraySort(groupUniqArray(toStartOfMonth(toDate(ts))))) AS months
      FROM traffic WHERE package = ${typed('String', packageName)} ${bounds.reduce((all, each) => sql`${all} ${each}`, sql``)}`,
    { lane: 'heavy', tag: 'refill-span' },
  );
  return found && found.rows > 0 ? found : undefined;
}
