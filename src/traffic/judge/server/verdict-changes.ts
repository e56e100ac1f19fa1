import { eq } from 'drizzle-orm';
import { todayIn } from '#platform/contract/date-range.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import { VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import type { Recorded } from '#traffic/event/contract/recorded-reasons.ts';
import type { VerdictCause } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { verdictChangeCountTable, verdictChangeTable } from './tables.ts';

/** Who changed verdicts and why. The same `operation` is recorded once, however often a crash makes it begin again. */
export interface ChangeCause {
  kind: VerdictCause;
  /** What did it, by name: `white_list 7 added`, `import 12`, `sweep daily 2026-11-20`. */
  operation: string;
  author: string;
  reason: string;
  /** The reason as code and values, where the program gives it itself. */
  told?: Recorded;
  /** When; now by default. */
  at?: Date;
}

/** Events of one kind, month and currency that go from one verdict to another. */
export interface VerdictMove {
  /** First day of the month, in the package's reporting zone. */
  month: string;
  kind: string;
  from: Verdict;
  to: Verdict;
  currency: string;
  events: number;
  /** Sum of what they cost, decimal text. */
  cost: string;
  /** First and last event time, Unix milliseconds. */
  first: number;
  last: number;
}

/** How many events went from one verdict to another. */
export interface VerdictChange {
  from: Verdict;
  to: Verdict;
  events: number;
}

/** The moves in rows that carry `old_verdict`, `verdict`, and what they cost as `spent` and `spent_in`; rows that keep their verdict are moves to the same one. */
export const movesIn = (rows: Sql, timeZone: string, also: Readonly<Record<string, Sql>> = {}): Sql => sql`
SELECT toString(toStartOfMonth(toDate(ts, ${typed('String', timeZone)}))) AS month, toString(kind) AS kind,
  toString(old_verdict) AS from, toString(verdict) AS to, toString(spent_in) AS currency,
  count() AS events, toString(sum(spent)) AS cost,
  toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last${joinSql(
    Object.entries(also).map(([name, value]) => sql`, ${value} AS ${trusted(name)}`),
    '',
  )}
FROM (${rows}) GROUP BY month, kind, from, to, currency ORDER BY month, kind, from, to, currency`;

/** The reporting time zone, which decides days and months. 404 for an unknown package. */
export async function reportingZone({ db }: Database, packageName: string): Promise<string> {
  const [found] = await db
    .select({ timeZone: packageTable.timeZone })
    .from(packageTable)
    .where(eq(packageTable.name, packageName));
  if (!found) throw appError('not_found', { field: 'package_name' });
  return found.timeZone;
}

/**
 * Notes a change of verdicts, month by month, before it is written: what a crash breaks off is done again under the
 * same operation and part, and recorded once. Notes nothing when no verdict changes.
 */
export async function recordVerdictChange(
  { db }: Database,
  change: {
    package: string;
    cause: ChangeCause;
    /** Tells the steps of one operation apart. */
    part?: string;
    ruleVersion: number;
    timeZone: string;
    moves: readonly VerdictMove[];
  },
): Promise<void> {
  const { cause, part = '', timeZone } = change;
  const moves = change.moves.filter(({ from, to }) => from !== to);
  if (moves.length === 0) return;
  const at = cause.at ?? new Date();
  const today = todayIn(timeZone, at);
  await db.transaction(async (tx) => {
    for (const month of new Set(moves.map((move) => move.month))) {
      const own = moves.filter((move) => move.month === month);
      const [noted] = await tx
        .insert(verdictChangeTable)
        .values({
          packageName: change.package,
          cause: cause.kind,
          operation: cause.operation,
          part,
          month,
          firstTs: new Date(Math.min(...own.map(({ first }) => first))),
          lastTs: new Date(Math.max(...own.map(({ last }) => last))),
          ruleVersion: change.ruleVersion,
          author: cause.author,
          reason: cause.reason,
          told: cause.told ?? null,
          at,
          afterClosing: today >= closingDay(month),
        })
        .onConflictDoNothing()
        .returning({ id: verdictChangeTable.id });
      if (!noted) continue;
      await tx.insert(verdictChangeCountTable).values(
        own.map(({ kind, from, to, currency, events, cost }) => ({
          changeId: noted.id,
          kind,
          fromVerdict: from,
          toVerdict: to,
          currency,
          events,
          cost,
        })),
      );
    }
  });
}

const order = ({ from, to }: VerdictChange): number => VERDICTS.indexOf(from) * VERDICTS.length + VERDICTS.indexOf(to);

/** One count per pair of verdicts. */
export function addUp(changes: readonly VerdictChange[]): VerdictChange[] {
  const sums = new Map<string, VerdictChange>();
  for (const change of changes) {
    const { from, to, events } = change;
    sums.set(`${from} ${to}`, { from, to, events: events + (sums.get(`${from} ${to}`)?.events ?? 0) });
  }
  return [...sums.values()].sort((a, b) => order(a) - order(b));
}
