import { and, eq, inArray, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { moment } from '../postgres/columns.ts';
import type { Database } from '../postgres/postgres.ts';

export const jobRunTable = pgTable(
  'job_run',
  {
    job: text('job').notNull(),
    period: text('period').notNull(),
    fence: integer('fence').notNull().default(1),
    state: text('state', { enum: ['running', 'done', 'failed'] }).notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    progress: jsonb('progress').notNull().default({}),
    result: jsonb('result'),
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.job, t.period] })],
);

/** Another process has begun the same period anew; whoever is told so must stop. */
export class FenceLost extends Error {
  constructor(job: string, period: string) {
    super(`${job} ${period} was begun again by another process`);
  }
}

/** The right to bring one period of a job to its result. */
export interface JobTurn<P> {
  /** Where an earlier try got to; undefined for the first. */
  progress: P | undefined;
  /** Remembers how far it is. Throws FenceLost when somebody else has taken over. */
  save: (progress: P) => Promise<void>;
  /** Writes the one result. Throws FenceLost when somebody else has taken over. */
  finish: (result: unknown) => Promise<void>;
  fail: (error: string) => Promise<void>;
}

/**
 * Takes the turn for a period: undefined when it has its result already. A period that a crash left running is taken
 * over with a higher fence, so that a process that was only slow cannot write behind the back of the new one.
 */
export async function takeTurn<P extends object>(
  { db }: Database,
  { job, period, progress }: { job: string; period: string; progress: z.ZodType<P> },
): Promise<JobTurn<P> | undefined> {
  const [taken] = await db
    .insert(jobRunTable)
    .values({ job, period, state: 'running' })
    .onConflictDoUpdate({
      target: [jobRunTable.job, jobRunTable.period],
      set: { state: 'running', fence: sql`${jobRunTable.fence} + 1`, error: null },
      setWhere: sql`${jobRunTable.state} <> 'done'`,
    })
    .returning({ fence: jobRunTable.fence, progress: jobRunTable.progress });
  if (!taken) return undefined;
  const own = and(
    eq(jobRunTable.job, job),
    eq(jobRunTable.period, period),
    eq(jobRunTable.fence, taken.fence),
    eq(jobRunTable.state, 'running'),
  );
  const write = async (values: Partial<typeof jobRunTable.$inferInsert>): Promise<void> => {
    const written = await db.update(jobRunTable).set(values).where(own).returning({ fence: jobRunTable.fence });
    if (written.length === 0) throw new FenceLost(job, period);
  };
  return {
    progress: progress.safeParse(taken.progress).data,
    save: (reached) => write({ progress: reached }),
    finish: (result) => write({ state: 'done', result, finishedAt: new Date() }),
    fail: (error) => write({ state: 'failed', error, finishedAt: new Date() }),
  };
}

/** Periods that have no result yet, for going on after a start; those given up after an error too when asked for. */
export async function unfinishedPeriods(
  { db }: Database,
  job: string,
  states: ('running' | 'failed')[] = ['running'],
): Promise<string[]> {
  const rows = await db
    .select({ period: jobRunTable.period })
    .from(jobRunTable)
    .where(and(eq(jobRunTable.job, job), inArray(jobRunTable.state, states)))
    .orderBy(jobRunTable.period);
  return rows.map(({ period }) => period);
}
