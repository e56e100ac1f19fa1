import { describe, expect, it } from 'vitest';
import type { BlockView } from '#domains/block-lists/contract/block-endpoints.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { BASE, RULES, SITE, useBlockList, visits } from '../testing/use-block-list.ts';
import { lookAll } from './look-standing.ts';

const { app, get, send, bring, follow, look, to, verdicts, stores } = useBlockList();
const BAD_SITES = {
  package_name: SITE,
  name: 'Bad sites',
  kind: 'sub_publisher',
  percent: 30,
  days: 7,
  least: 30,
  rest: 10,
  condition: null,
  active: true,
};
const save = (more: object) => send('POST', RULES, { ...BAD_SITES, ...more });
const rules = async () => (await get(`${RULES}?package_name=${SITE}`)).body.data;
const listed = async (): Promise<Record<string, BlockView>> => {
  const { data } = (await get(`${BASE}?package_name=${SITE}&limit=100`)).body;
  return Object.fromEntries(data.map((row: BlockView) => [row.value, row]));
};
const of = (sub_publisher: string) => ({ publisher: 'big', sub_publisher });
const fraud = (sub_publisher: string) => ({ ...of(sub_publisher), verdict: 'fraud' as const });
/** A clock that stops whoever asks it for the last of so many times. */
const timesOut = (now: Date, times: number) => {
  let asked = 0;
  return (): Date => {
    if (++asked >= times) throw new Error('Stopped');
    return now;
  };
};
let id = 0;

describe('a standing rule', () => {
  it('that somebody else saved meanwhile is not overwritten unseen', async () => {
    const { id } = (await save({ name: 'Of two people' })).body.data;
    const version = async () => (await rules()).find((rule: { id: number }) => rule.id === id).version;
    const seen = await version();
    app.clock.set('2026-11-20T12:00:05Z');
    const change = (more: object, tag: number) =>
      send('POST', RULES, { ...BAD_SITES, name: 'Of two people', id, ...more }, 'customer', { 'if-match': `"${tag}"` });
    expect((await change({ rest: 12 }, seen)).status).toBe(200);
    expect((await change({ days: 9 }, seen)).status).toBe(409);
    expect((await rules()).find((rule: { id: number }) => rule.id === id)).toMatchObject({ days: 7, rest: 12 });
    expect((await change({ days: 9 }, await version())).status).toBe(200);
    await send('DELETE', `${RULES}/${id}`);
  });

  it('says before it is saved what it would block and what of the clean traffic that would hit', async () => {
    await bring([
      ...visits(40, fraud('bad')),
      ...visits(20, of('bad')),
      ...visits(10, fraud('fair')),
      ...visits(90, of('fair')),
      ...visits(15, fraud('small')),
      ...visits(5, of('small')),
      ...visits(500),
    ]);
    const { data } = (await send('POST', `${RULES}/preview`, BAD_SITES)).body;
    expect(data).toMatchObject({
      from: '2026-11-14',
      to: '2026-11-20',
      sources: [{ value: 'bad', publisher: 'big', fraud: 40, events: 60 }],
      effect: { entries: 1, events: 60, fraud: 40, clean: 20, all_clean: 615 },
    });
    const few = (await send('POST', `${RULES}/preview`, { ...BAD_SITES, least: 61 })).body.data;
    expect(few.sources).toEqual([]);
    const narrowed = { field: 'sub_publisher', op: 'ne', value: 'bad' };
    expect((await send('POST', `${RULES}/preview`, { ...BAD_SITES, condition: narrowed })).body.data.sources).toEqual(
      [],
    );
    expect((await rules()).length).toBe(0);
  });

  it('blocks what it finds with its name as the reason and an end, in new traffic and in history judged again', async () => {
    const saved = await save({});
    expect([saved.status, saved.body.data.added]).toEqual([200, 1]);
    id = saved.body.data.id;
    expect((await listed())['bad']).toMatchObject({
      kind: 'sub_publisher',
      publisher: 'big',
      reason: 'Bad sites',
      source: 'rule',
      author: 'customer',
      fraud: 40,
      events: 60,
      until: '2026-11-30',
    });
    expect(await rules()).toMatchObject([{ id, name: 'Bad sites', entries: 1, active: true, held_back: 0 }]);
    await follow();
    await bring([...visits(30, of('bad')), ...visits(2, fraud('bad')), ...visits(30, of('fair'))]);
    expect(await verdicts()).toEqual([
      { verdict: 'clean', reason: '', events: 30 },
      { verdict: 'fraud', reason: 'bot.automation', events: 2 },
      { verdict: 'fraud', reason: 'human.blocked', events: 30 },
    ]);
    const { ruleSet } = await loadPolicy(stores().database, SITE);
    const again = { ...draftOf(ruleSet), package_name: SITE, base_version: ruleSet.version, from: '2026-11-20' };
    expect((await send('POST', '/api/traffic/rules/versions', { ...again, reason: 'From today' })).status).toBe(200);
    const blocked = () =>
      app.context.clickhouse.query<{ n: number }>(
        sql`SELECT count() AS n FROM traffic WHERE import_id = 1 AND reason = 'human.blocked'`,
      );
    await expect.poll(blocked, { timeout: 20_000 }).toEqual([{ n: 20 }]);
  });

  it('puts everything on the list once however often it looks, and moves the end on while it holds without the block', async () => {
    await Promise.all([look(), look()]);
    const { pool } = stores().database;
    const entries = async () =>
      (await pool.query("SELECT ends_at::text AS at FROM block_entry WHERE value = 'bad'")).rows;
    expect(await entries()).toEqual([{ at: '2026-12-01 00:00:00+00' }]);
    await to('2026-11-21T12:00:00Z');
    // What is fraud only because it is blocked says nothing of the source: 42 of 122 in seven days.
    await bring(visits(30, { ...of('bad'), ts: '2026-11-21 09:00:00.000' }));
    // Ended just before it was done: nothing of it is left.
    await expect(lookAll(systemScope(), { ...stores(), now: timesOut(app.clock.now(), 5) })).rejects.toThrow();
    expect(await entries()).toEqual([{ at: '2026-12-01 00:00:00+00' }]);
    await Promise.all([look(), look()]);
    expect(await entries()).toEqual([{ at: '2026-12-02 00:00:00+00' }]);
    await bring(visits(30, { ...of('bad'), ts: '2026-11-21 10:00:00.000' }));
    await to('2026-11-22T12:00:00Z');
    await bring(visits(1, { ts: '2026-11-22 10:00:00.000' }));
    await look();
    expect(await entries()).toEqual([{ at: '2026-12-02 00:00:00+00' }]);
    const written = await pool.query(
      "SELECT count(*)::integer AS n FROM audit_entry WHERE action = 'block_rule.block'",
    );
    expect(written.rows).toEqual([{ n: 1 }]);
  });

  it('leaves alone what somebody unblocked, until the end it had or until the rule is saved anew', async () => {
    expect((await save({ id, percent: 20 })).status).toBe(200);
    const { id: entry } = (await listed())['bad'] ?? {};
    app.clock.set('2026-11-22T12:01:00Z');
    expect((await send('DELETE', `${BASE}/${entry}`)).status).toBe(200);
    await look();
    expect((await listed())['bad']).toBeUndefined();
    app.clock.set('2026-11-22T12:02:00Z');
    expect((await save({ id, percent: 10 })).body.data.added).toBe(1);
    expect((await listed())['bad']).toBeDefined();
  });

  it('takes its entries back when it finds them no more by what it is changed to, is switched off or deleted', async () => {
    const own = await send('POST', BASE, {
      package_name: SITE,
      kind: 'publisher',
      values: ['by hand'],
      reason: 'Seen in a test',
    });
    expect(own.status).toBe(200);
    expect((await save({ id, percent: 90 })).body.data.added).toBe(0);
    expect(Object.keys(await listed())).toEqual(['by hand']);
    expect((await save({ id, days: 31, percent: 10 })).body.data.added).toBe(1);
    expect((await save({ id, days: 31, percent: 10, active: false })).status).toBe(200);
    expect(Object.keys(await listed())).toEqual(['by hand']);
    await look();
    expect(Object.keys(await listed())).toEqual(['by hand']);
    expect((await save({ id, days: 31, percent: 10 })).body.data.added).toBe(1);
    expect((await send('DELETE', `${RULES}/${id}`, undefined, 'stranger')).status).toBe(404);
    expect((await send('DELETE', `${RULES}/${id}`)).status).toBe(200);
    expect((await send('DELETE', `${RULES}/${id}`)).status).toBe(404);
    expect(Object.keys(await listed())).toEqual(['by hand']);
    await follow();
    await bring(visits(2, { ...of('bad'), ts: '2026-11-22 12:30:00.000' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'clean', events: 2 }]);
  });

  it('is asked again by name where it would hit a tenth of the clean traffic, and by itself goes no further', async () => {
    const all = { name: 'Publishers', kind: 'publisher', percent: 20, days: 31 };
    const asked = await save(all);
    expect([asked.status, asked.body.field]).toEqual([422, 'confirm']);
    const some = await save({ ...all, percent: 60 });
    expect(some.body.data.added).toBe(0);
    // Most of it is fraud, and what is not is a great part of all that is clean.
    await bring([
      ...visits(700, { publisher: 'huge', verdict: 'fraud', ts: '2026-11-22 11:00:00.000' }),
      ...visits(300, { publisher: 'huge', ts: '2026-11-22 11:00:00.000' }),
    ]);
    await look();
    expect((await listed())['huge']).toBeUndefined();
    const [held] = await rules();
    expect([held.held_back, held.held_share > 0.1]).toEqual([1, true]);
    const named = await save({ ...all, id: held.id, percent: 60, confirm: SITE });
    expect(named.body.data.added).toBe(1);
    await send('DELETE', `${RULES}/${held.id}`);
  });

  it('looks at sites, apps, addresses and networks of addresses as well', async () => {
    const at = { verdict: 'fraud' as const, ts: '2026-11-22 11:30:00.000' };
    await bring([
      ...visits(40, { ...at, ip: '::ffff:198.51.100.7', declared_domain: 'Spam.example' }),
      ...visits(40, { ...at, ip: '2001:db8:7::1', declared_domain: 'com.spam.app' }),
    ]);
    const found = async (kind: string) =>
      (await send('POST', `${RULES}/preview`, { ...BAD_SITES, kind, percent: 90 })).body.data.sources
        .map(({ value }: { value: string }) => value)
        .sort();
    expect(await found('address')).toEqual(['198.51.100.7', '2001:db8:7::1']);
    expect(await found('network')).toEqual(['198.51.100.0/24', '2001:db8:7::/48']);
    expect(await found('domain')).toEqual(['com.spam.app', 'spam.example']);
    expect(await found('app')).toEqual(['Spam.example', 'com.spam.app']);
  });

  it('refuses what can never hold or always does, a second one of a name, and whoever may not change rules', async () => {
    for (const part of [{ percent: 100 }, { percent: 0 }, { days: 0 }, { least: 1 }, { kind: 'device' }])
      expect([part, (await save(part)).status]).toEqual([part, 422]);
    const about = { field: 'nothing', op: 'eq', value: 'x' };
    expect((await save({ condition: about })).status).toBe(422);
    expect((await save({ percent: 98 })).status).toBe(200);
    const again = await save({ name: 'bad SITES', percent: 98 });
    expect([again.status, again.body.field]).toEqual([409, 'name']);
    expect((await send('POST', RULES, BAD_SITES, 'publisher')).status).toBe(403);
    expect((await send('POST', RULES, BAD_SITES, 'stranger')).status).toBe(403);
  });
});
