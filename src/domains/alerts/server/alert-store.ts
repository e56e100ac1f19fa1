import { and, asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import { type AlertSettings, MOST_ALERTS, reachOf, windowRule } from '#domains/alerts/contract/alert.ts';
import { alertAudit } from '#domains/alerts/contract/audit.ts';
import type { AlertView } from '#domains/alerts/contract/endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser, packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { readCondition } from '#traffic/explorer/server/read-condition.ts';
import { recipientsOf, requireAlerts } from './people.ts';
import { refuse } from './refuse.ts';
import { signingSecret } from './signing-secret.ts';
import { type AlertRow, alertEvent, alertMute, alertRecipient, alertTable } from './tables.ts';

export type Platform = 'web' | 'app';
export type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

export interface StoreDeps {
  database: Database;
  outbound: Pick<Outbound, 'check'>;
  now: () => Date;
  /** Of this installation: what webhooks are signed with is made from it. */
  webhookKey: Buffer;
}

/** The row of an alert the caller may read or change. @throws 404 unknown, or of the other kind; 403 foreign */
export async function findAlert(
  scope: Scope,
  { database }: Pick<StoreDeps, 'database'>,
  id: number,
  asked: { platform?: Platform; permission: 'rules.read' | 'rules.write' },
): Promise<AlertRow> {
  const [found] = await database.db
    .select({ row: alertTable, platform: packageTable.platform })
    .from(alertTable)
    .innerJoin(packageTable, eq(packageTable.name, alertTable.packageName))
    .where(eq(alertTable.id, id));
  if (!found || (asked.platform && asked.platform !== found.platform)) throw appError('not_found');
  requireAlerts(scope, found.row.packageName, asked.permission);
  return found.row;
}

export async function listAlerts(
  scope: Scope,
  deps: StoreDeps,
  { packageName, platform, page, limit }: { packageName: string; platform: Platform; page: number; limit: number },
): Promise<{ rows: AlertView[]; total: number }> {
  requireAlerts(scope, packageName, 'rules.read');
  const { db } = deps.database;
  await requireKind(deps.database, packageName, platform);
  const where = eq(alertTable.packageName, packageName);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(alertTable)
      .where(where)
      .orderBy(asc(alertTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(alertTable).where(where),
  ]);
  return { rows: await viewsOf(scope, deps, rows), total: counted?.total ?? 0 };
}

async function requireKind({ db }: Database, packageName: string, platform: Platform): Promise<void> {
  const [found] = await db
    .select({ platform: packageTable.platform })
    .from(packageTable)
    .where(eq(packageTable.name, packageName));
  if (!found) throw appError('not_found', { field: 'package_name' });
  if (found.platform !== platform) throw refuse('alert_other_kind', {}, { field: 'package_name' });
}

export type Saved = AlertSettings & {
  id?: number | undefined;
  /** When it was changed last, as whoever saves has read. */
  seen?: string | undefined;
};

/** All of them or none: with an id it is changed, without one it is new. */
export async function saveAlerts(
  scope: Scope,
  deps: StoreDeps,
  asked: { packageName: string; platform: Platform; alerts: readonly Saved[] },
): Promise<AlertView[]> {
  const { packageName, platform, alerts } = asked;
  requireAlerts(scope, packageName, 'rules.write');
  await requireKind(deps.database, packageName, platform);
  for (const alert of alerts) await requireSound(scope, deps, alert);
  const people: number[][] = [];
  for (const { recipients } of alerts) people.push(await recipientsOf(deps.database, packageName, recipients));
  const rows = await deps.database.db.transaction(async (tx) => {
    // One after the other, so that two who save at once do not pass the limit or take one name.
    await tx
      .select({ name: packageTable.name })
      .from(packageTable)
      .where(eq(packageTable.name, packageName))
      .for('no key update');
    const saved: { row: AlertRow; isNew: boolean }[] = [];
    for (const [at, alert] of alerts.entries())
      saved.push(await saveOne(scope, tx, { packageName, alert, people: people[at] ?? [], now: deps.now() }));
    await requireRoom(tx, packageName);
    // Last: until the end of the transaction others who write to the log wait.
    for (const { row, isNew } of saved)
      await audit(tx, scope, {
        action: isNew ? alertAudit.create : alertAudit.update,
        subject: row.name,
        package: packageName,
        details: { id: row.id, metric: row.settings.metric, limit: row.settings.limit, active: row.active },
      });
    return saved.map(({ row }) => row);
  });
  return viewsOf(scope, deps, rows);
}

interface One {
  packageName: string;
  alert: Saved;
  people: readonly number[];
  now: Date;
}

async function saveOne(scope: Scope, tx: Transaction, { packageName, alert, people, now }: One) {
  const { id, name, active, recipients: _recipients, seen, ...settings } = alert;
  await requireName(tx, packageName, name, id);
  if (id !== undefined && seen !== undefined) await requireUnchanged(tx, id, seen);
  const values = { name, active, settings, updatedAt: now };
  const [row] =
    id === undefined
      ? await tx
          .insert(alertTable)
          .values({ ...values, packageName, createdBy: scope.userName, createdAt: now, watchedFrom: now })
          .returning()
      : await tx
          .update(alertTable)
          // What it looks for is another thing from now on: nothing of before is raised by it.
          .set({ ...values, problem: null, watchedFrom: now })
          .where(and(eq(alertTable.id, id), eq(alertTable.packageName, packageName)))
          .returning();
  if (!row) throw appError('not_found');
  await tx.delete(alertRecipient).where(eq(alertRecipient.alertId, row.id));
  if (people.length > 0) await tx.insert(alertRecipient).values(people.map((userId) => ({ alertId: row.id, userId })));
  return { row, isNew: id === undefined };
}

/** @throws conflict when somebody else has saved since it was read. Who saves holds the package: nobody saves meanwhile. */
async function requireUnchanged(tx: Transaction, id: number, seen: string): Promise<void> {
  const [stored] = await tx.select({ at: alertTable.updatedAt }).from(alertTable).where(eq(alertTable.id, id));
  if (stored && stored.at.toISOString() !== seen) throw appError('conflict');
}

async function requireName(tx: Transaction, packageName: string, name: string, id: number | undefined): Promise<void> {
  const [taken] = await tx
    .select({ id: alertTable.id })
    .from(alertTable)
    .where(and(eq(alertTable.packageName, packageName), sql`lower(${alertTable.name}) = lower(${name})`));
  if (taken && taken.id !== id) throw refuse('alert_name_taken', {}, { as: 'conflict', field: 'name' });
}

async function requireRoom(tx: Transaction, packageName: string): Promise<void> {
  const [there] = await tx.select({ n: count() }).from(alertTable).where(eq(alertTable.packageName, packageName));
  if ((there?.n ?? 0) > MOST_ALERTS) throw refuse('alert_limit', { most: MOST_ALERTS });
}

/** @throws what could never be raised, always would be, or cannot be reckoned or called */
export async function requireSound(
  scope: Scope,
  deps: Pick<StoreDeps, 'outbound'>,
  alert: AlertSettings,
): Promise<void> {
  requireReckoned(scope, alert);
  for (const { url } of alert.hooks) {
    const { username, password } = new URL(url);
    if (username !== '' || password !== '') throw refuse('alert_hook_credentials', {}, { field: 'hooks' });
    await deps.outbound.check(url).catch((error: unknown) => {
      if (!(error instanceof OutboundRefused)) throw error;
      throw refuse('alert_hook_inside', { address: new URL(url).host }, { field: 'hooks' });
    });
  }
}

/** @throws what could never be raised, always would be, or cannot be reckoned */
export function requireReckoned(scope: Scope, alert: AlertSettings): void {
  const reach = reachOf(alert);
  if (reach === 'never') throw refuse('alert_never', {}, { field: 'limit' });
  if (reach === 'always') throw refuse('alert_always', {}, { field: 'limit' });
  if (alert.window.length > 1 && windowRule(alert.metric) === 'single')
    throw refuse('alert_window_single', {}, { field: 'window' });
  if (alert.comparison === 'others' && alert.each === 'package')
    throw refuse('alert_others_each', {}, { field: 'each' });
  if (alert.quiet && alert.quiet.from === alert.quiet.to) throw refuse('alert_quiet_none', {}, { field: 'quiet' });
  if (alert.condition) readCondition(scope, JSON.stringify(alert.condition));
}

export async function changeAlert(
  scope: Scope,
  deps: StoreDeps,
  id: number,
  { platform, part, seen }: { platform: Platform; part: Partial<AlertSettings>; seen?: string | undefined },
): Promise<AlertView> {
  const row = await findAlert(scope, deps, id, { platform, permission: 'rules.write' });
  const [view] = await viewsOf(scope, deps, [row]);
  const { name, active, settings, packageName } = row;
  const alert = { ...settings, name, active, recipients: view?.recipients ?? [], ...part, id, seen };
  const [saved] = await saveAlerts(scope, deps, { packageName, platform, alerts: [alert] });
  if (!saved) throw appError('not_found');
  return saved;
}

export async function removeAlert(scope: Scope, deps: StoreDeps, id: number, platform: Platform): Promise<void> {
  const row = await findAlert(scope, deps, id, { platform, permission: 'rules.write' });
  await deps.database.db.transaction(async (tx) => {
    await tx.delete(alertTable).where(eq(alertTable.id, id));
    await audit(tx, scope, {
      action: alertAudit.delete,
      subject: row.name,
      package: row.packageName,
      details: { id, metric: row.settings.metric },
    });
  });
}

export async function muteAlert(scope: Scope, deps: StoreDeps, id: number, muted: boolean): Promise<void> {
  await findAlert(scope, deps, id, { permission: 'rules.read' });
  const { db } = deps.database;
  const own = { alertId: id, userId: scope.userId };
  if (muted) await db.insert(alertMute).values(own).onConflictDoNothing();
  else await db.delete(alertMute).where(and(eq(alertMute.alertId, id), eq(alertMute.userId, scope.userId)));
}

export async function viewsOf(scope: Scope, deps: StoreDeps, rows: readonly AlertRow[]): Promise<AlertView[]> {
  if (rows.length === 0) return [];
  const { db } = deps.database;
  const ids = rows.map(({ id }) => id);
  const [people, raised, muted] = await Promise.all([
    db
      .select({ alertId: alertRecipient.alertId, email: appUser.email })
      .from(alertRecipient)
      .innerJoin(appUser, eq(appUser.id, alertRecipient.userId))
      .where(inArray(alertRecipient.alertId, ids))
      .orderBy(asc(appUser.email)),
    db
      .select({ alertId: alertEvent.alertId, at: max(alertEvent.raisedAt) })
      .from(alertEvent)
      .where(inArray(alertEvent.alertId, ids))
      .groupBy(alertEvent.alertId),
    db
      .select({ alertId: alertMute.alertId })
      .from(alertMute)
      .where(and(inArray(alertMute.alertId, ids), eq(alertMute.userId, scope.userId))),
  ]);
  return rows.map((row) => ({
    ...row.settings,
    id: row.id,
    package_name: row.packageName,
    name: row.name,
    active: row.active,
    recipients: people.filter(({ alertId }) => alertId === row.id).map(({ email }) => email),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    raised_at: raised.find(({ alertId }) => alertId === row.id)?.at?.toISOString() ?? null,
    problem: row.problem,
    muted: muted.some(({ alertId }) => alertId === row.id),
    secret: row.settings.hooks.some(({ kind }) => kind === 'webhook') ? signingSecret(deps.webhookKey, row.id) : null,
  }));
}
