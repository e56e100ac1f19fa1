import type { Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { packEvents } from './intake-sql.ts';
import type { DeadEvent, LiveEvent } from './read-event.ts';

/** Events of one request. */
export interface Append {
  /** Null for what a person tries. */
  keyId: number | null;
  packageId: number;
  packageName: string;
  receivedAt: Date;
  events: readonly (LiveEvent & OfKind)[];
  dead: readonly (DeadEvent & OfKind)[];
}

interface OfKind {
  kind: EventKind;
}

/** With what each of its events is known by, in their order (`seenHash`). */
export interface HashedAppend extends Append {
  hashes: readonly string[];
}

export interface Appended {
  accepted: number;
  /** Events whose id came before. */
  duplicates: number;
}

/** A function of the database that stores more in the same commit, and what it is given. */
export interface Beside {
  call: 'tracking_touches';
  rows: unknown;
}

type Pool = Pick<Database['pool'], 'query'>;

/** Steps in which what came is counted. */
const COUNT_MS = 10_000;
/** Others may store the same ids meanwhile; each try knows what they stored. */
const MOST_TRIES = 10;
/** Events packed and unpacked in one turn of the thread: more are several batches. */
const BATCH_EVENTS = 2000;
/** As `intake_append` (db/postgres/0174) says no. */
const SEEN_BEFORE = 'AD001';
const KEY_REVOKED = 'AD002';

/**
 * Stores requests together, in one round trip and one commit, and answers each; null for one whose key was revoked
 * meanwhile. `writer` counts for itself, so that two at a time do not wait for one another.
 */
export async function appendGroup(
  pool: Pool,
  group: readonly HashedAppend[],
  writer: number,
  beside?: Beside,
): Promise<(Appended | null)[]> {
  const without = { keys: new Set<number>(), ids: new Set<string>() };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { answers, values, ids, keys } = groupRows(group, without, writer);
    if (answers.every((answer) => answer === null)) return answers;
    try {
      if (beside) await pool.query(withMore(beside, values));
      else await pool.query({ name: 'intake-append', text: APPEND, values });
      return answers;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === SEEN_BEFORE) for (const id of await seenOf(pool, ids)) without.ids.add(id);
      else if (code === KEY_REVOKED) for (const key of await revokedOf(pool, keys)) without.keys.add(key);
      else throw error;
    }
  }
  throw new Error('Others stored the same ids again and again');
}

const TYPES =
  'int[] uuid[] timestamptz text[] int[] text[] int[] bytea[] text[] text[] text[] text[] text[] text[] timestamptz int text[] int[] int[] int[]';
const APPEND = `SELECT intake_append(${TYPES.split(' ')
  .map((type, index) => `$${index + 1}::${type}`)
  .join(', ')})`;

const withMore = ({ call, rows }: Beside, values: unknown[]) => ({
  name: `intake-append-${call}`,
  text: `${APPEND}, ${call}($${values.length + 1}::jsonb)`,
  values: [...values, JSON.stringify(rows)],
});

async function seenOf(pool: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ event: string }>('SELECT event FROM intake_seen WHERE event = ANY($1::uuid[])', [
    ids,
  ]);
  return rows.map(({ event }) => event);
}

async function revokedOf(pool: Pool, keys: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM unnest($1::int[]) AS id EXCEPT SELECT id FROM write_key WHERE revoked_at IS NULL',
    [keys],
  );
  return rows.map(({ id }) => id);
}

interface Batch {
  packageName: string;
  keyId: number | null;
  kind: EventKind;
  events: LiveEvent[];
}

/** The parameters of one call. Of events with one id the first counts, here and among those stored before. */
function groupRows(
  group: readonly HashedAppend[],
  without: { keys: ReadonlySet<number>; ids: ReadonlySet<string> },
  writer: number,
) {
  const ids = new Set<string>();
  const keys = new Set<number>();
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  const counts = new Map<string, { accepted: number; duplicates: number; dead: number }>();
  const dead: (DeadEvent & OfKind & { packageName: string })[] = [];
  let receivedAt: Date | undefined;
  const answers = group.map((request): Appended | null => {
    const { keyId, packageName, events, hashes } = request;
    if (keyId !== null && without.keys.has(keyId)) return null;
    if (keyId !== null) keys.add(keyId);
    receivedAt ??= request.receivedAt;
    let accepted = 0;
    for (const [index, { kind, id, fields }] of events.entries()) {
      const hash = hashes[index] ?? '';
      if (ids.has(hash) || without.ids.has(hash)) continue;
      ids.add(hash);
      accepted++;
      const name = `${kind} ${keyId} ${packageName}`;
      let batch = open.get(name);
      if (!batch || batch.events.length === BATCH_EVENTS) {
        batch = { packageName, keyId, kind, events: [] };
        open.set(name, batch);
        batches.push(batch);
      }
      batch.events.push({ id, fields });
    }
    dead.push(...request.dead.map((each) => ({ ...each, packageName })));
    const count = counts.get(packageName) ?? { accepted: 0, duplicates: 0, dead: 0 };
    const answer = { accepted, duplicates: events.length - accepted };
    count.accepted += answer.accepted;
    count.duplicates += answer.duplicates;
    count.dead += request.dead.length;
    counts.set(packageName, count);
    return answer;
  });
  const at = receivedAt?.getTime() ?? 0;
  const counted = [...counts];
  // In one order for all processes: two that have the same ids wait for one another instead of for ever.
  const sorted = [...ids].sort();
  return {
    answers,
    ids: sorted,
    keys: [...keys],
    values: [
      [...keys],
      sorted,
      new Date(at).toISOString(),
      batches.map(({ packageName }) => packageName),
      batches.map(({ keyId }) => keyId),
      batches.map(({ kind }) => kind),
      batches.map(({ events }) => events.length),
      batches.map(({ events }) => packEvents(events)),
      dead.map(({ packageName }) => packageName),
      dead.map(({ kind }) => kind),
      // Text of Postgres has no NUL.
      dead.map(({ id }) => withoutNul(id)),
      dead.map(({ event }) => withoutNul(event)),
      dead.map(({ field }) => field),
      dead.map(({ reason }) => reason),
      new Date(Math.floor(at / COUNT_MS) * COUNT_MS).toISOString(),
      writer,
      counted.map(([name]) => name),
      counted.map(([, { accepted }]) => accepted),
      counted.map(([, { duplicates }]) => duplicates),
      counted.map(([, count]) => count.dead),
    ],
  };
}

const withoutNul = (text: string): string => text.replaceAll('\u0000', '');
