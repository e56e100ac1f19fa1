import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { verdictDeliveryAudit } from '#domains/verdict-deliveries/contract/audit.ts';
import {
  filledAddress,
  type SentEvent,
  TRIED_HOURS,
  type Way,
} from '#domains/verdict-deliveries/contract/destination.ts';
import { SYSTEM } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { signedHeaders } from '#platform/server/http/webhook-signature.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { answerText } from './answer-text.ts';
import { secretsOf } from './secret.ts';
import { type DeliveryRow, type DestinationRow, deliveryTable, destinationTable } from './tables.ts';

export interface SendDeps {
  database: Database;
  outbound: Pick<Outbound, 'postJson' | 'ping'>;
  now: () => Date;
  /** Of this installation. */
  webhookKey: Buffer;
}

const HOUR_MS = 3_600_000;
const TRIED_MS = TRIED_HOURS * HOUR_MS;
/** One try takes at most this long; of a process that died meanwhile another takes over. */
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 2 * HOUR_MS;
/** Its address is not in use any more, by its own word. */
const GONE = 410;

/** Twice as long each time, by up to a half less, so that what failed together does not come together. */
export const pauseAfter = (tries: number, chance = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20)) * (1 - chance / 2);

/** What goes out now; the samples of a destination that is stopped, too. */
const isDue = (now: Date) =>
  and(
    eq(deliveryTable.state, 'waiting'),
    lte(deliveryTable.dueAt, now),
    or(deliveryTable.sample, isNull(destinationTable.stopped)),
  );

/** Destinations with calls to make now. */
export async function dueDestinations({ database, now }: SendDeps): Promise<number[]> {
  const rows = await database.db
    .selectDistinct({ id: deliveryTable.destinationId })
    .from(deliveryTable)
    .innerJoin(destinationTable, eq(destinationTable.id, deliveryTable.destinationId))
    .where(isDue(now()));
  return rows.map(({ id }) => id);
}

/** Calls of one destination that are due, the oldest first, and how many of them go together. */
export async function dueOf(
  { database, now }: SendDeps,
  destinationId: number,
  { most, together }: { most: number; together: number },
): Promise<{ ids: number[]; together: number }> {
  const rows = await database.db
    .select({ id: deliveryTable.id, settings: destinationTable.settings })
    .from(deliveryTable)
    .innerJoin(destinationTable, eq(destinationTable.id, deliveryTable.destinationId))
    .where(and(eq(deliveryTable.destinationId, destinationId), isDue(now())))
    .orderBy(deliveryTable.id)
    .limit(most);
  const ids = rows.map(({ id }) => id);
  return { ids, together: rows[0]?.settings.way.kind === 'postback' ? together : 1 };
}

/** Makes one call and notes what came of it. Nothing when somebody else has made it. */
export async function sendOne(deps: SendDeps, id: number): Promise<void> {
  const { database, now } = deps;
  const at = now();
  const [claimed] = await database.db
    .update(deliveryTable)
    .set({
      tries: sql`${deliveryTable.tries} + 1`,
      firstTryAt: sql`coalesce(${deliveryTable.firstTryAt}, ${at.toISOString()})`,
      dueAt: new Date(at.getTime() + LEASE_MS),
    })
    .where(and(eq(deliveryTable.id, id), eq(deliveryTable.state, 'waiting'), lte(deliveryTable.dueAt, at)))
    .returning();
  if (!claimed) return;
  const [destination] = await database.db
    .select()
    .from(destinationTable)
    .where(eq(destinationTable.id, claimed.destinationId));
  if (!destination) return;
  const outcome = await call(deps, destination, claimed);
  await settle(deps, { delivery: claimed, destination, outcome });
}

interface Outcome {
  status: number | null;
  answer: string;
  error: string | null;
}

async function call(deps: SendDeps, destination: DestinationRow, delivery: DeliveryRow): Promise<Outcome> {
  try {
    const { status, body } = await callOut(deps, destination, delivery);
    const answer = answerText(body);
    return { status, answer, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { status: null, answer: '', error: answerText(words) };
  }
}

function callOut({ outbound, webhookKey, now }: SendDeps, destination: DestinationRow, delivery: DeliveryRow) {
  const { way } = destination.settings;
  // The same at every try, so that whoever receives it twice can tell.
  const id = `msg_${delivery.messageId}`;
  if (way.kind === 'postback')
    return outbound.ping(way.method, postbackOf(way, destination.packageName, delivery.events), { 'webhook-id': id });
  const body = JSON.stringify({
    type: 'verdicts',
    timestamp: delivery.createdAt.toISOString(),
    data: { package_name: destination.packageName, destination: destination.name, events: delivery.events },
  });
  const secrets = secretsOf(webhookKey, destination, now());
  return outbound.postJson(way.url, body, signedHeaders(secrets, { id, at: now(), body }));
}

function postbackOf({ url }: Way, packageName: string, [event]: readonly SentEvent[]): string {
  if (!event) throw new Error('The event was erased');
  const { click_id, event_id, verdict, reason, reason_text, publisher, campaign, kind, time, revenue, currency } =
    event;
  const values = {
    click_id,
    event_id,
    verdict,
    reason,
    reason_text,
    publisher,
    campaign,
    kind,
    time,
    revenue,
    currency,
  };
  return filledAddress(url, { ...values, package: packageName });
}

interface Settled {
  delivery: DeliveryRow;
  destination: DestinationRow;
  outcome: Outcome;
}

async function settle({ database, now }: SendDeps, { delivery, destination, outcome }: Settled): Promise<void> {
  const at = now();
  const went = outcome.error === null;
  const last = at.getTime() - (delivery.firstTryAt ?? at).getTime() >= TRIED_MS;
  // A sample is about this moment: tried again in the night it would tell nobody anything.
  const part: Partial<DeliveryRow> =
    went || last || delivery.sample
      ? { state: went ? 'sent' : 'dead', doneAt: at }
      : { dueAt: new Date(at.getTime() + pauseAfter(delivery.tries)) };
  const { db } = database;
  const own = eq(destinationTable.id, destination.id);
  await db.transaction(async (tx) => {
    await tx
      .update(deliveryTable)
      .set({ ...outcome, ...part })
      .where(and(eq(deliveryTable.id, delivery.id), eq(deliveryTable.tries, delivery.tries)));
    if (delivery.sample) return;
    if (went) {
      await tx.update(destinationTable).set({ failingSince: null }).where(own);
      return;
    }
    const [failing] = await tx
      .update(destinationTable)
      .set({ failingSince: sql`coalesce(${destinationTable.failingSince}, ${at.toISOString()})` })
      .where(and(own, isNull(destinationTable.stopped)))
      .returning({ since: destinationTable.failingSince });
    const tooLong = failing?.since && at.getTime() - failing.since.getTime() >= TRIED_MS;
    if (!failing || !(outcome.status === GONE || tooLong)) return;
    const stopped = outcome.status === GONE ? 'gone' : 'failing';
    await tx.update(destinationTable).set({ stopped }).where(own);
    await audit(tx, SYSTEM, {
      action: verdictDeliveryAudit.stop,
      subject: destination.name,
      package: destination.packageName,
      details: { id: destination.id, why: stopped },
    });
  });
}
