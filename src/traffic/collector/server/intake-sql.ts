import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Client, Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { LiveEvent } from './read-event.ts';

/** 128 bits over package and id, in the shape of a UUID; the id itself may say who somebody is. */
export function seenHash(packageId: number, id: string): string {
  const hex = hash('sha256', `${packageId}\u0000${id}`, 'hex');
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
