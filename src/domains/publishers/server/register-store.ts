import { and, asc, count, eq, ilike, or, sql as pgSql, type SQL } from 'drizzle-orm';
import { publisherAudit } from '#domains/publishers/contract/audit.ts';
import type { NewPublisher, PublisherEdit, PublisherView } from '#domains/publishers/contract/register-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';
import { refuse } from './refuse.ts';
import { publisherTable } from './tables.ts';

const DAYS = 30;

type Row = typeof publisherTable.$inferSelect;

/** For who sees all of them: publishers of a package by name, with who is mapped to each and the events of the newest 30 days of data. */
export async function listPublishers(
  scope: Scope,
  stores: Stores,
  info: PackageInfo,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: PublisherView[]; total: number }> {
  const { db } = stores.database;
  const where = and(
    eq(publisherTable.packageName, ownRules(scope, info.package_name)),
    search ? naming(search) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(publisherTable)
      .where(where)
      .orderBy(asc(pgSql`lower(${publisherTable.name})`), asc(publisherTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(publisherTable).where(where),
  ]);
  return { rows: await viewsOf(scope, stores, info, rows), total: counted?.total ?? 0 };
}

const naming = (text: string): SQL | undefined => {
  const pattern = containing(text);
  return or(
    ilike(publisherTable.name, pattern),
    ilike(publisherTable.contact, pattern),
    ilike(publisherTable.email, pattern),
    ilike(publisherTable.notes, pattern),
  );
};

async function viewsOf(scope: Scope, stores: Stores, info: PackageInfo, rows: Row[]): Promise<PublisherView[]> {
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return [];
  const [events, users] = await Promise.all([
    eventsOf(scope, stores, info, names),
    usersOf(stores.database, info, names),
  ]);
  return rows.map((row) => ({
    id: row.id,
    package_name: row.packageName,
    publisher: row.name,
    contact: row.contact,
    email: row.email,
    status: row.status,
    notes: row.notes,
    users: users.get(row.name) ?? [],
    events: events.get(row.name) ?? 0,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

async function eventsOf(scope: Scope, { clickhouse }: Stores, info: PackageInfo, names: readonly string[]) {
  const to = await lastDay(clickhouse, info);
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: addDays(to, 1 - DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const rows = await clickhouse.query<{ name: string; events: number }>(
    sql`SELECT toString(publisher) AS name, count() AS events FROM traffic
      WHERE ${where} AND publisher IN ${typed('Array(String)', [...names])} GROUP BY name`,
    { tag: 'publisher-register' },
  );
  return new Map(rows.map(({ name, events }) => [name, events]));
}

/** Names of the users of the package whose account is narrowed to a publisher. */
async function usersOf({ db }: Database, info: PackageInfo, names: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ name: appUser.name, publishers: appUser.publishers })
    .from(appUser)
    .innerJoin(userPackage, eq(userPackage.userId, appUser.id))
    .where(
      and(
        eq(userPackage.packageName, info.package_name),
        pgSql`${appUser.publishers} && ${pgSql.param([...names])}::text[]`,
      ),
    )
    .orderBy(asc(appUser.name));
  return new Map(
    names.map((each) => [each, rows.filter(({ publishers }) => publishers.includes(each)).map(({ name }) => name)]),
  );
}

export async function addPublisher(
  scope: Scope,
  stores: Stores,
  info: PackageInfo,
  { package_name: _, publisher: name, ...wanted }: NewPublisher,
): Promise<PublisherView> {
  const packageName = ownRules(scope, info.package_name);
  const row = await stores.database.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(publisherTable)
      .values({ ...wanted, name, packageName, createdBy: scope.userName })
      .onConflictDoNothing()
      .returning();
    if (!made) throw refuse('publisher_twice', {}, { as: 'conflict', field: 'publisher' });
    await audit(tx, scope, { action: publisherAudit.add, ...auditOf(made) });
    return made;
  });
  return one(await viewsOf(scope, stores, info, [row]));
}

export async function editPublisher(
  scope: Scope,
  stores: Stores,
  packageInfo: (name: string) => Promise<PackageInfo>,
  { id, now, ...wanted }: PublisherEdit & { id: number; now: Date },
): Promise<PublisherView> {
  const { packageName } = await ownPublisher(scope, stores.database, id);
  const row = await stores.database.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(publisherTable)
      .set({ ...wanted, updatedAt: now })
      .where(eq(publisherTable.id, id))
      .returning();
    if (!changed) throw appError('not_found');
    await audit(tx, scope, { action: publisherAudit.edit, ...auditOf(changed) });
    return changed;
  });
  return one(await viewsOf(scope, stores, await packageInfo(packageName), [row]));
}

export async function removePublisher(scope: Scope, database: Database, id: number): Promise<void> {
  await ownPublisher(scope, database, id);
  await database.db.transaction(async (tx) => {
    const [gone] = await tx.delete(publisherTable).where(eq(publisherTable.id, id)).returning();
    if (!gone) throw appError('not_found');
    await audit(tx, scope, { action: publisherAudit.delete, ...auditOf(gone) });
  });
}

/** Of a package that is not the caller's it is as unknown as one that does not exist. */
async function ownPublisher(scope: Scope, { db }: Database, id: number): Promise<Row> {
  const [row] = await db.select().from(publisherTable).where(eq(publisherTable.id, id));
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName))) throw appError('not_found');
  ownRules(scope, row.packageName);
  return row;
}

const auditOf = ({ id, packageName, name, status }: Row) => ({
  subject: name.slice(0, 400),
  package: packageName,
  details: { id, status },
});

function one(rows: readonly PublisherView[]): PublisherView {
  const [row] = rows;
  if (!row) throw new Error('A publisher was not stored');
  return row;
}
