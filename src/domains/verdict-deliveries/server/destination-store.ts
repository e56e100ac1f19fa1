import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { verdictDeliveryAudit } from '#domains/verdict-deliveries/contract/audit.ts';
import {
  type DestinationSettings,
  MOST_DESTINATIONS,
  OVERLAP_HOURS,
} from '#domains/verdict-deliveries/contract/destination.ts';
import type { DestinationView } from '#domains/verdict-deliveries/contract/endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { headOf } from '#traffic/changes/server/read-feed.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { requireDeliveries } from './may.ts';
import { refuse } from './refuse.ts';
import { secretsOf } from './secret.ts';
import { type DestinationRow, deliveryTable, destinationTable } from './tables.ts';

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

export interface StoreDeps {
  database: Database;
  outbound: Pick<Outbound, 'check'>;
  now: () => Date;
  webhookKey: Buffer;
}

interface WithSecret {
  destination: DestinationView;
  secret: string | null;
}

const d = destinationTable;
const HOUR_MS = 3_600_000;

/** @throws 404 unknown, 403 foreign */
export async function findDestination(
  scope: Scope,
  { database }: Pick<StoreDeps, 'database'>,
  id: number,
  permission: 'rules.read' | 'rules.write',
): Promise<DestinationRow> {
  const [row] = await database.db.select().from(d).where(eq(d.id, id));
  if (!row) throw appError('not_found');
  requireDeliveries(scope, row.packageName, permission);
  return row;
}

export async function listDestinations(scope: Scope, deps: StoreDeps, packageName: string): Promise<DestinationView[]> {
  requireDeliveries(scope, packageName, 'rules.read');
  const rows = await deps.database.db.select().from(d).where(eq(d.packageName, packageName)).orderBy(asc(d.id));
  return viewsOf(deps, rows);
}

/** It begins with what happens from now on. */
export async function makeDestination(
  scope: Scope,
  deps: StoreDeps,
  packageName: string,
  { name, ...settings }: DestinationSettings,
): Promise<WithSecret> {
  requireDeliveries(scope, packageName, 'rules.write');
  requireReasons(settings.reasons);
  await requireCallable(deps, settings.way.url);
  const at = deps.now();
  const row = await deps.database.db.transaction(async (tx) => {
    await holdPackage(tx, packageName);
    await requireName(tx, packageName, name);
    const [there] = await tx.select({ n: count() }).from(d).where(eq(d.packageName, packageName));
    if ((there?.n ?? 0) >= MOST_DESTINATIONS) throw refuse('destination_limit', { most: MOST_DESTINATIONS });
    const { seq } = await headOf(deps.database, packageName);
    const times = { createdAt: at, updatedAt: at };
    const [made] = await tx
      .insert(d)
      .values({ packageName, name, settings, salt: randomUUID(), seq, createdBy: scope.userName, ...times })
      .returning();
    if (!made) throw new Error('The destination was not stored');
    await audit(tx, scope, { action: verdictDeliveryAudit.create, ...auditOf(made) });
    return made;
  });
  return withSecret(deps, row);
}

/** @throws 409 when somebody else has saved since `seen`, and for another kind of way */
export async function changeDestination(
  scope: Scope,
  deps: StoreDeps,
  id: number,
  { settings: { name, ...settings }, seen }: { settings: DestinationSettings; seen: string | undefined },
): Promise<DestinationView> {
  const { packageName, settings: before } = await findDestination(scope, deps, id, 'rules.write');
  if (settings.way.kind !== before.way.kind) throw refuse('destination_kind', {}, { as: 'conflict', field: 'way' });
  // What is stored was a reason once.
  requireReasons(settings.reasons.filter((reason) => !before.reasons.includes(reason)));
  await requireCallable(deps, settings.way.url);
  const row = await deps.database.db.transaction(async (tx) => {
    await holdPackage(tx, packageName);
    const stored = await lock(tx, id);
    if (seen !== undefined && stored.updatedAt.toISOString() !== seen) throw appError('conflict');
    await requireName(tx, packageName, name, id);
    const [changed] = await tx.update(d).set({ name, settings, updatedAt: deps.now() }).where(eq(d.id, id)).returning();
    if (!changed) throw appError('not_found');
    await audit(tx, scope, { action: verdictDeliveryAudit.update, ...auditOf(changed) });
    return changed;
  });
  return viewOf(deps, row);
}

export async function removeDestination(scope: Scope, deps: StoreDeps, id: number): Promise<void> {
  const row = await findDestination(scope, deps, id, 'rules.write');
  await deps.database.db.transaction(async (tx) => {
    await tx.delete(d).where(eq(d.id, id));
    await audit(tx, scope, { action: verdictDeliveryAudit.delete, ...auditOf(row) });
  });
}

export async function rotateSecret(scope: Scope, deps: StoreDeps, id: number): Promise<WithSecret> {
  const { settings } = await findDestination(scope, deps, id, 'rules.write');
  if (settings.way.kind !== 'webhook') throw refuse('destination_unsigned');
  const row = await deps.database.db.transaction(async (tx) => {
    const { salt: oldSalt } = await lock(tx, id);
    const at = deps.now();
    const oldUntil = new Date(at.getTime() + OVERLAP_HOURS * HOUR_MS);
    const [changed] = await tx
      .update(d)
      .set({ salt: randomUUID(), oldSalt, oldUntil, updatedAt: at })
      .where(eq(d.id, id))
      .returning();
    if (!changed) throw appError('not_found');
    await audit(tx, scope, { action: verdictDeliveryAudit.rotate, ...auditOf(changed) });
    return changed;
  });
  return withSecret(deps, row);
}

/** What waits is tried at once, and as long as what is new. */
export async function runDestination(
  scope: Scope,
  deps: StoreDeps,
  id: number,
  running: boolean,
): Promise<DestinationView> {
  await findDestination(scope, deps, id, 'rules.write');
  const row = await deps.database.db.transaction(async (tx) => {
    const stored = await lock(tx, id);
    if ((stored.stopped === null) === running) return stored;
    const stopped = running ? null : ('by_hand' as const);
    const [changed] = await tx.update(d).set({ stopped, failingSince: null }).where(eq(d.id, id)).returning();
    if (!changed) throw appError('not_found');
    if (running)
      await tx
        .update(deliveryTable)
        .set({ dueAt: deps.now(), firstTryAt: null, tries: 0 })
        .where(and(eq(deliveryTable.destinationId, id), eq(deliveryTable.state, 'waiting')));
    await audit(tx, scope, {
      action: running ? verdictDeliveryAudit.run : verdictDeliveryAudit.stop,
      ...auditOf(changed),
    });
    return changed;
  });
  return viewOf(deps, row);
}

/** One after the other, so that two who save at once do not pass the limit or take one name. */
const holdPackage = (tx: Transaction, packageName: string) =>
  tx
    .select({ name: packageTable.name })
    .from(packageTable)
    .where(eq(packageTable.name, packageName))
    .for('no key update');

async function lock(tx: Transaction, id: number): Promise<DestinationRow> {
  const [row] = await tx.select().from(d).where(eq(d.id, id)).for('update');
  if (!row) throw appError('not_found');
  return row;
}

async function requireName(tx: Transaction, packageName: string, name: string, id?: number): Promise<void> {
  const [taken] = await tx
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.packageName, packageName), sql`lower(${d.name}) = lower(${name})`));
  if (taken && taken.id !== id) throw refuse('destination_name_taken', {}, { as: 'conflict', field: 'name' });
}

/** A misspelt one would hold back everything, and nobody would miss it. */
function requireReasons(reasons: readonly string[]): void {
  const unknown = reasons.find((reason) => !Object.hasOwn(REASONS, reason));
  if (unknown !== undefined) throw refuse('destination_reason', { reason: unknown }, { field: 'reasons' });
}

async function requireCallable({ outbound }: StoreDeps, url: string): Promise<void> {
  const { username, password, host } = new URL(url);
  if (username !== '' || password !== '') throw refuse('destination_credentials', {}, { field: 'way' });
  await outbound.check(url).catch((error: unknown) => {
    if (!(error instanceof OutboundRefused)) throw error;
    throw refuse('destination_inside', { address: host }, { field: 'way' });
  });
}

/** Of the address the host alone: what else stands in it may be a key. */
const auditOf = ({ id, name, packageName, settings: { way, kinds, verdicts, later, reasons } }: DestinationRow) => ({
  subject: name,
  package: packageName,
  details: { id, way: way.kind, host: new URL(way.url).host, kinds, verdicts, later, reasons },
});

async function withSecret(deps: StoreDeps, row: DestinationRow): Promise<WithSecret> {
  const [secret] = secretsOf(deps.webhookKey, row, deps.now());
  return { destination: await viewOf(deps, row), secret: row.settings.way.kind === 'webhook' ? secret : null };
}

async function viewOf(deps: StoreDeps, row: DestinationRow): Promise<DestinationView> {
  const [view] = await viewsOf(deps, [row]);
  if (!view) throw new Error('A destination has no view');
  return view;
}

async function viewsOf({ database, now }: StoreDeps, rows: readonly DestinationRow[]): Promise<DestinationView[]> {
  if (rows.length === 0) return [];
  const inState = (state: 'waiting' | 'dead') =>
    sql<number>`(count(*) FILTER (WHERE ${deliveryTable.state} = ${state} AND NOT ${deliveryTable.sample}))::int`;
  const counted = await database.db
    .select({
      id: deliveryTable.destinationId,
      waiting: inState('waiting'),
      dead: inState('dead'),
      sentAt: sql<Date | null>`max(${deliveryTable.doneAt}) FILTER (WHERE ${deliveryTable.state} = 'sent')`.mapWith(
        deliveryTable.doneAt,
      ),
    })
    .from(deliveryTable)
    .where(
      inArray(
        deliveryTable.destinationId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(deliveryTable.destinationId);
  const at = now();
  return rows.map((row) => {
    const calls = counted.find(({ id }) => id === row.id);
    return {
      id: row.id,
      package_name: row.packageName,
      name: row.name,
      ...row.settings,
      stopped: row.stopped,
      failing_since: row.failingSince?.toISOString() ?? null,
      skipped_at: row.skippedAt?.toISOString() ?? null,
      overlap_until: row.oldUntil && row.oldUntil > at ? row.oldUntil.toISOString() : null,
      waiting: calls?.waiting ?? 0,
      dead: calls?.dead ?? 0,
      sent_at: calls?.sentAt?.toISOString() ?? null,
      created_by: row.createdBy,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    };
  });
}
