import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { analyseUpload } from './analyse-upload.ts';
import { LEFT_MS } from './analysis-waits.ts';
import { AnalysisFault } from './faults.ts';
import type { HygieneJobParts } from './hygiene-parts.ts';
import { analysisTable, uploadTable } from './tables.ts';
import { removeOld } from './upkeep.ts';

/** Once more after a stop or a fault; what fails twice is answered so. */
const MOST_TRIES = 2;
const LOOK_MS = 2_000;

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
    ({ signal }) => analyseNext(parts, signal),
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

async function analyseNext(parts: HygieneJobParts, stopping: AbortSignal): Promise<void> {
  await takeUp(parts);
  const row = await takeNext(parts);
  if (!row) return;
  const left = new AbortController();
  const watch = setInterval(() => void leaveIfNobodyWaits(parts, row.id, left), LOOK_MS);
  try {
    await keep(parts, row.id, await analyseUpload(parts, row, AbortSignal.any([stopping, left.signal])));
  } catch (error) {
    if (error instanceof AnalysisFault) return await keep(parts, row.id, { answer: error.answer });
    if (left.signal.aborted) return await giveBack(parts, row.id);
    if (stopping.aborted || row.tries < MOST_TRIES) {
      await parts.database.db.update(analysisTable).set({ state: 'queued' }).where(eq(analysisTable.id, row.id));
      throw error;
    }
    await keep(parts, row.id, { answer: new AnalysisFault(500, 'hygiene_wrong').answer });
    throw error;
  } finally {
    clearInterval(watch);
  }
}

/** Nobody waits: whoever asks again begins anew, and this try is not counted. */
const giveBack = async ({ database }: HygieneJobParts, id: number): Promise<void> => {
  await database.db
    .update(analysisTable)
    .set({ state: 'queued', tries: sql`greatest(${analysisTable.tries} - 1, 0)` })
    .where(eq(analysisTable.id, id));
};

/** Of those who wait, the sender with the fewest before it comes next; one file of each, in turn. */
async function takeNext({ database: { db } }: HygieneJobParts) {
  const { id, state, uploadName, waitedAt } = analysisTable;
  const turn = sql`row_number() OVER (PARTITION BY coalesce(${uploadTable.sender}, '') ORDER BY ${id})`;
  const [next] = await db
    .select({ id })
    .from(analysisTable)
    .leftJoin(uploadTable, eq(uploadTable.name, uploadName))
    .where(
      and(
        eq(state, 'queued'),
        sql`(${waitedAt} IS NULL OR ${waitedAt} > now() - make_interval(secs => ${LEFT_MS / 1000}))`,
      ),
    )
    .orderBy(turn, asc(id))
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

async function keep({ database }: HygieneJobParts, id: number, { answer, preview }: Outcome): Promise<void> {
  const verdict = typeof answer.body === 'string' ? null : answer.body.result.meta.verdict;
  await database.db
    .update(analysisTable)
    .set({
      state: answer.statusCode === 200 ? 'done' : 'failed',
      statusCode: answer.statusCode,
      answer,
      verdict,
      preview: preview ?? null,
    })
    .where(eq(analysisTable.id, id));
}
