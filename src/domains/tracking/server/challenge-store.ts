import { randomInt } from 'node:crypto';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { appendGroup } from '#traffic/collector/server/append-group.ts';
import { inTransaction, seenHash } from '#traffic/collector/server/intake-sql.ts';
import { CHALLENGE_MS } from './challenge.ts';

interface Parts {
  database: Pick<Database, 'pool'>;
  now: () => Date;
}

interface Row {
  id: string;
  package_name: string;
  package_id: number;
  at: Date;
  event: Record<string, string>;
}

const MOST_WRITER = 2 ** 31 - 1;
/** Time is up for whoever asks; a little later for what is stored, so that no answer on its way comes too late. */
const GRACE_MS = 10_000;
const AT_ONCE = 1_000;

/** Why a click is paid for that the rules would not have let through: its browser passed the challenge. */
export const CHALLENGE_PASSED = 'challenge_passed';

/**
 * The click of the token is let through: its event is stored as passed. Once; false for a token that was used before. A
 * click that lies in a file yet, or a database that does not answer, keeps nobody away: the click stays what it was.
 */
export async function passChallenge({ database: { pool }, now }: Parts, { id }: { id: string }): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(`${TAKE} WHERE c.id = $1 ${AND_GONE}`, [id]);
    if (rows.length === 0) {
      const used = 'SELECT FROM tracking_touch WHERE id = $1 AND handling_reason = $2';
      return (await client.query(used, [id, CHALLENGE_PASSED])).rows.length === 0;
    }
    const passed = "UPDATE tracking_touch SET handling = 'passed', handling_reason = $2 WHERE id = $1";
    await client.query(passed, [id, CHALLENGE_PASSED]);
    await store(client, rows, (event) => ({ ...event, handling_reason: CHALLENGE_PASSED }), now());
    return true;
  }).catch(() => true);
}

/** Those whose time is over stay challenged. Answers how many. */
export async function endChallenges({ database: { pool }, now }: Parts): Promise<number> {
  const before = new Date(now().getTime() - CHALLENGE_MS - GRACE_MS);
  return inTransaction(pool, async (client) => {
    const some = `c.id IN (SELECT id FROM tracking_challenge WHERE at < $1 ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`;
    const { rows } = await client.query<Row>(`${TAKE} WHERE ${some} ${AND_GONE}`, [before]);
    await store(client, rows, ({ cost: _, currency: __, ...event }) => ({ ...event, handling: 'challenged' }), now());
    return rows.length;
  });
}

const TAKE = 'DELETE FROM tracking_challenge AS c USING package AS p';
const AND_GONE = 'AND p.name = c.package_name RETURNING c.id, c.package_name, p.id AS package_id, c.at, c.event';

async function store(
  client: Parameters<typeof appendGroup>[0],
  rows: readonly Row[],
  as: (event: Record<string, string>) => Record<string, string>,
  receivedAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const group = rows.map(({ id, package_name: packageName, package_id: packageId, event }) => ({
    keyId: null,
    packageId,
    packageName,
    receivedAt,
    events: [{ kind: 'click' as const, id, fields: as(event) }],
    dead: [],
    hashes: [seenHash(packageId, id)],
  }));
  await appendGroup(client, group, randomInt(MOST_WRITER));
}
