import { describe, expect, it } from 'vitest';
import type { BlockView } from '#domains/block-lists/contract/block-endpoints.ts';
import { eq } from '#platform/contract/condition.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { BASE, FEEDS, RULES, SITE, useBlockList, visits } from '../testing/use-block-list.ts';
import { MAX_HELD } from './block-condition.ts';
import { packagesBehind } from './keep-list.ts';
import { personalBlocks } from './personal-data.ts';
import { blockList } from './tables.ts';

const { app, get, send, block, bring, follow, end, verdicts, stores } = useBlockList();
const LIST = `${BASE}?package_name=${SITE}&limit=100`;
const idOf = async (value: string): Promise<number> =>
  (await get(`${LIST}&search=${value}`)).body.data.find((row: { value: string }) => row.value === value)?.id;
const BAD = '203.0.113.7';

describe('the block list', () => {
  it('makes fraud of new traffic of a blocked address, publisher, part of one, domain and device, and of nothing else [OTH-ROUTE-01]', async () => {
    const of = [
      { ip: '::ffff:203.0.113.7' },
      { ip: '2001:db8:7::1' },
      { publisher: 'bad' },
      { publisher: 'big', sub_publisher: '7' },
      { declared_domain: 'spam.example' },
      { device_id: 'device-7' },
    ];
    const others = [{ ip: '::ffff:203.0.113.8' }, { publisher: 'other', sub_publisher: '7' }];
    const all = () => [...of, ...others].flatMap((each) => visits(2, each));
    await bring([...all(), ...visits(200)]);
    expect(await verdicts()).toEqual([{ verdict: 'clean', reason: '', events: 216 }]);
    expect((await block('address', [BAD, '2001:db8:7::/48'])).body.data).toEqual({ added: 2, there: 0 });
    expect((await block('publisher', ['bad'])).status).toBe(200);
    expect((await block('sub_publisher', ['7'], { publisher: 'big' })).status).toBe(200);
    expect((await block('domain', ['Spam.Example'])).status).toBe(200);
    expect((await block('device', ['device-7'])).status).toBe(200);
    await follow();
    await bring([...all(), ...visits(200)]);
    expect(await verdicts()).toEqual([
      { verdict: 'clean', reason: '', events: 204 },
      { verdict: 'fraud', reason: 'human.blocked', events: 12 },
    ]);
    // What was there before stays as it was judged.
    expect(await verdicts(1)).toEqual([{ verdict: 'clean', reason: '', events: 216 }]);
  });

  it('lists what is in force with who, why and until when, by kind and by search [OTH-ROUTE-01]', async () => {
    const { data, total } = (await get(LIST)).body;
    expect(total).toBe(6);
    expect(data.find((row: { value: string }) => row.value === BAD)).toMatchObject({
      kind: 'address',
      reason: 'Seen in a test',
      author: 'customer',
      source: 'hand',
      until: null,
    });
    const values = async (more: string) =>
      (await get(LIST + more)).body.data.map((row: { value: string }) => row.value);
    expect(await values('&kind=network')).toEqual(['2001:db8:7::/48']);
    expect(await values('&search=spam')).toEqual(['spam.example']);
    expect((await get(`${BASE}/state?package_name=${SITE}`)).body.data).toEqual({
      entries: 6,
      held: 6,
      waiting: false,
      problem: '',
    });
  });

  it('lets what is taken off count as before, and what is put back be blocked again [OTH-ROUTE-01]', async () => {
    const id = await idOf('bad');
    expect((await send('DELETE', `${BASE}/${id}`)).status).toBe(200);
    expect((await send('DELETE', `${BASE}/${id}`)).status).toBe(404);
    await follow();
    await bring(visits(3, { publisher: 'bad' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'clean', events: 3 }]);
    expect((await send('POST', `${BASE}/${id}/restore`)).status).toBe(200);
    await follow();
    await bring(visits(3, { publisher: 'bad' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'fraud', events: 3 }]);
  });

  it('puts back within a minute what somebody changes of its rules, and leaves their own ones alone', async () => {
    const { database } = stores();
    const { ruleSet } = await loadPolicy(database, SITE);
    const own: CustomRule = {
      id: 'custom.mine',
      title: 'Mine',
      reason: 'net.geo_mismatch',
      kinds: ['visit'],
      when: eq('publisher', 'nobody'),
      mode: 'mark',
    };
    const custom = [...(ruleSet.custom ?? []).map((rule) => ({ ...rule, mode: 'off' as const })), own];
    const draft = { ...draftOf({ ...ruleSet, custom }), package_name: SITE, base_version: ruleSet.version };
    expect((await send('POST', '/api/traffic/rules/versions', { ...draft, reason: 'All off' })).status).toBe(200);
    const state = async () => (await get(`${BASE}/state?package_name=${SITE}`)).body.data;
    expect((await state()).waiting).toBe(true);
    expect(await packagesBehind(stores())).toEqual([SITE]);
    await database.pool.query("UPDATE rule_rewrite SET state = 'done'");
    await follow();
    expect((await state()).waiting).toBe(false);
    const kept = (await loadPolicy(database, SITE)).ruleSet;
    expect(kept.custom).toEqual([...(ruleSet.custom ?? []), own]);
    await follow();
    expect((await loadPolicy(database, SITE)).ruleSet.version).toBe(kept.version);
  });

  it('takes each value once, in one spelling, and says which of a pasted list it cannot read', async () => {
    const again = await block('network', [' 203.0.113.7/32 ', '::ffff:203.0.113.7', '', '# a comment']);
    expect(again.body.data).toEqual({ added: 0, there: 1 });
    expect(again.body.message).toBe('This was on the list already');
    const wrong = await block('address', ['203.0.113.9', '203.0.113.999']);
    expect([wrong.status, wrong.body.field, wrong.body.message]).toEqual([
      422,
      'values',
      '203.0.113.999 is not an address or a network',
    ]);
    const refused = {
      own_network: ['127.0.0.1', '10.0.0.0/24', '::1', '192.168.1.7', 'fe80::1', '172.0.0.0/8', 'fc00::/16'],
      nobodys_network: ['224.0.0.1', '240.0.0.0/8', '0.0.0.0', 'ff02::1'],
      network_too_wide: ['0.0.0.0/0', '::/0', '8.0.0.0/5', '2000::/3', '::ffff:0.0.0.0/96'],
    };
    for (const [code, values] of Object.entries(refused))
      for (const value of values)
        expect([value, (await block('network', [value], { confirm: SITE })).body.told]).toEqual([
          value,
          { code, values: { value } },
        ]);
    expect((await block('domain', ['no domain'])).status).toBe(422);
    expect((await block('sub_publisher', ['7'])).body.field).toBe('publisher');
    expect((await block('address', ['203.0.113.9'], { until: '2026-11-19' })).body.field).toBe('until');
    expect(await idOf('203.0.113.9')).toBeUndefined();
  });

  it('says before what a list would have hit, and asks again by name where that is a tenth of the clean traffic', async () => {
    const asked = { package_name: SITE, kind: 'publisher', values: ['p1'] };
    const { data } = (await send('POST', `${BASE}/preview`, asked)).body;
    expect(data.clean).toBeGreaterThan(400);
    expect(data.clean_share).toBeCloseTo(data.clean / data.all_clean, 9);
    const refused = await block('publisher', ['p1']);
    expect([refused.status, refused.body.field, refused.body.message]).toEqual([
      422,
      'confirm',
      expect.stringContaining(`please give the name ${SITE}`),
    ]);
    expect(await idOf('p1')).toBeUndefined();
    expect((await block('publisher', ['p1'], { confirm: 'yes' })).status).toBe(422);
    expect((await block('publisher', ['p1'], { confirm: SITE })).status).toBe(200);
    expect((await send('DELETE', `${BASE}/${await idOf('p1')}`)).status).toBe(200);
  });

  it('asks of several in a row as of one, at each further tenth of the clean traffic that they hit together', async () => {
    const rows = ['slice 1', 'slice 2', 'slice 3', 'slice 4'].flatMap((publisher) => visits(60, { publisher }));
    await bring(rows);
    const all = (await send('POST', `${BASE}/preview`, { package_name: SITE, kind: 'publisher', values: ['slice 1'] }))
      .body.data.all_clean;
    // Each is six of a hundred.
    await bring(visits(1000 - all));
    expect((await block('publisher', ['slice 1'])).status).toBe(200);
    const second = await block('publisher', ['slice 2']);
    expect([second.status, second.body.field, second.body.told.code]).toEqual([
      422,
      'confirm',
      'blocks_clean_together',
    ]);
    expect((await block('publisher', ['slice 2'], { confirm: SITE })).status).toBe(200);
    expect((await block('publisher', ['slice 3'])).status).toBe(200);
    expect((await block('publisher', ['slice 4'])).status).toBe(422);
    const { pool } = app.context.database;
    await pool.query("UPDATE block_entry SET created_at = created_at - interval '25 hours' WHERE value LIKE 'slice%'");
    expect((await block('publisher', ['slice 4'])).status).toBe(200);
    for (const n of [1, 2, 3, 4]) await send('DELETE', `${BASE}/${await idOf(`slice ${n}`)}`);
  });

  it('ends what has a last day when that day is over', async () => {
    expect((await block('publisher', ['short'], { until: '2026-11-20' })).status).toBe(200);
    await follow();
    await bring(visits(2, { publisher: 'short' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'fraud', events: 2 }]);
    const { pool } = app.context.database;
    const { rows } = await pool.query("SELECT ends_at FROM block_entry WHERE value = 'short'");
    expect(rows).toEqual([{ ends_at: new Date('2026-11-21T00:00:00Z') }]);
    // A session does not live until tomorrow.
    await pool.query("UPDATE block_entry SET ends_at = '2026-11-20T12:01:00Z' WHERE value = 'short'");
    app.clock.set('2026-11-20T12:01:30Z');
    await end();
    expect(await idOf('short')).toBeUndefined();
    await follow();
    await bring(visits(2, { publisher: 'short' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'clean', events: 2 }]);
  });

  it('begins what has a first day with that day', async () => {
    const soon = await block('publisher', ['soon'], { from: '2026-11-21', until: '2026-11-25' });
    expect([soon.status, soon.body.data.added]).toEqual([200, 1]);
    expect((await block('publisher', ['late'], { from: '2026-11-19' })).body.field).toBe('from');
    expect((await block('publisher', ['late'], { from: '2026-11-25', until: '2026-11-24' })).body.field).toBe('from');
    const row = async () =>
      (await get(`${LIST}&search=soon`)).body.data.map(({ from, until }: BlockView) => ({ from, until }));
    expect(await row()).toEqual([{ from: '2026-11-21', until: '2026-11-25' }]);
    await follow();
    await bring(visits(2, { publisher: 'soon' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'clean', events: 2 }]);
    const { pool } = app.context.database;
    const { rows } = await pool.query("SELECT starts_at FROM block_entry WHERE value = 'soon'");
    expect(rows).toEqual([{ starts_at: new Date('2026-11-21T00:00:00Z') }]);
    // A session does not live until tomorrow.
    await pool.query("UPDATE block_entry SET starts_at = '2026-11-20T12:02:00Z' WHERE value = 'soon'");
    app.clock.set('2026-11-20T12:02:30Z');
    await end();
    await follow();
    await bring(visits(2, { publisher: 'soon' }));
    expect(await verdicts()).toMatchObject([{ verdict: 'fraud', events: 2 }]);
    expect((await send('DELETE', `${BASE}/${await idOf('soon')}`)).status).toBe(200);
  });

  it('holds as many in the rules as these can bear, and says how many stand in feeds only', async () => {
    const many = Array.from({ length: MAX_HELD + 50 }, (_, n) => `11.${n >> 8}.${n & 255}.1`);
    expect((await block('address', many)).body.data.added).toBe(MAX_HELD + 50);
    await follow();
    const state = (await get(`${BASE}/state?package_name=${SITE}`)).body.data;
    // Two addresses and networks were there before.
    expect([state.entries - state.held, state.problem]).toEqual([52, '']);
    await bring([...visits(2, { ip: '::ffff:11.0.5.1' }), ...visits(2, { ip: '::ffff:11.9.9.9' })]);
    expect(await verdicts()).toMatchObject([
      { verdict: 'clean', events: 2 },
      { verdict: 'fraud', events: 2 },
    ]);
  });

  it('forgets a person with the address, in the versions of the rules as well', async () => {
    const person = { ip: '::ffff:203.0.113.7', accounts: [], names: [] };
    const { clickhouse, database } = stores();
    const where = { clickhouse, database, files: app.context.files };
    expect(await personalBlocks.count(where, person)).toBe(1);
    await personalBlocks.erase(where, person, async () => {});
    expect((await database.pool.query('SELECT 1 FROM block_entry WHERE value = $1', [BAD])).rows).toEqual([]);
    const { rows } = await database.pool.query<{ n: string }>(
      `SELECT count(*) AS n FROM rule_set WHERE custom::text LIKE '%"${BAD}"%'`,
    );
    expect(rows).toEqual([{ n: '0' }]);
    await follow();
    expect(JSON.stringify((await loadPolicy(database, SITE)).ruleSet.custom)).not.toContain('100::');
  });

  it('is none of a publisher, and of another package as unknown as none', async () => {
    expect((await get(LIST, 'publisher')).status).toBe(403);
    expect((await get(LIST, 'stranger')).status).toBe(403);
    // Who sees the traffic of some vendors only would read of those of others.
    for (const path of [
      LIST,
      `${BASE}/state?package_name=${SITE}`,
      `${RULES}?package_name=${SITE}`,
      `${FEEDS}?package_name=${SITE}`,
    ])
      expect([path, (await get(path, 'vendors')).status]).toEqual([path, 403]);
    expect((await send('DELETE', `${BASE}/${await idOf('spam.example')}`, undefined, 'stranger')).status).toBe(404);
    const { db } = app.context.database;
    expect(await db.select().from(blockList)).toMatchObject([{ packageName: SITE }]);
  });
});
