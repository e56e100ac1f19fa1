import { randomInt } from 'node:crypto';
import type { PostbackReason } from '#domains/tracking/contract/postback-endpoints.ts';
import type { POSTBACK_STATES } from '#domains/tracking/contract/terms.ts';
import type { Client, Database } from '#platform/server/postgres/postgres.ts';
import { appendGroup } from '#traffic/collector/server/append-group.ts';
import { inTransaction, seenHash } from '#traffic/collector/server/intake-sql.ts';
import { rateOn } from '#traffic/money/server/load-money.ts';
import { LockedCaps } from './conversion-caps.ts';
import { eventOf, type NewConversion, newConversion, noticeOf } from './conversion-rows.ts';
import { type ConversionGuard, guarded } from './guard-conversion.ts';
import type { LiveState } from './live-campaigns.ts';
import { logOf } from './postback-log.ts';
import type { Postback } from './read-postback.ts';
import { storeTogether } from './store-postbacks.ts';
import type { Candidate, FoundTouch, NewState, RateOf, Refused } from './weigh-postback.ts';
import { FRAUD, weigh } from './weigh-postback.ts';

/** What became of a postback. */
export interface Taken {
  pbStatus: (typeof POSTBACK_STATES)[number];
  reason: PostbackReason | '';
  conversionId: number | null;
  /** Of the conversion; '' where there is none. */
  state: NewState | '';
}

interface Existing {
  id: string;
  click_id: string;
  event: string;
  once: string;
  status: NewState;
  transaction_id: string;
  at: Date;
  payout: string;
  revenue: string;
  over_cap_id: number | null;
}

/** What is written at the end of a transaction. */
interface Written {
  fresh: { candidate: Candidate; row: NewConversion }[];
  changed: { id: number; status: NewState }[];
  notices: { candidate: Candidate; conversionId: number; url: string }[];
}

/** Somebody else stored the same conversion meanwhile: all of the group is looked at again. */
class Overtaken extends Error {}

const MOST_TRIES = 10;
const MOST_WRITER = 2 ** 31 - 1;
const DEADLOCK = new Set(['40P01', '40001']);

const keyOf = (each: { click_id: string; event: string; once: string }): string =>
  `${each.click_id}\n${each.event}\n${each.once}`;
const keyOfCandidate = ({ touch, event, once }: Candidate): string => keyOf({ click_id: touch.id, event, once });

/**
 * Takes postbacks together: what they count against is locked, each is decided in turn, and conversions, events, caps,
 * what publishers are told and the log of postbacks are one commit.
 */
export async function takePostbacks(
  database: Database,
  stateThen: LiveState | Promise<LiveState>,
  postbacks: readonly Postback[],
  { linkGuard, isDry = false }: { linkGuard: ConversionGuard; isDry?: boolean },
): Promise<Taken[]> {
  const [state, touches] = await Promise.all([stateThen, touchesOf(database, postbacks)]);
  const fair = await weighAll(database, (rateOf) =>
    postbacks.map((postback) => weigh(postback, touches.get(postback.clickId), state, rateOf)),
  );
  const weighed = await Promise.all(fair.map((each) => ('refused' in each ? each : guarded(linkGuard, each))));
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(database.pool, async (client) => {
        const taken = await takeAll(client, postbacks, weighed);
        if (isDry) throw new Dry(taken);
        return taken;
      });
    } catch (error) {
      if (error instanceof Dry) return error.taken;
      const again =
        error instanceof Overtaken || (error instanceof Error && 'code' in error && DEADLOCK.has(String(error.code)));
      if (!again || tries >= MOST_TRIES) throw error;
    }
  }
}

/** Twice where there are foreign amounts: first to hear which rates it takes. */
async function weighAll<R>(database: Database, work: (rateOf: RateOf) => R): Promise<R> {
  const wanted = new Map<string, { packageName: string; currency: string; into: string; day: string }>();
  const nameOf = (...parts: readonly string[]): string => parts.join('\n');
  const first = work((currency, { row: { packageName, currency: into } }, day) => {
    wanted.set(nameOf(packageName, currency, into, day), { packageName, currency, into, day });
    return undefined;
  });
  if (wanted.size === 0) return first;
  const rates = new Map<string, string | undefined>();
  for (const [name, { packageName, ...asked }] of wanted) rates.set(name, await rateOn(database, packageName, asked));
  return work((currency, { row }, day) => rates.get(nameOf(row.packageName, currency, row.currency, day)));
}

class Dry extends Error {
  readonly taken: Taken[];
  constructor(taken: Taken[]) {
    super('Nothing is kept of it');
    this.taken = taken;
  }
}

async function touchesOf({ pool }: Database, postbacks: readonly Postback[]): Promise<Map<string, FoundTouch>> {
  const ids = [...new Set(postbacks.map(({ clickId }) => clickId))];
  const { rows } = await pool.query<FoundTouch>({
    name: 'tracking-touches-of',
    text: 'SELECT id, package_name, campaign_id, publisher_id, kind, at, handling, handling_reason, given FROM tracking_touch WHERE id = ANY($1::text[])',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

async function takeAll(
  client: Client,
  postbacks: readonly Postback[],
  weighed: readonly (Candidate | Refused)[],
): Promise<Taken[]> {
  const candidates = weighed.filter((each): each is Candidate => !('refused' in each));
  const caps = await LockedCaps.lock(client, candidates);
  const known = await existingOf(client, candidates);
  const written: Written = { fresh: [], changed: [], notices: [] };
  const made = new Map<string, { row: NewConversion; taken: Taken }>();
  const taken = weighed.map((each, place): Taken => {
    if ('refused' in each) return refused(each.refused);
    const postback = postbacks[place];
    if (!postback) return refused('unknown_click');
    const key = keyOfCandidate(each);
    const before = known.get(key);
    if (before) return changedBy(each, before, written);
    const own = made.get(key);
    if (own) return { ...own.taken, pbStatus: 'Duplicate', reason: 'same_before' };
    // Nobody takes back what nobody was told of.
    if (each.wanted === 'rejected') return refused('unknown_conversion');
    const row = newConversion(each, postback, each.fault === '' ? caps.take(each) : undefined);
    const result = resultOf(row);
    made.set(key, { row, taken: result });
    written.fresh.push({ candidate: each, row });
    return result;
  });
  const stored = await storeTogether(client, {
    conversions: written.fresh.map(({ row }) => row),
    uses: caps.changed(),
    log: await logOf(client, postbacks, weighed, taken),
  });
  if (stored.length < made.size) throw new Overtaken();
  for (const row of stored) {
    const own = made.get(keyOf(row));
    if (own) own.taken.conversionId = Number(row.id);
  }
  for (const [place, each] of weighed.entries()) {
    const own = 'refused' in each ? undefined : made.get(keyOfCandidate(each));
    const one = taken[place];
    if (own && one) one.conversionId = own.taken.conversionId;
  }
  if (made.size > 0) await appendNew(client, written, made);
  await storeChanges(client, written, postbacks[0]?.receivedAt ?? new Date());
  return taken;
}

const refused = (reason: PostbackReason): Taken => ({ pbStatus: 'Rejected', reason, conversionId: null, state: '' });

function resultOf({ status, reason, over_cap_id: cap }: NewConversion): Taken {
  const pbStatus = cap !== null ? 'Over' : status === 'rejected' ? 'Rejected' : 'Success';
  return {
    pbStatus,
    reason: reason === '' ? '' : cap !== null ? 'over_cap' : reason === FRAUD ? FRAUD : 'rule',
    conversionId: null,
    state: status,
  };
}

const NEXT: Readonly<Record<NewState, readonly NewState[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['rejected'],
  rejected: [],
};

/** A repeat changes nothing; one that says another state does, where that may follow. */
function changedBy(candidate: Candidate, before: Existing, written: Written): Taken {
  const id = Number(before.id);
  const { wanted } = candidate;
  if (wanted === '' || wanted === before.status)
    return { pbStatus: 'Duplicate', reason: 'same_before', conversionId: id, state: before.status };
  if (!NEXT[before.status].includes(wanted))
    return { pbStatus: 'Rejected', reason: 'not_allowed_now', conversionId: id, state: before.status };
  before.status = wanted;
  written.changed.push({ id, status: wanted });
  const url = noticeOf(candidate, { ...before, at: before.at.toISOString(), status: wanted });
  if (url !== '') written.notices.push({ candidate, conversionId: id, url });
  const reason = wanted === 'approved' ? 'now_approved' : 'now_rejected';
  return { pbStatus: 'Success', reason, conversionId: id, state: wanted };
}

async function existingOf(client: Client, candidates: readonly Candidate[]): Promise<Map<string, Existing>> {
  if (candidates.length === 0) return new Map();
  const { rows } = await client.query<Existing>({
    name: 'tracking-known-conversions',
    text: `SELECT id, click_id, event, once, status, transaction_id, at, payout, revenue, over_cap_id
      FROM tracking_conversion
      WHERE (click_id, event, once) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
      ORDER BY click_id, event, once FOR UPDATE`,
    values: [
      candidates.map(({ touch }) => touch.id),
      candidates.map(({ event }) => event),
      candidates.map(({ once }) => once),
    ],
  });
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Events of new conversions, and what their publishers are to be told. */
async function appendNew(
  client: Client,
  written: Written,
  made: ReadonlyMap<string, { row: NewConversion; taken: Taken }>,
): Promise<void> {
  for (const { candidate, row } of written.fresh) {
    const id = made.get(keyOfCandidate(candidate))?.taken.conversionId;
    const url = row.status === 'rejected' || row.over_cap_id !== null ? '' : noticeOf(candidate, row);
    if (url !== '' && id) written.notices.push({ candidate, conversionId: id, url });
  }
  const group = written.fresh.map(({ candidate, row }) => {
    const { packageId } = candidate.campaign;
    return {
      keyId: null,
      packageId,
      packageName: row.package_name,
      receivedAt: candidate.at,
      events: [eventOf(candidate, row)],
      dead: [],
      hashes: [seenHash(packageId, row.event_id)],
    };
  });
  await appendGroup(client, group, randomInt(MOST_WRITER));
}

async function storeChanges(client: Client, { changed, notices }: Written, at: Date): Promise<void> {
  if (changed.length > 0)
    await client.query(
      `UPDATE tracking_conversion AS c SET status = of.status, approve_at = NULL, updated_at = $3
       FROM unnest($1::bigint[], $2::text[]) AS of (id, status) WHERE c.id = of.id`,
      [changed.map(({ id }) => id), changed.map(({ status }) => status), at],
    );
  if (notices.length > 0)
    await client.query(
      `INSERT INTO tracking_notice (package_name, conversion_id, publisher, url, next_at, created_at)
       SELECT *, $5::timestamptz, $5::timestamptz FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])`,
      [
        notices.map(({ candidate }) => candidate.campaign.row.packageName),
        notices.map(({ conversionId }) => conversionId),
        notices.map(({ candidate }) => candidate.publisher?.name ?? ''),
        notices.map(({ url }) => url),
        at,
      ],
    );
}
