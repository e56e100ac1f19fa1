import { and, count, desc, eq } from 'drizzle-orm';
import { verdictDeliveryAudit } from '#domains/verdict-deliveries/contract/audit.ts';
import type { SentEvent } from '#domains/verdict-deliveries/contract/destination.ts';
import type { DELIVERY_STATES, DeliveryView } from '#domains/verdict-deliveries/contract/endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { findDestination } from './destination-store.ts';
import { reasonLabel } from './event-details.ts';
import { type SendDeps, sendOne } from './send.ts';
import { type DeliveryRow, type DestinationRow, deliveryTable } from './tables.ts';

const t = deliveryTable;

interface LogQuery {
  state: (typeof DELIVERY_STATES)[number] | 'all';
  page: number;
  limit: number;
}

export async function listDeliveries(
  scope: Scope,
  deps: SendDeps,
  id: number,
  { state, page, limit }: LogQuery,
): Promise<{ rows: DeliveryView[]; total: number }> {
  await findDestination(scope, deps, id, 'rules.read');
  const { db } = deps.database;
  const where = and(eq(t.destinationId, id), state === 'all' ? undefined : eq(t.state, state));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(t)
      .where(where)
      .orderBy(desc(t.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(t).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** One event that nobody sent, made now; tried once. */
export async function sendSample(scope: Scope, deps: SendDeps, id: number): Promise<DeliveryView> {
  const destination = await findDestination(scope, deps, id, 'rules.write');
  const { db } = deps.database;
  const at = deps.now();
  const made = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(t)
      .values({ destinationId: id, events: [sampleOf(destination, at)], sample: true, createdAt: at, dueAt: at })
      .returning({ id: t.id });
    if (!row) throw new Error('The sample was not stored');
    await audit(tx, scope, { action: verdictDeliveryAudit.test, ...auditOf(destination, { message: row.id }) });
    return row.id;
  });
  await sendOne(deps, made);
  return one(deps, made);
}

/** It waits again, as if it was new, under the id it had. */
export async function redeliver(scope: Scope, deps: SendDeps, id: number): Promise<DeliveryView> {
  const row = await find(deps, id);
  const destination = await findDestination(scope, deps, row.destinationId, 'rules.write');
  await deps.database.db.transaction(async (tx) => {
    await tx.update(t).set(anew(deps)).where(eq(t.id, id));
    await audit(tx, scope, { action: verdictDeliveryAudit.redeliver, ...auditOf(destination, { message: id }) });
  });
  return one(deps, id);
}

export async function redeliverDead(scope: Scope, deps: SendDeps, id: number): Promise<number> {
  const destination = await findDestination(scope, deps, id, 'rules.write');
  return deps.database.db.transaction(async (tx) => {
    const dead = and(eq(t.destinationId, id), eq(t.state, 'dead'), eq(t.sample, false));
    const { rowCount } = await tx.update(t).set(anew(deps)).where(dead);
    const redelivered = rowCount ?? 0;
    await audit(tx, scope, { action: verdictDeliveryAudit.redeliver, ...auditOf(destination, { redelivered }) });
    return redelivered;
  });
}

const anew = ({ now }: SendDeps) => ({
  state: 'waiting' as const,
  tries: 0,
  firstTryAt: null,
  doneAt: null,
  dueAt: now(),
});

async function find({ database }: SendDeps, id: number): Promise<DeliveryRow> {
  const [row] = await database.db.select().from(t).where(eq(t.id, id));
  if (!row) throw appError('not_found');
  return row;
}

const one = async (deps: SendDeps, id: number): Promise<DeliveryView> => viewOf(await find(deps, id));

const auditOf = ({ id, name, packageName }: DestinationRow, details: object) => ({
  subject: name,
  package: packageName,
  details: { id, ...details },
});

const viewOf = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  message_id: `msg_${row.messageId}`,
  created_at: row.createdAt.toISOString(),
  events: row.events.length,
  sample: row.sample,
  state: row.state,
  tries: row.tries,
  due_at: row.dueAt.toISOString(),
  done_at: row.doneAt?.toISOString() ?? null,
  status: row.status,
  answer: row.answer,
  error: row.error,
});

function sampleOf({ settings: { kinds, verdicts, reasons } }: DestinationRow, at: Date): SentEvent {
  const reason = reasons[0] ?? 'net.datacenter';
  return {
    type: 'sample',
    sequence: 0,
    row_id: '00000000-0000-4000-8000-000000000000',
    was: null,
    event_id: 'sample-event',
    kind: kinds[0] ?? 'click',
    time: at.toISOString(),
    verdict: verdicts[0] ?? 'fraud',
    reason,
    reason_text: reasonLabel(reason),
    rules: [],
    publisher: 'Sample publisher',
    sub_publisher: '',
    campaign: 'Sample campaign',
    event_name: '',
    click_id: 'sample-click',
    order_id: '',
    revenue: '',
    currency: '',
  };
}
