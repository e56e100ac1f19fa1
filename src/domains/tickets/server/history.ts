import { asc, eq, inArray } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { isKept } from './case-where.ts';
import { ticketAttachment, ticketChange } from './tables.ts';

/** What those a ticket is shared with are told of its history. */
const FOR_OTHERS: ReadonlySet<string> = new Set(['created', 'status', 'priority', 'due_on']);
const OF_PEOPLE: ReadonlySet<string> = new Set(['assignee', 'customer']);

/** Every change of a ticket the caller was found to see, the oldest first; people by name. */
export async function historyOf(scope: Scope, { db }: Pick<Database, 'db'>, ticketId: number) {
  const all = await db
    .select()
    .from(ticketChange)
    .where(eq(ticketChange.ticketId, ticketId))
    .orderBy(asc(ticketChange.id));
  const rows = isKept(scope) ? all.filter(({ field }) => FOR_OTHERS.has(field)) : all;
  const ids = rows.filter(({ field }) => OF_PEOPLE.has(field)).flatMap(({ before, after }) => [before, after]);
  const names = await namesOf({ db }, ids.filter((id) => id !== '').map(Number));
  const files = await filesOf({ db }, ticketId);
  const said = (field: string, value: string): string => {
    if (field === 'attachment') return files.get(value) ?? '';
    return OF_PEOPLE.has(field) && value !== '' ? (names.get(Number(value)) ?? `#${value}`) : value;
  };
  return rows.map(({ id, field, before, after, changedBy, changedAt }) => ({
    id,
    field,
    before: said(field, before),
    after: said(field, after),
    changed_by: isKept(scope) ? '' : changedBy,
    changed_at: changedAt.toISOString(),
  }));
}

/** Names by number: they stay with their files alone, and go with them. */
async function filesOf({ db }: Pick<Database, 'db'>, ticketId: number): Promise<Map<string, string>> {
  const { id, fileName } = ticketAttachment;
  const rows = await db.select({ id, fileName }).from(ticketAttachment).where(eq(ticketAttachment.ticketId, ticketId));
  return new Map(rows.map((file) => [String(file.id), file.fileName]));
}

export async function namesOf({ db }: Pick<Database, 'db'>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: appUser.id, name: appUser.name })
    .from(appUser)
    .where(inArray(appUser.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
