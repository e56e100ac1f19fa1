import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, vi } from 'vitest';
import { jobPartsOf } from '#app/server/start-jobs.ts';
import type { DestinationSettings, SentEvent } from '#domains/verdict-deliveries/contract/destination.ts';
import { OWN, RUN, type TestCollector, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { type Received, useHookServer } from '../../../../test/support/use-hook-server.ts';
import { readAll, Sender } from '../server/loops.ts';

export const CALLS = '/api/verdict-deliveries';
export const HOUR = 3_600_000;

export const settings = (more: Partial<DestinationSettings> = {}): DestinationSettings => ({
  name: 'Warehouse',
  kinds: [],
  verdicts: ['fraud', 'suspect'],
  later: true,
  reasons: [],
  way: { kind: 'webhook', url: 'https://hooks.example/verdicts' },
  ...more,
});
export const REJECT =
  'https://hooks.example/r?c={click_id}&e={event_id}&v={verdict}&w={reason}&t={reason_text}&p={publisher}&m={money}&pkg={package}&k={kind}&at={time}&rev={revenue}{currency}&camp={campaign}';
export const postback = (method: 'GET' | 'POST' = 'GET'): Partial<DestinationSettings> => ({
  name: `Tracker ${method}`,
  way: { kind: 'postback', method, url: REJECT },
});
export const signatureOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
export const eventsOf = (call: Received | undefined): SentEvent[] => JSON.parse(call?.body ?? '{}').data.events;

/** What its owner asks of it. */
function callsOf(live: TestCollector, tokens: { owner: string }) {
  const post = (more: Partial<DestinationSettings> = {}, { token = tokens.owner, package_name = OWN } = {}) =>
    live.app.call('POST', CALLS, { token, body: { package_name, ...settings(more) } });
  async function made(
    more: Partial<DestinationSettings> = {},
  ): Promise<{ id: number; secret: string; updated_at: string }> {
    const answer = await post(more);
    expect(answer.status, answer.text).toBe(200);
    const { destination, secret } = answer.body.data;
    return { id: destination.id, secret, updated_at: destination.updated_at };
  }
  const viewOf = async (id: number) =>
    (await live.app.get(`${CALLS}?package_name=${OWN}`, tokens.owner)).body.data.find(
      (each: { id: number }) => each.id === id,
    );
  const logOf = async (id: number, state = 'all') =>
    (await live.app.get(`${CALLS}/${id}/log?state=${state}&limit=100`, tokens.owner)).body.data;
  const act = (id: number, what: string) => live.app.call('POST', `${CALLS}/${id}/${what}`, { token: tokens.owner });
  const run = (id: number, running: boolean) =>
    live.app.call('PUT', `${CALLS}/${id}/running`, { token: tokens.owner, body: { running } });
  return { post, made, viewOf, logOf, act, run };
}

/** What happens to the package and its database. */
function fatesOf(live: TestCollector, query: (text: string, values?: unknown[]) => Promise<unknown>) {
  let operations = 0;
  /** By rules without the one about scripts, or with it again. */
  async function judgeScripts(called: boolean): Promise<void> {
    if (called) await query('DELETE FROM rule_set WHERE package_name = $1 AND version > 1', [OWN]);
    else
      await query(
        `INSERT INTO rule_set (package_name, version, rules, reason, author)
       SELECT package_name, version + 1, rules - 'non_browser', 'test', 'test' FROM rule_set WHERE package_name = $1 ORDER BY version DESC LIMIT 1`,
        [OWN],
      );
    const cause = { kind: 'rules' as const, operation: `rules ${operations++}`, author: 'test', reason: 'test' };
    await rejudge(live.app.context, { package: OWN, changed: 'anything', cause });
  }

  /** A database that breaks off wherever a row of the table becomes so. */
  async function breakingOff(table: string, when: string, work: () => Promise<unknown>): Promise<void> {
    await query(
      `CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped here'; END $$`,
    );
    await query(
      `CREATE TRIGGER stop_here BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION stop_here()`,
    );
    try {
      await work();
    } finally {
      await query(`DROP FUNCTION stop_here CASCADE`);
    }
  }
  return { judgeScripts, breakingOff };
}

/** The whole server with a receiver of what it delivers; nothing is read or sent before it is asked for. */
export function useDeliveries() {
  const hooks = useHookServer();
  const live = useCollector({ outbound: hooks.outbound });
  const tokens = { owner: '' };

  const parts = () => jobPartsOf(live.app.context);
  const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await live.app.context.database.pool.query<R>(text, values)).rows;

  /** Reads and sends until nothing is left that may go now, as a program does that was just started. */
  async function deliver(): Promise<void> {
    while (await readAll(parts(), RUN, 0));
    const sender = new Sender(parts());
    while (await sender.step(RUN));
  }
  async function stored(...events: object[]): Promise<void> {
    expect((await live.send(events)).body).toMatchObject({ accepted: events.length });
    await live.load();
  }
  async function arrive(...events: object[]): Promise<void> {
    await stored(...events);
    await deliver();
  }
  let people = 0;
  const anOwner = () => live.app.signIn({ email: `owner${++people}@own.example`, role: 'customer', packages: [OWN] });
  /** Nobody stays signed in for so long. */
  async function pass(ms: number): Promise<void> {
    live.app.clock.advance(ms);
    if (ms >= HOUR) tokens.owner = await anOwner();
  }
  async function deliverAfter(ms: number): Promise<void> {
    await pass(ms);
    await deliver();
  }

  /** By the library of others; it wants to be asked within five minutes. */
  function isSigned(secret: string, call: Received, body = call.body): boolean {
    const now = vi.spyOn(Date, 'now').mockReturnValue(live.app.clock.now().getTime());
    try {
      new Webhook(secret).verify(body, signatureOf(call));
      return true;
    } catch {
      return false;
    } finally {
      now.mockRestore();
    }
  }
  const told = () =>
    hooks.received.flatMap(eventsOf).map(({ type, event_id, verdict, was }) => [type, event_id, verdict, was]);
  const idsOf = () => hooks.received.map(({ headers }) => headers['webhook-id']);

  beforeAll(async () => {
    tokens.owner = await anOwner();
  });
  beforeEach(async () => {
    await query('DELETE FROM verdict_destination');
    hooks.received.length = 0;
    hooks.answer(204);
    live.app.clock.set('2026-11-20T12:00:00Z');
  });

  return {
    live,
    hooks,
    tokens,
    parts,
    query,
    deliver,
    stored,
    arrive,
    pass,
    deliverAfter,
    isSigned,
    told,
    idsOf,
    ...callsOf(live, tokens),
    ...fatesOf(live, query),
  };
}
