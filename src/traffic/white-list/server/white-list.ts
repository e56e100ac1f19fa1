import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Condition } from '#platform/contract/condition.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { type Actor, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { ReasonGroup } from '#traffic/event/contract/reasons.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';
import type { ChangeCause, VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import type { WhiteListKind } from '#traffic/rules/contract/white-list-kinds.ts';
import { whiteListAudit } from '#traffic/white-list/contract/audit.ts';
import { askAgain } from './ask-again.ts';
import { entryCondition } from './entry-condition.ts';
import { refuse } from './refuse.ts';

export interface WhiteListStores {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

export interface NewEntry {
  kind: WhiteListKind;
  value: string | Condition;
  reason: string;
  /** First and last day covered, in the package's time zone. */
  from?: string | undefined;
  expires?: string | undefined;
  /** The name of the package, for an entry that would clear much. */
  confirm?: string | undefined;
  /** Its name under a dashboard type, and what it was made from. */
  rule?: RuleOfList | undefined;
}

export interface RuleOfList {
  analysis: string;
  name: string;
  /** Groups of reasons it clears; all when empty. */
  categories: readonly ReasonGroup[];
  /** As they were typed, for people; the condition is what counts. */
  conditions: readonly unknown[];
}

export type RuleKey = Pick<RuleOfList, 'analysis' | 'name'>;

/** What an addition or a removal did: the events the entry covers (covered), and how verdicts changed. */
export interface WhiteListEffect {
  id: number;
  events: number;
  changes: VerdictChange[];
}

type StoredEntry = typeof whiteListTable.$inferSelect;

/**
 * Makes what matches clean, at once. Asking for the same again
 * applies it again, so an interrupted call can be repeated.
 */
export async function addEntry(
  scope: Scope,
  stores: WhiteListStores,
  packageInfo: PackageInfo,
  entry: NewEntry,
): Promise<WhiteListEffect> {
  const packageName = ownPackage(scope, packageInfo.package_name);
  if (entry.rule && (await activeRule(stores.database, packageName, entry.rule)))
    throw refuse('white_list_rule_twice', { name: entry.rule.name }, { as: 'conflict', field: 'rule_name' });
  const wanted = await rowOf(stores, packageInfo, entry);
  requireFuture(wanted, stores);
  await askAgain(stores, packageInfo, wanted, { confirm: entry.confirm });
  const { condition, coversFrom: from, expiresAt: until } = wanted;
  const stored = await storeOnce(stores.database, scope, { ...wanted, packageName, author: scope.userName });
  const changes = await rejudge(stores, {
    package: packageName,
    where: conditionSql(condition, TRAFFIC_SQL_FIELDS),
    changed: 'anything',
    cause: causeOf(stores, scope, stored, 'added'),
    ...(from ? { from } : {}),
    ...(until ? { to: until } : {}),
  });
  return { id: stored.id, events: await coveredBy(stores.clickhouse, stored), changes: changed(changes) };
}

/** The rule of that key, while it is in force. */
export async function activeRule({ db }: Database, packageName: string, { analysis, name }: RuleKey) {
  const [found] = await db
    .select()
    .from(whiteListTable)
    .where(
      and(
        eq(whiteListTable.packageName, packageName),
        eq(whiteListTable.analysis, analysis),
        eq(whiteListTable.ruleName, name),
        isNull(whiteListTable.removedAt),
      ),
    );
  return found;
}

/**
 * An end in the past covers nothing that comes, and is mostly a slip. What lies behind may be cleared all the same, a
 * test of last week: then both its days are named.
 *
 * @throws 422 with the field `expires`
 */
export function requireFuture(
  { coversFrom, expiresAt }: Pick<StoredEntry, 'coversFrom' | 'expiresAt'>,
  { now }: WhiteListStores,
): void {
  if (expiresAt && !coversFrom && expiresAt <= now()) throw refuse('entry_past', {}, { field: 'expires' });
}

/** What is stored of an entry, but for whose it is. */
export async function rowOf(
  { clickhouse }: WhiteListStores,
  { time_zone: timeZone }: PackageInfo,
  { kind, value, reason, rule, ...days }: NewEntry,
) {
  if (days.from !== undefined && days.expires !== undefined && days.from > days.expires)
    throw appError('range_reversed', { field: 'expires' });
  const { from, until } = await momentsOf(clickhouse, days, timeZone);
  const said = rule ? JSON.stringify([rule.analysis, rule.name, rule.conditions]) : undefined;
  return {
    kind,
    value: said ?? (typeof value === 'string' ? value : JSON.stringify(value)),
    condition: entryCondition(kind, value, rule ? 'conditions' : 'value'),
    reason,
    coversFrom: from ?? null,
    expiresAt: until ?? null,
    analysis: rule?.analysis ?? null,
    ruleName: rule?.name ?? null,
    categories: [...(rule?.categories ?? [])],
  };
}

async function storeOnce(
  { db }: Database,
  actor: Actor,
  wanted: typeof whiteListTable.$inferInsert,
): Promise<StoredEntry> {
  const made = await db.transaction(async (tx) => {
    const [row] = await tx.insert(whiteListTable).values(wanted).onConflictDoNothing().returning();
    if (row) await audit(tx, actor, { action: whiteListAudit.add, ...auditOf(row) });
    return row;
  });
  if (made) return made;
  const [there] = await db
    .select()
    .from(whiteListTable)
    .where(
      and(
        eq(whiteListTable.packageName, wanted.packageName),
        eq(whiteListTable.kind, wanted.kind),
        eq(whiteListTable.value, wanted.value),
        isNull(whiteListTable.removedAt),
      ),
    );
  const same = (a: Date | null | undefined, b: Date | null | undefined) => (a?.getTime() ?? 0) === (b?.getTime() ?? 0);
  if (there && same(there.coversFrom, wanted.coversFrom) && same(there.expiresAt, wanted.expiresAt)) return there;
  throw refuse('entry_twice', {}, { as: 'conflict', field: 'value' });
}

export const auditOf = ({ id, packageName, kind, value, reason, coversFrom, expiresAt }: StoredEntry) => ({
  subject: `${kind} ${value}`.slice(0, 400),
  package: packageName,
  details: { id, reason, covers_from: coversFrom, expires_at: expiresAt },
});

export const causeOf = (
  { now }: WhiteListStores,
  { userName }: Actor,
  { id, reason }: StoredEntry,
  what: 'added' | 'removed' | 'changed',
): ChangeCause => {
  const at = now();
  // A rule is changed again and again; it is added and removed once.
  const operation = `white_list ${id} ${what}${what === 'changed' ? ` ${at.toISOString()}` : ''}`;
  return { kind: 'white_list', operation, author: userName, reason, at };
};

/** The verdicts it covered are made again, exactly as if it had never been. Adding it once more undoes the removal. */
export async function removeEntry(scope: Scope, stores: WhiteListStores, id: number): Promise<WhiteListEffect> {
  const { db } = stores.database;
  const [entry] = await db.select().from(whiteListTable).where(eq(whiteListTable.id, id));
  if (!entry || (scope.packages !== 'all' && !scope.packages.has(entry.packageName))) throw appError('not_found');
  ownPackage(scope, entry.packageName);
  const events = await coveredBy(stores.clickhouse, entry);
  await db.transaction(async (tx) => {
    const removed = await tx
      .update(whiteListTable)
      .set({ removedAt: stores.now(), removedBy: scope.userName })
      .where(and(eq(whiteListTable.id, id), isNull(whiteListTable.removedAt)))
      .returning({ id: whiteListTable.id });
    if (removed.length > 0) await audit(tx, scope, { action: whiteListAudit.remove, ...auditOf(entry) });
  });
  const changes = await rejudge(stores, {
    package: entry.packageName,
    where: sql`whitelist_id = ${typed('UInt32', id)}`,
    changed: 'anything',
    cause: causeOf(stores, scope, entry, 'removed'),
  });
  return { id, events, changes: changed(changes) };
}

/**
 * Daily: takes expired entries that cover no stored event any more off the list. Expiry is a matter of event time
 * (later events are not covered in the first place), so no verdict changes when the day passes.
 */
export async function expireWhiteList({ clickhouse, database: { db }, now }: WhiteListStores): Promise<number[]> {
  const expired = await db
    .select()
    .from(whiteListTable)
    .where(and(isNull(whiteListTable.removedAt), lte(whiteListTable.expiresAt, now())));
  const retired: number[] = [];
  for (const entry of expired) {
    if ((await coveredBy(clickhouse, entry)) > 0) continue;
    await db
      .update(whiteListTable)
      .set({ removedAt: now(), removedBy: 'expiry' })
      .where(eq(whiteListTable.id, entry.id));
    retired.push(entry.id);
  }
  return retired;
}

/** An entry covers the traffic of everybody, and names it: who sees a part neither makes nor reads one. */
export function ownPackage(scope: Scope, packageName: string): string {
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('white_list_of_whole_package', {}, { as: 'forbidden' });
  return packageName;
}

/** Events that each entry of a package makes clean now. */
export async function coveredEvents(ch: ClickHouse, packageName: string): Promise<Map<number, number>> {
  const rows = await ch.query<{ id: number; events: number }>(
    sql`SELECT whitelist_id AS id, count() AS events FROM traffic WHERE package = ${typed('String', packageName)} AND whitelist_id != 0 GROUP BY id`,
    { tag: 'white-list' },
  );
  return new Map(rows.map(({ id, events }) => [id, events]));
}

export const coveredBy = async (ch: ClickHouse, { id, packageName }: StoredEntry): Promise<number> =>
  (await coveredEvents(ch, packageName)).get(id) ?? 0;

export const changed = (changes: readonly VerdictChange[]): VerdictChange[] =>
  changes.filter(({ from, to }) => from !== to);
