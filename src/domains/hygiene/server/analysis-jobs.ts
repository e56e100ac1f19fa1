import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { analyseUpload } from './analyse-upload.ts';
import { LEFT_MS } from './analysis-waits.ts';
import { AnalysisFault } from './faults.ts';
import type { HygieneJobParts } from './hygiene-parts.ts';
import { withPresentNames } from './named-persons.ts';
import { analysisTable, uploadTable } from './tables.ts';
import { removeOld } from './upkeep.ts';

/** Once more after a stop or a fault; what fails twice is answered so. */
const MOST_TRIES = 2;
const LOOK_MS = 2_000;
/** A run begins none after so long; below the time a run may take. */
const RUN_MS = 120_000;
const COUNTED_MS = 10 * 60_000;

/** A turn for whoever has waited longest of those who had the fewest; one at a time, on any machine. */
export const analyseJob = job({
  name: 'hygiene-analysis',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  retries: 1,
  retrySeconds: 1,
  expireMinutes: 5,
});

const upkeepJob = job({ name: 'hygiene-upkeep', data: nothing, cron: '18 * * * *', retries: 1 });

export const hygieneJobs = (parts: HygieneJobParts): BoundJob[] => [
  runs(
    analyseJob,
    ({ signal }) => analyseSome(parts, signal),
    async () => {
      await takeUp(parts);
      return open(parts);
    },
  ),
  runs(upkeepJob, () => removeOld(parts)),
];

const open = ({ database }: HygieneJobParts): Promise<{ id: number }[]> =>
  database.db.select({ id: analysisTable.id }).from(analysisTable).where(eq(analysisTable.state, 'queued'));

/** One works at a time: whatever is under way as another begins was broken off. */
async function takeUp({ database: { db } }: HygieneJobParts): Promise<void> {
  const { state, tries } = analysisTable;
  const answer = new AnalysisFault(500, 'hygiene_wrong').answer;
  await db
    .update(analysisTable)
    .set({ state: 'failed', statusCode: answer.statusCode, answer })
    .where(and(eq(state, 'processing'), gte(tries, MOST_TRIES)));
  await db
    .update(analysisTable)
    .set({ state: 'queued' })
    .where(and(eq(state, 'processing'), lt(tries, MOST_TRIES)));
}

/** One after the other without a pause between; what is left then has runs of its own. */
async function analyseSome(parts: HygieneJobParts, stopping: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  while (!stopping.aborted && performance.now() < until) if (!(await analyseNext(parts, stopping))) return;
}

/** Whether there was one. */
async function analyseNext(parts: HygieneJobParts, stopping: AbortSignal): Promise<boolean> {
  await takeUp(parts);
  const row = await takeNext(parts);
  if (!row) return false;
  const left = new AbortController();
  const watch = setInterval(() => void leaveIfNobodyWaits(parts, row.id, left), LOOK_MS);
  try {
    await keep(parts, row.id, await analyseUpload(parts, row, AbortSignal.any([stopping, left.signal])));
  } catch (error) {
    if (error instanceof AnalysisFault) {
      await keep(parts, row.id, { answer: error.answer });
      return true;
    }
    if (left.signal.aborted) {
      await giveBack(parts, row.id);
      return true;
    }
    if (stopping.aborted || row.tries < MOST_TRIES) {
      await parts.database.db.update(analysisTable).set({ state: 'queued' }).where(eq(analysisTable.id, row.id));
      throw error;
    }
    await keep(parts, row.id, { answer: new AnalysisFault(500, 'hygiene_wrong').answer });
    throw error;
  } finally {
    clearInterval(watch);
  }
  return true;
}

/** Nobody waits: whoever asks again begins anew, and this try is not counted. */
const giveBack = async ({ database }: HygieneJobParts, id: number): Promise<void> => {
  await database.db
    .update(analysisTable)
    .set({ state: 'queued', tries: sql`greatest(${analysisTable.tries} - 1, 0)` })
    .where(eq(analysisTable.id, id));
};

/**
 * Of those who wait, the sender with the fewest before it comes next, those of the last minutes counted: of what waits
 * alone everybody always has a first.
 */
async function takeNext({ database: { db }, now }: HygieneJobParts) {
  const { id, state, uploadName, waitedAt, createdAt } = analysisTable;
  const turn = sql<number>`row_number() OVER (PARTITION BY coalesce(${uploadTable.sender}, '') ORDER BY ${id})`;
  const counted = db
    .select({ id, state, waitedAt, turn: turn.as('turn') })
    .from(analysisTable)
    .leftJoin(uploadTable, eq(uploadTable.name, uploadName))
    .where(or(eq(state, 'queued'), gte(createdAt, new Date(now().getTime() - COUNTED_MS))))
    .as('counted');
  const [next] = await db
    .select({ id: counted.id })
    .from(counted)
    .where(
      and(
        eq(counted.state, 'queued'),
        or(isNull(counted.waitedAt), sql`${counted.waitedAt} > now() - make_interval(secs => ${LEFT_MS / 1000})`),
      ),
    )
    .orderBy(counted.turn, asc(counted.id))
    .limit(1);
  if (!next) return undefined;
  const [row] = await db
    .update(analysisTable)
    .set({ state: 'processing', tries: sql`${analysisTable.tries} + 1` })
    .where(and(eq(id, next.id), inArray(state, ['queued'])))
    .returning();
  return row;
}

async function leaveIfNobodyWaits({ database }: HygieneJobParts, id: number, left: AbortController): Promise<void> {
  const { waitedAt } = analysisTable;
  const isLeft = sql<boolean>`${waitedAt} < now() - make_interval(secs => ${LEFT_MS / 1000})`;
  const [row] = await database.db
    .select({ isLeft })
    .from(analysisTable)
    .where(eq(analysisTable.id, id))
    .catch(() => [{ isLeft: false }]);
  // Gone with its package, or nobody waits any more.
  if (!row || row.isLeft) left.abort(new Error('Nobody waits'));
}

interface Outcome {
  answer: AnalysisAnswer;
  preview?: Buffer | undefined;
}

/** Who was taken out of the gallery while the file was looked at is not named. */
async function keep({ database }: HygieneJobParts, id: number, { answer: seen, preview }: Outcome): Promise<void> {
  await database.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ packageName: analysisTable.packageName })
      .from(analysisTable)
      .where(eq(analysisTable.id, id));
    if (!row) return;
    const answer = await withPresentNames(tx, row.packageName, seen);
    await tx
      .update(analysisTable)
      .set({
        state: answer.statusCode === 200 ? 'done' : 'failed',
        statusCode: answer.statusCode,
        answer,
        verdict: typeof answer.body === 'string' ? null : answer.body.result.meta.verdict,
        preview: preview ?? null,
      })
      .where(eq(analysisTable.id, id));
  });
}
