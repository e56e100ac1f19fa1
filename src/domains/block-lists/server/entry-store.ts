import { and, count, desc, eq, getTableColumns, gt, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { blockAudit } from '#domains/block-lists/contract/audit.ts';
import type { BlockView } from '#domains/block-lists/contract/block-endpoints.ts';
import type { BlockKind } from '#domains/block-lists/contract/kinds.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { daysOf } from '#traffic/event/server/covered-days.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';
import type { Blocked } from './normal-values.ts';
import { ownRow } from './own-row.ts';
import { refuse } from './refuse.ts';
import { blockEntry, blockList, type EntryRow } from './tables.ts';

export interface EntryStores {
  database: Database;
  now: () => Date;
}

export type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Entries of a package that are in force. */
export const inForce = (packageName: string, now: Date): SQL | undefined =>
  and(onList(packageName, now), eq(blockEntry.waits, false));

/** The same with those that begin later. */
const onList = (packageName: string, now: Date): SQL | undefined =>
  and(
    eq(blockEntry.packageName, packageName),
    isNull(blockEntry.removedAt),
    or(isNull(blockEntry.endsAt), gt(blockEntry.endsAt, now)),
  );

/** Whether the rules do not follow: the list is another one, or somebody has saved a version since. */
export const rulesBehind = (): SQL | undefined => {
  const newest = sql`(SELECT max(version) FROM rule_set WHERE rule_set.package_name = ${blockList.packageName})`;
  return or(lt(blockList.followed, blockList.changes), lt(blockList.version, newest));
};

/** Says that rules and feeds have to follow; in the transaction of the change, so that neither is without the other. */
export async function noteChange(tx: Transaction, packageName: string): Promise<void> {
  await tx
    .insert(blockList)
    .values({ packageName, changes: 1 })
    .onConflictDoUpdate({ target: blockList.packageName, set: { changes: sql`${blockList.changes} + 1` } });
}

/** The newest first. It names sources of every vendor, so it is not for those who see only some. */
export async function listEntries(
  scope: Scope,
  { database: { db }, now }: EntryStores,
  info: PackageInfo,
  asked: { kind?: BlockKind | undefined; search?: string | undefined; page: number; limit: number },
): Promise<{ rows: BlockView[]; total: number }> {
  const { kind, search, page, limit } = asked;
  const where = and(
    onList(ownRules(scope, info.package_name), now()),
    kind ? eq(blockEntry.kind, kind) : undefined,
    search ? naming(search) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(blockEntry)
      .where(where)
      .orderBy(desc(blockEntry.createdAt), desc(blockEntry.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(blockEntry).where(where),
  ]);
  return { rows: rows.map((row) => viewOf(row, info.time_zone)), total: counted?.total ?? 0 };
}

function naming(text: string): SQL | undefined {
  const pattern = containing(text);
  return or(
    ilike(blockEntry.value, pattern),
    ilike(blockEntry.publisher, pattern),
    ilike(blockEntry.reason, pattern),
    ilike(blockEntry.author, pattern),
  );
}

const viewOf = (row: EntryRow, timeZone: string): BlockView => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  publisher: row.publisher,
  reason: row.reason,
  source: row.source,
  author: row.author,
  fraud: row.fraud,
  events: row.events,
  created_at: row.createdAt.toISOString(),
  from: daysOf(row.startsAt, null, timeZone).from,
  until: daysOf(null, row.endsAt, timeZone).expires,
});

export async function listState(scope: Scope, { database: { db }, now }: EntryStores, name: string) {
  const [[counted], [state]] = await Promise.all([
    db
      .select({ entries: count() })
      .from(blockEntry)
      .where(inForce(ownRules(scope, name), now())),
    db
      .select({ ...getTableColumns(blockList), behind: sql<boolean>`${rulesBehind()}` })
      .from(blockList)
      .where(eq(blockList.packageName, name)),
  ]);
  return {
    entries: counted?.entries ?? 0,
    held: state?.held ?? 0,
    waiting: state?.behind ?? false,
    problem: state?.problem ?? '',
  };
}

const LATELY_MS = 86_400_000;

/** What was put on the list by hand in the last day and is still there. */
export async function blockedLately(
  scope: Scope,
  { database: { db }, now }: EntryStores,
  name: string,
): Promise<Blocked[]> {
  const { kind, value, publisher } = blockEntry;
  const since = new Date(now().getTime() - LATELY_MS);
  const byHand = and(eq(blockEntry.source, 'hand'), gt(blockEntry.createdAt, since));
  return db
    .select({ kind, value, publisher })
    .from(blockEntry)
    .where(and(onList(ownRules(scope, name), now()), byHand));
}

export interface Wanted {
  entries: readonly Blocked[];
  reason: string;
  /** Null: at once. */
  startsAt: Date | null;
  endsAt: Date | null;
}

/** Blocks what is not blocked yet; what is stays as it was, with its reason and end. */
export async function addEntries(
  scope: Scope,
  { database: { db }, now }: EntryStores,
  info: PackageInfo,
  { entries, reason, startsAt, endsAt }: Wanted,
): Promise<{ added: number; there: number }> {
  const packageName = ownRules(scope, info.package_name);
  const at = (moment: Date | null) => sql`${moment?.toISOString() ?? null}::timestamptz`;
  const list = (of: (entry: Blocked) => string) => sql`${sql.param(entries.map(of))}::text[]`;
  return db.transaction(async (tx) => {
    // One that has run out and was not ended yet must not stand in the way.
    await turnInTransaction(tx, now(), packageName);
    const made = await tx.execute(sql`
      INSERT INTO block_entry (package_name, kind, value, publisher, reason, author, created_at, starts_at, waits, ends_at)
      SELECT ${packageName}, kind, value, publisher, ${reason}, ${scope.userName}, ${at(now())}, ${at(startsAt)},
        ${startsAt !== null}, ${at(endsAt)}
      FROM unnest(${list(({ kind }) => kind)}, ${list(({ value }) => value)}, ${list(({ publisher }) => publisher)})
        AS wanted (kind, value, publisher)
      ON CONFLICT DO NOTHING`);
    const added = made.rowCount ?? 0;
    if (added > 0) await noteChange(tx, packageName);
    await audit(tx, scope, {
      action: blockAudit.add,
      subject: entries
        .slice(0, 3)
        .map(({ kind, value }) => `${kind} ${value}`)
        .join(', ')
        .slice(0, 400),
      package: packageName,
      details: { added, there: entries.length - added, reason, starts_at: startsAt, ends_at: endsAt },
    });
    return { added, there: entries.length - added };
  });
}

export async function removeBlock(scope: Scope, stores: EntryStores, id: number): Promise<string> {
  const row = await ownEntry(scope, stores, id);
  await stores.database.db.transaction(async (tx) => {
    const gone = await tx
      .update(blockEntry)
      .set({ removedAt: stores.now(), removedBy: scope.userName })
      .where(and(eq(blockEntry.id, id), isNull(blockEntry.removedAt)))
      .returning({ id: blockEntry.id });
    if (gone.length === 0) throw appError('not_found');
    await noteChange(tx, row.packageName);
    await audit(tx, scope, { action: blockAudit.remove, ...auditOf(row) });
  });
  return row.packageName;
}

/** Takes a removal back: the entry is in force again with its reason and end. */
export async function restoreBlock(scope: Scope, stores: EntryStores, id: number): Promise<string> {
  const row = await ownEntry(scope, stores, id);
  if (row.removedBy === null) throw appError('not_found');
  await stores.database.db.transaction(async (tx) => {
    const [taken] = await tx
      .select({ id: blockEntry.id })
      .from(blockEntry)
      .where(
        and(
          onList(row.packageName, stores.now()),
          eq(blockEntry.kind, row.kind),
          eq(blockEntry.value, row.value),
          eq(blockEntry.publisher, row.publisher),
        ),
      );
    if (taken) throw refuse('blocked_again', {}, { as: 'conflict' });
    await tx.update(blockEntry).set({ removedAt: null, removedBy: null }).where(eq(blockEntry.id, id));
    await noteChange(tx, row.packageName);
    await audit(tx, scope, { action: blockAudit.restore, ...auditOf(row) });
  });
  return row.packageName;
}

async function ownEntry(scope: Scope, { database: { db } }: EntryStores, id: number): Promise<EntryRow> {
  const [row] = await db.select().from(blockEntry).where(eq(blockEntry.id, id));
  return ownRow(scope, row);
}

const auditOf = ({ id, packageName, kind, value, reason, endsAt }: EntryRow) => ({
  subject: `${kind} ${value}`.slice(0, 400),
  package: packageName,
  details: { id, reason, ends_at: endsAt },
});

/** What has run out is over and what was to begin has begun, for one package or for all. */
export async function turnInTransaction(tx: Transaction, now: Date, packageName?: string): Promise<void> {
  const by = sql`${now.toISOString()}::timestamptz`;
  const own = packageName === undefined ? undefined : eq(blockEntry.packageName, packageName);
  const ended = await tx
    .update(blockEntry)
    .set({ removedAt: sql`${blockEntry.endsAt}` })
    .where(and(isNull(blockEntry.removedAt), sql`${blockEntry.endsAt} <= ${by}`, own))
    .returning({ packageName: blockEntry.packageName });
  const begun = await tx
    .update(blockEntry)
    .set({ waits: false })
    .where(and(eq(blockEntry.waits, true), sql`${blockEntry.startsAt} <= ${by}`, own))
    .returning({ packageName: blockEntry.packageName });
  for (const name of new Set([...ended, ...begun].map((row) => row.packageName))) await noteChange(tx, name);
}
