import { and, asc, eq, ne } from 'drizzle-orm';
import { todayIn } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { closingDay } from '#traffic/judge/contract/closing.ts';
import { withTouched } from '#traffic/judge/server/choose/touched-rows.ts';
import { withPersons } from '#traffic/judge/server/facts/person-slices.ts';
import { withOrigin } from '#traffic/judge/server/facts/window-facts.ts';
import { loadPolicy, type Policy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import {
  type Because,
  movesIn,
  recordVerdictChange,
  reportingZone,
  type VerdictMove,
} from '#traffic/judge/server/verdict-changes.ts';
import { withJudged } from '#traffic/judge/server/verdicts/judged.ts';
import { storedRows, writeChanges } from '#traffic/judge/server/verdicts/write-changes.ts';
import { type Effect, type RewriteRow, ruleRewriteTable } from '../tables.ts';
import { type Reach, withChangedRows, within } from './replay-sql.ts';

export interface RewriteStores {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

/** Events judged in one step: bounds its memory, and what is done again after a crash. */
const ROWS_PER_STEP = 500_000;
/** The steps over time take most of the work; the events of installs come after them. */
const SHARE_OF_TIME = 0.8;

export const unfinishedRewrites = ({ db }: Database): Promise<RewriteRow[]> =>
  db.select().from(ruleRewriteTable).where(ne(ruleRewriteTable.state, 'done')).orderBy(asc(ruleRewriteTable.createdAt));

/**
 * Brings stored verdicts to what the newest version says, from the version's first moment on. May be broken off anywhere
 * and begun again: what a version changes is counted before the first write and kept, and every step may be repeated.
 */
export async function rewriteHistory(
  stores: RewriteStores,
  wanted: { package: string; version: number },
  signal?: AbortSignal,
): Promise<void> {
  const row = await find(stores.database, wanted);
  if (!row || row.state === 'done') return;
  try {
    if (!row.effect) await countEffect(stores, row, signal);
    await write(stores, row, signal);
    await patch(stores.database, row, { state: 'done', progress: 1, error: null, finishedAt: stores.now() });
  } catch (error) {
    if (!signal?.aborted) await patch(stores.database, row, { error: messageOf(error) });
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

async function find({ db }: Database, wanted: { package: string; version: number }): Promise<RewriteRow | undefined> {
  const [row] = await db.select().from(ruleRewriteTable).where(keyOf(wanted));
  return row;
}

const keyOf = ({ package: name, version }: { package: string; version: number }) =>
  and(eq(ruleRewriteTable.packageName, name), eq(ruleRewriteTable.version, version));

async function patch(
  { db }: Database,
  { packageName, version }: RewriteRow,
  values: Partial<RewriteRow>,
): Promise<void> {
  await db
    .update(ruleRewriteTable)
    .set(values)
    .where(keyOf({ package: packageName, version }));
}

const reachOf = ({ packageName, judgedFrom }: RewriteRow): Reach => ({ package: packageName, from: judgedFrom });

/**
 * The same rows as in the preview, so that the promise and the record are one number. Noted under the version, which
 * happens once however often this is begun again: nothing is written before.
 */
async function countEffect(stores: RewriteStores, row: RewriteRow, signal: AbortSignal | undefined): Promise<void> {
  const { clickhouse, database } = stores;
  await patch(database, row, { state: 'counting' });
  const policy = await loadPolicy(database, row.packageName);
  const timeZone = await reportingZone(database, row.packageName);
  const options = { tag: 'rule-rewrite', ...(signal ? { signal } : {}) };
  const moves = await withChangedRows(stores, { reach: reachOf(row), policy, options }, (changed) =>
    clickhouse.query<VerdictMove>(movesIn(changed, timeZone), { ...options, lane: 'heavy' }),
  );
  const because = await becauseOf(database, row);
  const ruleVersion = row.version;
  await recordVerdictChange(database, { package: row.packageName, because, ruleVersion, timeZone, moves });
  const effect = effectOf(moves, todayIn(timeZone, because.at ?? stores.now()));
  await patch(database, row, { effect, state: 'writing', writtenUntil: row.judgedFrom });
}

async function becauseOf({ db }: Database, { packageName, version, createdAt }: RewriteRow): Promise<Because> {
  const [saved] = await db
    .select({ author: ruleSetTable.author, reason: ruleSetTable.reason })
    .from(ruleSetTable)
    .where(and(eq(ruleSetTable.packageName, packageName), eq(ruleSetTable.version, version)));
  const { author = '', reason = '' } = saved ?? {};
  return { cause: 'rules', operation: `rules ${version}`, author, reason, at: createdAt };
}

/** Moves of the verdict over all months and kinds. */
function effectOf(moves: readonly VerdictMove[], today: string): Effect {
  const changed = moves.filter(({ from, to }) => from !== to);
  const byPair = new Map<string, Effect['moves'][number]>();
  for (const { from, to, currency, events, cost } of changed) {
    const pair = byPair.get(`${from} ${to}`) ?? { from, to, events: 0, money: [] };
    pair.events += events;
    const money = pair.money.find((one) => one.currency === currency);
    if (money) money.amount += Number(cost);
    else if (Number(cost) !== 0) pair.money.push({ currency, amount: Number(cost) });
    byPair.set(`${from} ${to}`, pair);
  }
  const months = [...new Set(changed.map(({ month }) => month))].filter((month) => today >= closingDay(month));
  return {
    events: changed.reduce((sum, { events }) => sum + events, 0),
    moves: [...byPair.values()].sort((a, b) => b.events - a.events),
    closed_months: months.map((month) => month.slice(0, 7)),
  };
}

async function write(stores: RewriteStores, row: RewriteRow, signal: AbortSignal | undefined): Promise<void> {
  const policy = await loadPolicy(stores.database, row.packageName);
  const timeZone = await reportingZone(stores.database, row.packageName);
  // All of it was noted at once when it was counted.
  const target = { package: row.packageName, timeZone, record: async () => {} };
  await writeInTime(stores, row, { policy, target }, signal);
  await writeInherited(stores, row, { policy, target }, signal);
}

interface Writing {
  policy: Policy;
  target: Omit<Parameters<typeof writeChanges>[1], 'wanted'>;
}

/** Everything by its stored facts, in steps of time; how far it got is kept. */
async function writeInTime(
  { clickhouse, database }: RewriteStores,
  row: RewriteRow,
  { policy, target }: Writing,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reach = reachOf(row);
  const done = (await find(database, { package: row.packageName, version: row.version }))?.writtenUntil;
  const steps = await stepsOf(clickhouse, reach);
  const touching = { package: row.packageName, within: within(reach), range: { from: reach.from }, policy };
  await withTouched(clickhouse, database, touching, { lane: 'heavy', tag: 'rule-rewrite' }, async (touched) => {
    for (const [index, step] of steps.entries()) {
      if (done && step.until <= done) continue;
      signal?.throwIfAborted();
      const rows = storedRows(
        sql`${within({ ...reach, from: step.from })} AND ts < ${typed("DateTime64(3, 'UTC')", step.until)} AND ${touched.where}`,
      );
      const write = (wanted: Sql) => writeChanges(clickhouse, { ...target, wanted });
      await withJudged(clickhouse, rows, policy, write, touched.known);
      await patch(database, row, { writtenUntil: step.until, progress: (SHARE_OF_TIME * (index + 1)) / steps.length });
    }
  });
}

/** Whole days, as many as together stay under a step; a single larger day is a step of its own. */
async function stepsOf(ch: ClickHouse, reach: Reach): Promise<{ from: Date; until: Date }[]> {
  const days = await ch.query<{ ms: number; events: number }>(
    sql`SELECT toUnixTimestamp64Milli(toDateTime64(toDate(ts), 3, 'UTC')) AS ms, count() AS events FROM traffic
      WHERE ${within(reach)} GROUP BY ms ORDER BY ms`,
    { lane: 'heavy', tag: 'rule-rewrite' },
  );
  const steps: { from: Date; until: Date; events: number }[] = [];
  for (const { ms, events } of days) {
    const last = steps.at(-1);
    const until = new Date(ms + DAY_MS);
    if (last && last.events + events <= ROWS_PER_STEP) {
      last.until = until;
      last.events += events;
    } else steps.push({ from: last?.until ?? reach.from, until, events });
  }
  return steps;
}

const DAY_MS = 86_400_000;

/** Then the events of installs that may have another verdict now, with the reason of their install made anew. */
async function writeInherited(
  { clickhouse, database }: RewriteStores,
  row: RewriteRow,
  { policy, target }: Writing,
  signal: AbortSignal | undefined,
): Promise<void> {
  const persons = sql`SELECT DISTINCT person FROM traffic WHERE ${within(reachOf(row))} AND kind = 'install' AND person != 0`;
  await withPersons(clickhouse, row.packageName, persons, async (slices) => {
    for (const [index, slice] of slices.entries()) {
      signal?.throwIfAborted();
      const family = storedRows(sql`${slice} AND kind IN ('install', 'app_event', 're_event')`);
      const heirs = withOrigin(family);
      await withJudged(clickhouse, heirs, policy, (wanted) => writeChanges(clickhouse, { ...target, wanted }));
      await patch(database, row, { progress: SHARE_OF_TIME + ((1 - SHARE_OF_TIME) * (index + 1)) / slices.length });
    }
  });
}
