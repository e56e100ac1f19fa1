import { createHash, randomBytes } from 'node:crypto';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { privacyAudit } from '#domains/privacy/contract/audit.ts';
import { type Actor, requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { moment } from '#platform/server/postgres/columns.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { ErasureView, PersonToErase } from '../contract/endpoints.ts';
import { refuse } from './refuse.ts';

/** What to look for; `files` are those of a package whose records are gone already. */
export type Target =
  | { kind: 'package'; package: string; files: string[] }
  | { kind: 'person'; person: PersonToErase; userIds: number[]; names: string[] }
  | { kind: 'forgotten'; hash: string };

export const erasureTable = pgTable('erasure', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  target: jsonb('target').$type<Target>().notNull(),
  kind: text('kind', { enum: ['package', 'person'] }).notNull(),
  state: text('state', { enum: ['queued', 'running', 'done', 'failed'] })
    .notNull()
    .default('queued'),
  step: text('step').notNull().default(''),
  erased: jsonb('erased').$type<Record<string, number>>().notNull().default({}),
  error: text('error'),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
});

export type ErasureRow = typeof erasureTable.$inferSelect;
type Writer = Pick<Database['db'], 'insert' | 'execute'>;
type Wanted = Exclude<Target, { kind: 'forgotten' }>;

const UNFINISHED = ['queued', 'running', 'failed'] as const;

/** Recorded in the transaction of whatever asked for it: from then on it is done, however often the program stops. */
export async function recordErasure(db: Writer, actor: Actor, target: Wanted): Promise<ErasureRow> {
  const [row] = await db.insert(erasureTable).values({ target, kind: target.kind, author: actor.userName }).returning();
  if (!row) throw new Error('The erasure was not recorded');
  const subject = target.kind === 'package' ? target.package : nameOf(target.person);
  await audit(db, actor, { action: privacyAudit.erase, subject, details: { id: row.id, kind: target.kind } });
  return row;
}

export const unfinishedErasures = async ({ db }: Database): Promise<ErasureRow[]> =>
  db
    .select()
    .from(erasureTable)
    .where(inArray(erasureTable.state, [...UNFINISHED]))
    .orderBy(erasureTable.id);

/** A name whose events are still being removed must not be given to a new package: it would inherit them. */
export async function requireErased(scope: Scope, { db }: Database, packageName: string): Promise<void> {
  requireMay(scope, 'package.write');
  const [row] = await db
    .select({ id: erasureTable.id })
    .from(erasureTable)
    .where(
      and(
        eq(erasureTable.kind, 'package'),
        inArray(erasureTable.state, [...UNFINISHED]),
        sql`${erasureTable.target} ->> 'package' = ${packageName}`,
      ),
    );
  if (row) throw refuse('still_erased', {}, { as: 'conflict', field: 'package_name' });
}

export async function patchErasure(
  { db }: Database,
  id: number,
  patch: Partial<Pick<ErasureRow, 'state' | 'step' | 'erased' | 'error' | 'target' | 'finishedAt'>>,
): Promise<void> {
  await db.update(erasureTable).set(patch).where(eq(erasureTable.id, id));
}

/** Salted: the list of erasures must not be a list of the persons who asked for one. */
export function forgotten(target: Wanted): Target {
  const text = JSON.stringify(target.kind === 'package' ? target.package : target.person);
  return { kind: 'forgotten', hash: createHash('sha256').update(randomBytes(16)).update(text).digest('hex') };
}

export async function listErasures(
  scope: Scope,
  { db }: Database,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ErasureView[]; total: number }> {
  requireMay(scope, 'server.read');
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(erasureTable)
      .orderBy(desc(erasureTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(erasureTable),
  ]);
  return { rows: rows.map(toView), total: counted?.total ?? 0 };
}

const nameOf = ({ email, user_id, device_id, ip }: PersonToErase): string =>
  [email, user_id, device_id, ip].filter((id) => id !== undefined).join(', ');

const targetText = (target: Target): string => {
  if (target.kind === 'forgotten') return target.hash;
  return target.kind === 'package' ? target.package : nameOf(target.person);
};

export const toView = (row: ErasureRow): ErasureView => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  target: targetText(row.target),
  step: row.step,
  erased: row.erased,
  error: row.error,
  author: row.author,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
