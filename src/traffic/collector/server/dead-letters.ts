import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Wake } from '#platform/server/jobs/loop.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { liveAudit } from '#traffic/collector/contract/audit.ts';
import { DEAD_REASONS, type DeadReason } from '#traffic/collector/contract/ingest.ts';
import type { DeadLetterView } from '#traffic/collector/contract/live-endpoints.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { insertBatches, inTransaction, newIds, seenHash } from './intake-sql.ts';
import { type LiveEvent, readEvent } from './read-event.ts';
import { deadLetter } from './tables.ts';

/** Letters of an event that a list shows. */
const SHOWN = 2000;
const AT_ONCE = 1000;

interface Chosen {
  package_name: string;
  ids?: number[] | undefined;
}

const reasonOf = (text: string): DeadReason => DEAD_REASONS.find((reason) => reason === text) ?? 'not_loaded';

export async function listDeadLetters(
  scope: Scope,
  { db }: Database,
  { package_name, page, limit }: { package_name: string; page: number; limit: number },
): Promise<{ rows: DeadLetterView[]; total: number }> {
  requireMay(scope, 'import.read');
  const own = eq(deadLetter.packageName, requirePackage(scope, package_name));
  const [rows, [found]] = await Promise.all([
    db
      .select()
      .from(deadLetter)
      .where(own)
      .orderBy(desc(deadLetter.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(deadLetter).where(own),
  ]);
  return {
    total: found?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      received_at: row.receivedAt.toISOString(),
      event_id: row.eventId,
      field: row.field,
      reason: reasonOf(row.reason),
      event: row.event.slice(0, SHOWN),
    })),
  };
}

const ofChoice = ({ package_name, ids }: Chosen) =>
  and(eq(deadLetter.packageName, package_name), ids ? inArray(deadLetter.id, ids) : undefined);

/** Removes them for good. */
export async function discardDeadLetters(scope: Scope, { db }: Database, chosen: Chosen): Promise<number> {
  requireMay(scope, 'import.write');
  requirePackage(scope, chosen.package_name);
  return db.transaction(async (tx) => {
    const gone = await tx.delete(deadLetter).where(ofChoice(chosen)).returning({ id: deadLetter.id });
    await audit(tx, scope, {
      action: liveAudit.discard,
      package: chosen.package_name,
      details: { events: gone.length },
    });
    return gone.length;
  });
}

/**
 * Reads dead letters once more by the rules of today, as of when they came; those that are sound now wait to be loaded
 * like any other event. Both in one step, so whoever stops in between and begins again loses and doubles nothing.
 */
export async function replayDeadLetters(
  scope: Scope,
  { database, loadWake, now }: { database: Database; loadWake: Wake; now: () => Date },
  chosen: Chosen,
): Promise<{ replayed: number; left: number }> {
  requireMay(scope, 'import.write');
  requirePackage(scope, chosen.package_name);
  const done = await inTransaction(database.pool, async (client) => {
    const { rows } = await client.query<Letter>(
      `SELECT d.id::text, p.id AS package_id, d.kind, d.received_at, d.event_id, d.event, d.reason
       FROM dead_letter AS d JOIN package AS p ON p.name = d.package_name
       WHERE p.name = $1 AND ($2::bigint[] IS NULL OR d.id = ANY($2)) ORDER BY d.id LIMIT $3 FOR UPDATE OF d`,
      [chosen.package_name, chosen.ids ?? null, AT_ONCE],
    );
    const sound = rows.flatMap((letter) => {
      const event = readAgain(letter, now());
      return event ? [{ letter, event, hash: seenHash(letter.package_id, event.id) }] : [];
    });
    // What was acknowledged and could not be loaded is known by its id already.
    const unknown = sound.filter(({ letter }) => letter.reason !== 'not_loaded');
    const fresh = await newIds(
      client,
      unknown.map(({ hash }) => hash),
      now(),
    );
    const stored = sound.filter(({ letter, hash }) => letter.reason === 'not_loaded' || fresh.delete(hash));
    const kinds = new Set(stored.map(({ letter }) => letter.kind));
    await insertBatches(
      client,
      [...kinds].map((kind) => ({
        packageName: chosen.package_name,
        kind,
        receivedAt: now(),
        events: stored.flatMap(({ letter, event }) => (letter.kind === kind ? [event] : [])),
      })),
    );
    await client.query('DELETE FROM dead_letter WHERE id = ANY($1)', [sound.map(({ letter }) => letter.id)]);
    return { replayed: stored.length, left: rows.length - sound.length };
  });
  loadWake.wake();
  await audit(database.db, scope, {
    action: liveAudit.replay,
    package: chosen.package_name,
    details: { events: done.replayed, left: done.left },
  });
  return done;
}

interface Letter {
  id: string;
  package_id: number;
  kind: EventKind;
  received_at: Date;
  event_id: string;
  event: string;
  reason: string;
}

/** No second look helps: the letter holds what was read of a message, not the message. */
const UNREADABLE: readonly DeadReason[] = ['no_kind', 'no_field'];

/** Undefined while something is wrong with it. */
function readAgain(row: Letter, now: Date): LiveEvent | undefined {
  if (UNREADABLE.some((reason) => reason === row.reason)) return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(row.event);
  } catch {
    // It was too long to be kept whole.
    return undefined;
  }
  const reading = { receivedAt: row.received_at, now, request: { ip: '', userAgent: '' } };
  const named =
    typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { event_id: row.event_id, ...raw } : raw;
  const event = readEvent(named, reading, () => {});
  return 'fields' in event ? event : undefined;
}
