import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { openScratch, type Scratch } from '#traffic/event/server/scratch.ts';
import { moneyBetween } from '#traffic/money/server/load-money.ts';
import { type RowsToJudge, rowsToJudge } from './choose/rows-to-judge.ts';
import { HOUR_OF_TS, type Hour, timeSteps } from './choose/time-steps.ts';
import { touchedRows } from './choose/touched-rows.ts';
import { changingInstalls, INSTALLS, inheritingRows, inheritsFrom } from './facts/inheritance.ts';
import { personSlices } from './facts/person-slices.ts';
import { storedSource } from './facts/source-facts-sql.ts';
import { loadPolicy, type Policy } from './load-policy.ts';
import { addUp, type ChangeCause, recordVerdictChange, reportingZone, type VerdictChange } from './verdict-changes.ts';
import { judged } from './verdicts/judged.ts';
import {
  findDifferences,
  storedRows,
  type WriteTarget,
  writeChanges,
  writeDifferences,
} from './verdicts/write-changes.ts';

export interface EventsOf {
  package: string;
  /** Which events, a condition over `traffic`; all by default. */
  where?: Sql;
  /** Event times, from inclusive to exclusive; open when absent. */
  from?: Date;
  to?: Date;
}

export interface RejudgeRequest extends EventsOf {
  /**
   * What may be otherwise than when they were judged: the rules in force, facts about sources made anew, or anything
   * else. Only rows that can come out otherwise by it are looked at (docs/decisions/0014).
   */
  changed: 'anything' | 'rules' | 'sources';
  cause: ChangeCause;
  /**
   * False for rows whose verdict nobody has seen yet, which is new and not changed, and where the whole was noted
   * before.
   */
  recorded?: boolean;
}

export interface RejudgeOptions {
  signal?: AbortSignal | undefined;
  /** Events before it were seen to by an earlier try. */
  reached?: Date | null | undefined;
  /** Called after each step: events before this time are done, and the part of the whole that is. May throw to stop. */
  onStep?: (reached: Date, share: number) => Promise<void>;
}

/**
 * Judges stored events again under the policy in force. Facts are stored and the verdict is a pure function of them, so
 * this writes the rows that differ, and before an install the events that inherit from it. Doing it again, also after
 * it was broken off anywhere, changes nothing more. What changes is recorded with its cause. Returns changes of
 * verdicts.
 */
export async function rejudge(
  stores: Stores,
  request: RejudgeRequest,
  { signal, reached, onStep = async () => {} }: RejudgeOptions = {},
): Promise<VerdictChange[]> {
  const { clickhouse } = stores;
  const job = await jobOf(stores, request);
  await using scratch = openScratch(clickhouse);
  const found = await rowsOf(scratch, stores.database, job);
  if (!found) return [];
  const steps = timeSteps(found.hours);
  let changes: VerdictChange[] = [];
  for (const [index, step] of steps.entries()) {
    if (reached && step.until <= reached) continue;
    signal?.throwIfAborted();
    const changed = await judgeStep(clickhouse, job, { ...found, rows: found.rows(step.where) }, index);
    changes = addUp([...changes, ...changed]);
    await onStep(step.reached, (index + 1) / steps.length);
  }
  return changes;
}

interface Job {
  request: RejudgeRequest;
  policy: Policy;
  /** The same, looking up facts about sources only for the times asked for. */
  inSpan: Policy;
  within: Sql;
  target: (part: string) => WriteTarget;
}

async function jobOf(stores: Stores, request: RejudgeRequest): Promise<Job> {
  const { database } = stores;
  const { package: packageName, cause, recorded = true } = request;
  const policy = await loadPolicy(database, packageName);
  const timeZone = await reportingZone(database, packageName);
  const ruleVersion = policy.ruleSet.version;
  return {
    request,
    policy,
    inSpan: { ...policy, source: storedSource(packageName, request) },
    within: conditionOf(request),
    target: (part) => ({
      package: packageName,
      database,
      timeZone,
      money: (first, last) => moneyBetween(stores, packageName, { first, last }),
      record: async (moves) => {
        if (recorded)
          await recordVerdictChange(database, { package: packageName, cause, part, ruleVersion, timeZone, moves });
      },
    }),
  };
}

/** How many stored events a request is about, whether or not they can come out otherwise. */
export async function countEvents(clickhouse: ClickHouse, events: EventsOf): Promise<number> {
  const [found] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM traffic WHERE ${conditionOf(events)}`,
  );
  return found?.n ?? 0;
}

/** The stored events of a request. */
export function conditionOf({ package: packageName, where, from, to }: EventsOf): Sql {
  return joinSql(
    [
      sql`package = ${typed('String', packageName)}`,
      ...(where ? [sql`(${where})`] : []),
      ...(from ? [sql`ts >= ${typed("DateTime64(3, 'UTC')", from)}`] : []),
      ...(to ? [sql`ts < ${typed("DateTime64(3, 'UTC')", to)}`] : []),
    ],
    ' AND ',
  );
}

/** The rows that can come out otherwise; undefined when there are none. */
async function rowsOf(
  scratch: Scratch,
  database: Database,
  { request, policy, within }: Job,
): Promise<RowsToJudge | undefined> {
  const { package: packageName, changed } = request;
  if (changed === 'anything') {
    const hours = await scratch.clickhouse.query<Hour>(
      sql`SELECT ${HOUR_OF_TS} AS ms, count() AS events FROM traffic WHERE ${within} GROUP BY ms ORDER BY ms`,
      // Not in the heavy lane: a sweep reads ahead there.
      { tag: 'rejudge-hours' },
    );
    return { hours, hints: {}, rows: (also) => storedRows(sql`${within} AND ${also}`) };
  }
  const touching = { package: packageName, within, range: request, policy, newSources: changed === 'sources' };
  const touched = await touchedRows(scratch, database, touching, {});
  return touched && rowsToJudge(scratch, { within, policy, touched }, { tag: 'rejudge-touched' });
}

async function judgeStep(
  clickhouse: ClickHouse,
  job: Job,
  { rows, hints }: { rows: Sql; hints: RowsToJudge['hints'] },
  index: number,
): Promise<VerdictChange[]> {
  await using scratch = openScratch(clickhouse);
  const differences = await findDifferences(scratch, await judged(scratch, rows, job.inSpan, hints));
  if (!differences) return [];
  const target = job.target(`step ${index}`);
  const installs = sql`SELECT toUUID(key) AS row_id, person, publisher, sub_publisher, ts, verdict, reason, old_verdict, old_reason
    FROM ${differences.rows} WHERE ${INSTALLS}`;
  const changing = differences.kinds.includes('install')
    ? await changingInstalls(scratch, installs, { tag: 'rejudge-installs' })
    : undefined;
  if (!changing) return await writeDifferences(clickhouse, target, differences);
  const inherited = await writeInheriting(clickhouse, job, changing, `inherited ${index}.`);
  return [...inherited, ...(await writeDifferences(clickhouse, target, differences, inheritsFrom(changing)))];
}

/** What events inherit from installs that will change, wherever in time they lie. */
async function writeInheriting(
  clickhouse: ClickHouse,
  { request, policy, target }: Job,
  installs: Sql,
  part: string,
): Promise<VerdictChange[]> {
  await using scratch = openScratch(clickhouse);
  const slices = await personSlices(scratch, request.package, sql`SELECT DISTINCT person FROM ${installs}`);
  const changes: VerdictChange[] = [];
  for (const [index, slice] of slices.entries()) {
    await using step = openScratch(clickhouse);
    const rows = inheritingRows(request.package, installs, sql`${slice} AND ${inheritsFrom(installs)}`);
    const wanted = await judged(step, rows, policy);
    changes.push(...(await writeChanges(clickhouse, target(`${part}${index}`), wanted)));
  }
  return changes;
}
