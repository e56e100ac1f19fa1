import { type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

export interface NoticeDeps {
  database: Database;
  outbound: Pick<Outbound, 'getText'>;
  now: () => Date;
}

/** Pauses between eight tries; after the last it is dead and waits for somebody to send it again. */
const RETRY_SECONDS = [60, 300, 900, 3_600, 7_200, 14_400, 21_600] as const;
/** One try takes less; what a process that died was at is taken up again after it. */
const LEASE_MS = 120_000;
const AT_ONCE = 20;
const MOST_BYTES = 256 * 1024;
const SHOWN = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is no text for PostgreSQL
const NO_TEXT = /[\u0000\p{Surrogate}]/gu;

interface Claimed {
  id: string;
  url: string;
  tries: number;
  claims: number;
}

/** Tells publishers what they have not heard yet. Answers how many were tried. */
export async function sendNotices(deps: NoticeDeps): Promise<number> {
  const { database, now } = deps;
  const at = now();
  const { rows } = await database.pool.query<Claimed>(
    `UPDATE tracking_notice SET tries = tries + 1, claims = claims + 1, next_at = $2 WHERE id IN (
       SELECT id FROM tracking_notice WHERE state = 'waiting' AND next_at <= $1 ORDER BY next_at LIMIT ${AT_ONCE}
       FOR UPDATE SKIP LOCKED) RETURNING id, url, tries, claims`,
    [at, new Date(at.getTime() + LEASE_MS)],
  );
  await Promise.all(rows.map((one) => send(deps, one)));
  return rows.length;
}

async function send(deps: NoticeDeps, notice: Claimed): Promise<void> {
  try {
    const { status, body } = await deps.outbound.getText(notice.url, MOST_BYTES);
    await settle(deps, notice, { status, answer: body, isFinal: false });
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error);
    // An address that may not be called will not be allowed later either.
    await settle(deps, notice, { status: null, answer, isFinal: error instanceof OutboundRefused });
  }
}

/** Of a try that was overtaken, by somebody who sent it again or after a lease that ended, nothing is written. */
async function settle(
  { database, now }: NoticeDeps,
  { id, tries, claims }: Claimed,
  { status, answer, isFinal }: { status: number | null; answer: string; isFinal: boolean },
): Promise<void> {
  const isHeard = status !== null && status >= 200 && status < 300;
  const pause = isFinal ? undefined : RETRY_SECONDS[tries - 1];
  const state = isHeard ? 'sent' : pause === undefined ? 'dead' : 'waiting';
  const next = new Date(now().getTime() + (pause ?? 0) * 1000);
  await database.pool.query(
    `UPDATE tracking_notice SET state = $2, http_status = $3, answer = $4, next_at = $5, sent_at = $6
     WHERE id = $1 AND claims = $7`,
    [id, state, status, answer.replace(NO_TEXT, '').slice(0, SHOWN), next, isHeard ? now() : null, claims],
  );
}
