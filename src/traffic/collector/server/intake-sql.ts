import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Client, Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { DeadEvent, LiveEvent } from './read-event.ts';

/** Steps in which what came is counted. */
const COUNT_SECONDS = 10;

/** 128 bits over package and id, in the shape of a UUID; the id itself may say who somebody is. */
export function seenHash(packageId: number, id: string): string {
  const hex = createHash('sha256').update(`${packageId}\u0000${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export async function inTransaction<T>(pool: Database['pool'], work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    broken = false;
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => {
        broken = false;
      },
      () => {},
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Those that still hold. They, and so their packages, stay until the commit. */
export async function validKeys(client: Client, keyIds: readonly (number | null)[]): Promise<Set<number>> {
  const ids = [...new Set(keyIds.filter((id) => id !== null))].sort((a, b) => a - b);
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM write_key WHERE id = ANY($1) AND revoked_at IS NULL ORDER BY id FOR KEY SHARE',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Remembers ids and answers those that are new, as hashes. In one order for all processes: two that have the same ids
 * wait for one another instead of for ever.
 */
export async function newIds(client: Client, hashes: readonly string[], at: Date): Promise<Set<string>> {
  const distinct = [...new Set(hashes)].sort();
  if (distinct.length === 0) return new Set();
  const { rows } = await client.query<{ event: string }>(
    'INSERT INTO intake_seen (event, seen_at) SELECT unnest($1::uuid[]), $2 ON CONFLICT DO NOTHING RETURNING event',
    [distinct, at],
  );
  return new Set(rows.map(({ event }) => event));
}

export interface Batch {
  packageName: string;
  kind: EventKind;
  receivedAt: Date;
  events: LiveEvent[];
}

export async function insertBatches(client: Client, batches: readonly Batch[]): Promise<void> {
  if (batches.length === 0) return;
  await client.query(
    `INSERT INTO intake_batch (package_name, kind, received_at, n, events)
     SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::bytea[])`,
    [
      batches.map(({ packageName }) => packageName),
      batches.map(({ kind }) => kind),
      batches.map(({ receivedAt }) => receivedAt.toISOString()),
      batches.map(({ events }) => events.length),
      batches.map(({ events }) => packEvents(events)),
    ],
  );
}

export const packEvents = (events: readonly LiveEvent[]): Buffer => gzipSync(JSON.stringify(events), { level: 1 });

export interface DeadRow {
  packageName: string;
  kind: EventKind;
  receivedAt: Date;
  dead: DeadEvent;
}

export async function insertDead(client: Client, rows: readonly DeadRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO dead_letter (package_name, kind, received_at, event_id, event, field, reason)
     SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    [
      rows.map(({ packageName }) => packageName),
      rows.map(({ kind }) => kind),
      rows.map(({ receivedAt }) => receivedAt.toISOString()),
      // Text of Postgres has no NUL.
      rows.map(({ dead }) => withoutNul(dead.id)),
      rows.map(({ dead }) => withoutNul(dead.event)),
      rows.map(({ dead }) => dead.field),
      rows.map(({ dead }) => dead.reason),
    ],
  );
}

const withoutNul = (text: string): string => text.replaceAll('\u0000', '');

/** Adds up what came, in steps of ten seconds. */
export class Counts {
  readonly #rows = new Map<string, { accepted: number; duplicates: number; dead: number }>();

  add(packageName: string, more: { accepted: number; duplicates: number; dead: number }): void {
    const row = this.#rows.get(packageName) ?? { accepted: 0, duplicates: 0, dead: 0 };
    row.accepted += more.accepted;
    row.duplicates += more.duplicates;
    row.dead += more.dead;
    this.#rows.set(packageName, row);
  }

  async write(client: Client, now: Date): Promise<void> {
    const rows = [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1));
    if (rows.length === 0) return;
    const step = COUNT_SECONDS * 1000;
    await client.query(
      `INSERT INTO intake_count AS c (package_name, at, accepted, duplicates, dead)
       SELECT name, $1, accepted, duplicates, dead
       FROM unnest($2::text[], $3::int[], $4::int[], $5::int[]) AS of (name, accepted, duplicates, dead)
       ON CONFLICT (package_name, at) DO UPDATE SET accepted = c.accepted + excluded.accepted,
         duplicates = c.duplicates + excluded.duplicates, dead = c.dead + excluded.dead`,
      [
        new Date(Math.floor(now.getTime() / step) * step).toISOString(),
        rows.map(([name]) => name),
        rows.map(([, { accepted }]) => accepted),
        rows.map(([, { duplicates }]) => duplicates),
        rows.map(([, { dead }]) => dead),
      ],
    );
  }
}
