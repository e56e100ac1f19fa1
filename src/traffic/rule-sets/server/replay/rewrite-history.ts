import { and, asc, eq, ne } from 'drizzle-orm';
import { todayIn } from '#platform/contract/date-range.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { lastMoment, previewChanges, type Span } from '#traffic/judge/server/preview.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import {
  type ChangeCause,
  movesIn,
  recordVerdictChange,
  reportingZone,
  type VerdictMove,
} from '#traffic/judge/server/verdict-changes.ts';
import { moneyBetween } from '#traffic/money/server/load-money.ts';
import { type Effect, type RewriteRow, ruleRewriteTable } from '../tables.ts';

export interface RewriteStores extends Stores {
  now: () => Date;
}

export const unfinishedRewrites = ({ db }: Database): Promise<RewriteRow[]> =>
  db.select().from(ruleRewriteTable).where(ne(ruleRewriteTable.state, 'done')).orderBy(asc(ruleRewriteTable.createdAt));

/**
 * Brings stored verdicts to what the newest version says, from the version's first moment on. May be broken off
 * anywhere and begun again: what a version changes is counted before the first write and kept, and every step may be
 * repeated.
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

const spanOf = ({ packageName, judgedFrom }: RewriteRow): Span => ({ package: packageName, from: judgedFrom });

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
  const money = await moneyBetween(stores, row.packageName, {
    first: row.judgedFrom,
    last: await lastMoment(clickhouse, spanOf(row)),
  });
  await using scratch = openScratch(clickhouse);
  const changed = await previewChanges(scratch, database, { span: spanOf(row), policy, money }, options);
  const moves = await clickhouse.query<VerdictMove>(movesIn(changed, timeZone), { ...options, lane: 'heavy' });
  const cause = await causeOf(database, row);
  const ruleVersion = row.version;
  await recordVerdictChange(database, { package: row.packageName, cause, ruleVersion, timeZone, moves });
  const effect = effectOf(moves, todayIn(timeZone, cause.at ?? stores.now()));
  await patch(database, row, { effect, state: 'writing', writtenUntil: row.judgedFrom });
}

async function causeOf({ db }: Database, { packageName, version, createdAt }: RewriteRow): Promise<ChangeCause> {
  const [saved] = await db
    .select({ author: ruleSetTable.author, reason: ruleSetTable.reason })
    .from(ruleSetTable)
    .where(and(eq(ruleSetTable.packageName, packageName), eq(ruleSetTable.version, version)));
  const { author = '', reason = '' } = saved ?? {};
  return { kind: 'rules', operation: `rules ${version}`, author, reason, at: createdAt };
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

/** Noted as a whole when it was counted; how far it got is kept. */
async function write(stores: RewriteStores, row: RewriteRow, signal: AbortSignal | undefined): Promise<void> {
  const { database } = stores;
  const begun = await find(database, { package: row.packageName, version: row.version });
  await rejudge(
    stores,
    {
      package: row.packageName,
      from: row.judgedFrom,
      changed: 'rules',
      cause: await causeOf(database, row),
      recorded: false,
    },
    {
      signal,
      reached: begun?.writtenUntil,
      onStep: (reached, progress) => patch(database, row, { writtenUntil: reached, progress }),
    },
  );
}
