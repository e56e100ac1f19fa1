import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mappingAudit } from '#domains/users/contract/audit.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser, packageTable, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { MappingView, mappingBody } from '../contract/mappings.ts';
import { refuse } from './refuse.ts';

type MappingBody = z.output<typeof mappingBody>;
type Selection = Omit<MappingBody, 'user_id' | 'package_name'>;

const COLUMNS = {
  mapping: userPackage,
  name: appUser.name,
  email: appUser.email,
  role: appUser.role,
  title: packageTable.title,
  platform: packageTable.platform,
};

type Reader = Pick<Database['db'], 'select'>;
const rowsFrom = (db: Reader) =>
  db
    .select(COLUMNS)
    .from(userPackage)
    .innerJoin(appUser, eq(appUser.id, userPackage.userId))
    .innerJoin(packageTable, eq(packageTable.name, userPackage.packageName));

/** By the user or by the package: apart, each is found by its own index instead of reading every mapping. */
const matches = (like: string): SQL =>
  sql`(${userPackage.userId} IN (SELECT id FROM app_user WHERE lower(email) || ' ' || lower(name) LIKE ${like})
    OR ${userPackage.packageName} IN (SELECT name FROM package WHERE lower(name || ' ' || title) LIKE ${like}))`;

/** The newest first. */
export async function listMappings(
  scope: Scope,
  { db }: Database,
  {
    search,
    user_id,
    page,
    limit,
  }: { search?: string | undefined; user_id?: number | undefined; page: number; limit: number },
): Promise<{ rows: MappingView[]; total: number }> {
  requireMay(scope, 'user.write');
  const where = and(
    ofOwnPackages(scope, userPackage.packageName),
    user_id === undefined ? undefined : eq(userPackage.userId, user_id),
    search ? matches(containing(search.trim().toLowerCase())) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    rowsFrom(db)
      .where(where)
      .orderBy(desc(userPackage.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: count() })
      .from(userPackage)
      .innerJoin(appUser, eq(appUser.id, userPackage.userId))
      .innerJoin(packageTable, eq(packageTable.name, userPackage.packageName))
      .where(where),
  ]);
  return { rows: rows.map(toView), total: counted?.total ?? 0 };
}

export async function oneMapping(scope: Scope, { db }: { db: Reader }, id: number): Promise<MappingView> {
  requireMay(scope, 'user.write');
  const [row] = await rowsFrom(db).where(eq(userPackage.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.mapping.packageName);
  return toView(row);
}

/** One mapping per user and package; the second one is a conflict, not a change. */
export async function addMapping(scope: Scope, { db }: Database, body: MappingBody): Promise<MappingView> {
  requireMay(scope, 'user.write');
  requirePackage(scope, body.package_name);
  return db.transaction(async (tx) => {
    await known(tx, body);
    const [made] = await tx
      .insert(userPackage)
      .values({
        userId: body.user_id,
        packageName: body.package_name,
        position: sql`(SELECT count(*)::int FROM ${userPackage} WHERE user_id = ${body.user_id})`,
        ...columnsOf(body),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw refuse('mapping_exists', {}, { as: 'conflict', field: 'package_name' });
    const view = await oneMapping(scope, { db: tx }, made.id);
    await audit(tx, scope, { action: mappingAudit.add, ...auditOf(view), details: columnsOf(body) });
    return view;
  });
}

export async function editMapping(
  scope: Scope,
  { db }: Database,
  id: number,
  selection: Selection,
  version: number | undefined,
): Promise<MappingView> {
  requireMay(scope, 'user.write');
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(userPackage).where(eq(userPackage.id, id)).for('update');
    if (!before) throw appError('not_found', { field: 'id' });
    requirePackage(scope, before.packageName);
    if (version !== undefined && before.version !== version) throw appError('conflict');
    await tx
      .update(userPackage)
      .set({ ...columnsOf(selection), version: before.version + 1 })
      .where(eq(userPackage.id, id));
    const view = await oneMapping(scope, { db: tx }, id);
    const { menu, filters, dashboardTypes } = before;
    const details = { from: { menu, filters, dashboardTypes }, to: columnsOf(selection) };
    await audit(tx, scope, { action: mappingAudit.edit, ...auditOf(view), details });
    return view;
  });
}

export async function removeMapping(scope: Scope, { db }: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const view = await oneMapping(scope, { db: tx }, id);
    await tx.delete(userPackage).where(eq(userPackage.id, id));
    await audit(tx, scope, { action: mappingAudit.delete, ...auditOf(view) });
  });
}

async function known(db: Reader, { user_id, package_name }: MappingBody): Promise<void> {
  const [user] = await db.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, user_id));
  if (!user) throw refuse('no_such_user', {}, { field: 'user_id' });
  const [found] = await db
    .select({ name: packageTable.name })
    .from(packageTable)
    .where(eq(packageTable.name, package_name));
  if (!found) throw refuse('no_such_package', {}, { field: 'package_name' });
}

const columnsOf = ({ dashboardType, menu, filter }: Selection) => ({
  dashboardTypes: dashboardType,
  menu,
  filters: filter,
});

const auditOf = ({ user_email, body }: MappingView) => ({ subject: user_email, package: body.package_name });

type MappingRow = {
  mapping: typeof userPackage.$inferSelect;
  name: string;
  email: string;
  role: string;
  title: string;
  platform: 'web' | 'app';
};

const toView = ({ mapping, name, email, role, title, platform }: MappingRow): MappingView => ({
  id_: mapping.id,
  body: {
    user_id: mapping.userId,
    package_name: mapping.packageName,
    dashboardType: mapping.dashboardTypes,
    menu: mapping.menu,
    filter: mapping.filters,
  },
  user_name: name,
  user_email: email,
  user_role: role,
  package_title: title,
  platform,
  version: mapping.version,
});
