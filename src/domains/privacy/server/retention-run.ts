import { and, count, eq, isNotNull, lt, or } from 'drizzle-orm';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import { privacyAudit } from '#domains/privacy/contract/audit.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope, SYSTEM } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { rejectsName } from '#traffic/intake/server/import-files.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { eventDecision } from '#traffic/judge/server/tables.ts';
import {
  type Due,
  expiredEvents,
  removeExpired,
  truncateAddresses,
  untruncatedEvents,
} from '#traffic/privacy/server/retention.ts';
import { truncationCutoff } from '#traffic/privacy/server/truncate-new.ts';
import type { PackagePrivacy, PrivacyEffect } from '../contract/endpoints.ts';
import type { ErasureDeps } from './run-erasures.ts';

export interface RetentionDeps extends ErasureDeps {
  now: () => Date;
}

const DAY_MS = 86_400_000;

/** Whole days back from now, to the beginning of that day in UTC: a day is kept whole or not at all. */
export const cutoff = (now: Date, days: number): Date =>
  new Date(Math.floor((now.getTime() - days * DAY_MS) / DAY_MS) * DAY_MS);

export async function listPrivacy(scope: Scope, { db }: Database): Promise<PackagePrivacy[]> {
  requireMay(scope, 'server.read');
  const rows = await db
    .select()
    .from(packageTable)
    .where(ofOwnPackages(scope, packageTable.name))
    .orderBy(packageTable.id);
  return rows.map(toView);
}

export async function previewPrivacy(
  scope: Scope,
  { database, clickhouse, now }: RetentionDeps,
  id: number,
  wanted: { retention_days?: number | undefined; truncate_after_days?: number | undefined },
): Promise<PrivacyEffect> {
  requireMay(scope, 'server.read');
  const [row] = await database.db.select().from(packageTable).where(eq(packageTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.name);
  const { retention_days: keep, truncate_after_days: whole } = wanted;
  const expiry = keep === undefined ? undefined : { package: row.name, before: cutoff(now(), keep) };
  const truncation = whole === undefined ? undefined : { package: row.name, before: truncationCutoff(now(), whole) };
  const expired = expiry ? await expiredEvents(clickhouse, expiry) : { events: 0, oldest: null, newest: null };
  const [decisions] = expiry
    ? await database.db.select({ n: count() }).from(eventDecision).where(decisionsOf(expiry))
    : [];
  return {
    ...expired,
    addresses: truncation ? await untruncatedEvents(clickhouse, truncation) : 0,
    decisions: decisions?.n ?? 0,
  };
}

export async function savePrivacy(
  scope: Scope,
  { db }: Database,
  id: number,
  settings: Pick<PackagePrivacy, 'retention_days' | 'truncate_after_days'>,
): Promise<PackagePrivacy> {
  requireMay(scope, 'server.write');
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(packageTable).where(eq(packageTable.id, id)).for('update');
    if (!before) throw appError('not_found', { field: 'id' });
    requirePackage(scope, before.name);
    const [after] = await tx
      .update(packageTable)
      .set({ retentionDays: settings.retention_days, truncateAfterDays: settings.truncate_after_days })
      .where(eq(packageTable.id, id))
      .returning();
    if (!after) throw appError('not_found', { field: 'id' });
    const details = {
      from: { retention_days: before.retentionDays, truncate_after_days: before.truncateAfterDays },
      to: settings,
    };
    await audit(tx, scope, { action: packageAudit.edit, subject: after.name, package: after.name, details });
    return toView(after);
  });
}

/**
 * The nightly run: removes what is past its retention, truncates what is past its days. Answers what it did by package.
 */
export async function runRetention(deps: RetentionDeps): Promise<Record<string, object>> {
  const { database, clickhouse, now } = deps;
  const rows = await database.db
    .select()
    .from(packageTable)
    .where(or(isNotNull(packageTable.retentionDays), isNotNull(packageTable.truncateAfterDays)));
  const expiring = rows.flatMap(({ name, retentionDays }) =>
    retentionDays === null ? [] : [{ package: name, before: cutoff(now(), retentionDays) }],
  );
  const removed = await removeExpired({ clickhouse, database }, expiring);
  const kept = new Set<string>();
  if (expiring.length > 0) for await (const { name } of deps.files.list('files/imports')) kept.add(name);
  for (const due of expiring) await removeRecords(deps, due, kept);
  const done: Record<string, object> = {};
  for (const { name, truncateAfterDays } of rows) {
    const addresses =
      truncateAfterDays === null
        ? 0
        : await truncateAddresses(clickhouse, { package: name, before: truncationCutoff(now(), truncateAfterDays) });
    const events = removed.get(name) ?? 0;
    if (events > 0 || addresses > 0) done[name] = { events, addresses };
  }
  for (const [name, details] of Object.entries(done))
    await audit(database.db, SYSTEM, {
      action: privacyAudit.retentionRun,
      subject: name,
      package: name,
      details: { ...details },
    });
  return done;
}

/** What Postgres and the disk keep beside removed events: marks, and the rejected lines of imports as old. */
async function removeRecords(
  { database: { db }, files }: RetentionDeps,
  due: Due,
  kept: ReadonlySet<string>,
): Promise<void> {
  await db.delete(eventDecision).where(decisionsOf(due));
  const imports = await db
    .select({ id: importTable.id })
    .from(importTable)
    .where(
      and(eq(importTable.packageName, due.package), lt(importTable.lastTs, due.before), eq(importTable.live, false)),
    );
  for (const { id } of imports) if (kept.has(rejectsName(id))) await files.remove(rejectsName(id));
}

const decisionsOf = ({ package: name, before }: Due) =>
  and(eq(eventDecision.packageName, name), lt(eventDecision.ts, before));

const toView = (row: typeof packageTable.$inferSelect): PackagePrivacy => ({
  id: row.id,
  package_name: row.name,
  package_title: row.title,
  retention_days: row.retentionDays,
  truncate_after_days: row.truncateAfterDays,
});
