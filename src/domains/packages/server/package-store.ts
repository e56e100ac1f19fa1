import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { type Actor, requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { refuse } from '#platform/server/http/refuse.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type newPackage, type PackageView, type packageEdit, USUAL_LANDING } from '../contract/endpoints.ts';

type PackageRow = typeof packageTable.$inferSelect;
type NewPackage = z.output<typeof newPackage>;
type PackageEdit = z.output<typeof packageEdit>;
type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Removes the package's records and writes down, in the same transaction, that its events and files have to go. */
export type RemoveRecorded = (
  tx: Tx,
  actor: Actor,
  packageName: string,
  remove: () => Promise<unknown>,
) => Promise<void>;

const users = sql<number>`(SELECT count(*)::int FROM ${userPackage} m WHERE m.package_name = package.name)`;

/** The newest first: what was just made stands where it is looked for, however many there are. */
export async function listPackages(
  scope: Scope,
  { db }: Database,
  now: Date,
  { search, page = 1, limit }: { search?: string | undefined; page?: number; limit?: number } = {},
): Promise<{ rows: PackageView[]; total: number }> {
  requireMay(scope, 'package.write');
  const found = search
    ? sql`lower(${packageTable.name} || ' ' || ${packageTable.title} || ' ' || ${packageTable.domain}) LIKE ${containing(search.trim().toLowerCase())}`
    : undefined;
  const where = and(ofOwnPackages(scope, packageTable.name), found);
  const asked = db
    .select({ row: packageTable, users })
    .from(packageTable)
    .where(where)
    .orderBy(desc(packageTable.id))
    .$dynamic();
  const [rows, [counted]] = await Promise.all([
    limit === undefined ? asked : asked.limit(limit).offset((page - 1) * limit),
    db.select({ total: count() }).from(packageTable).where(where),
  ]);
  return { rows: rows.map((each) => toView(each, now)), total: counted?.total ?? 0 };
}

export async function onePackage(
  scope: Scope,
  { db }: { db: Pick<Database['db'], 'select'> },
  id: number,
  now: Date,
): Promise<PackageView> {
  requireMay(scope, 'package.write');
  const [row] = await db.select({ row: packageTable, users }).from(packageTable).where(eq(packageTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.row.name);
  return toView(row, now);
}

/** 409 for a taken name: it is never handed over. */
export async function addPackage(scope: Scope, { db }: Database, made: NewPackage, now: Date): Promise<PackageView> {
  requireMay(scope, 'package.write');
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(packageTable)
      .values({
        name: made.package_name,
        title: made.package_title,
        platform: made.platform,
        domain: made.domain ?? made.package_name,
        dashboardTypes: [...(made.dashboardType ?? USUAL_LANDING[made.platform])],
        timeZone: made.time_zone,
        currency: made.currency,
        suspectCountsAs: made.suspect_counts_as,
        active: made.active,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('package_exists', {}, { as: 'conflict', field: 'package_name' });
    await audit(tx, scope, { action: packageAudit.add, subject: row.name, package: row.name, details: shown(row) });
    return onePackage(scope, { db: tx }, row.id, now);
  });
}

/** 409 when somebody else has saved since the editor opened the form. */
export async function editPackage(
  scope: Scope,
  { db }: Database,
  id: number,
  edit: PackageEdit,
  version: number | undefined,
  now: Date,
): Promise<PackageView> {
  return db.transaction(async (tx) => {
    const before = await lockPackage(scope, tx, id);
    if (version !== undefined && before.version !== version) throw appError('conflict');
    const [after] = await tx
      .update(packageTable)
      .set({
        title: edit.package_title,
        domain: edit.domain,
        dashboardTypes: edit.dashboardType,
        timeZone: edit.time_zone,
        currency: edit.currency,
        suspectCountsAs: edit.suspect_counts_as,
        active: edit.active,
        version: before.version + 1,
      })
      .where(eq(packageTable.id, id))
      .returning();
    if (after) {
      const details = { from: shown(before), to: shown(after) };
      await audit(tx, scope, { action: packageAudit.edit, subject: after.name, package: after.name, details });
    }
    return onePackage(scope, { db: tx }, id, now);
  });
}

export async function removePackage(
  scope: Scope,
  { db }: Database,
  id: number,
  removeRecorded: RemoveRecorded,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { name, title } = await lockPackage(scope, tx, id);
    await removeRecorded(tx, scope, name, () => tx.delete(packageTable).where(eq(packageTable.id, id)));
    await audit(tx, scope, { action: packageAudit.delete, subject: name, package: name, details: { title } });
  });
}

async function lockPackage(scope: Scope, tx: Tx, id: number): Promise<PackageRow> {
  requireMay(scope, 'package.write');
  const [row] = await tx.select().from(packageTable).where(eq(packageTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.name);
  return row;
}

const shown = ({ title, domain, dashboardTypes, timeZone, currency, suspectCountsAs, active }: PackageRow) => ({
  title,
  domain,
  dashboard_types: dashboardTypes,
  time_zone: timeZone,
  currency,
  suspect_counts_as: suspectCountsAs,
  active,
});

const toView = ({ row, users: mapped }: { row: PackageRow; users: number }, now: Date): PackageView => ({
  id: row.id,
  package_name: row.name,
  package_title: row.title,
  platform: row.platform,
  domain: row.domain,
  time_zone: row.timeZone,
  currency: row.currency,
  suspect_counts_as: row.suspectCountsAs,
  dashboardType: row.dashboardTypes,
  active: row.active,
  demo: row.demo,
  today: todayIn(row.timeZone, now),
  users: mapped,
  created_at: row.createdAt.toISOString(),
  version: row.version,
});
