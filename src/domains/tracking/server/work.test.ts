import { describe, expect, it } from 'vitest';
import { useHookServer } from '../../../../test/support/use-hook-server.ts';
import { keyOf, type Made, useLinks } from '../testing/use-links.ts';
import { APP, BASE } from '../testing/use-tracking.ts';
import { approveDue } from './approvals.ts';
import { sendNotices } from './notices.ts';
import { personalTouches } from './personal-data.ts';
import { forgetTouches } from './upkeep.ts';

const hooks = useHookServer();
const { app, campaign, follow, get, loaded, postback, publisher, rowsOf, send, stored, tokenOf, touches } = useLinks();
const LEAD = { event: 'lead', payout_model: 'flat', payout: '2' };
const DAY_MS = 86_400_000;

async function clicked(made: Made, query = ''): Promise<string> {
  const { to } = await follow(keyOf(made), query);
  await stored();
  return new URL(to).searchParams.get('id') ?? '';
}
/** Of whoever tells publishers: sessions end by the other one. */
let at = Date.parse('2026-11-20T12:00:00Z');
const deps = () => ({ database: app.context.database, outbound: hooks.outbound, now: () => new Date(at) });
const register = { byId: async () => [] };

describe('what publishers are told', () => {
  it('is sent, eight times at most over hours, logged without its secrets, and sent once more when somebody asks for it', async () => {
    const partner = await publisher('Heard', {
      postback_url: 'https://hooks.example/pb?c={click_id}&p={payout}&api_key=k9',
    });
    const made = await campaign('Notices', { agency_name: 'Other', events: [LEAD] });
    const id = await clicked(made, `?p=${partner.key}`);
    await postback(made, { click_id: id, event: 'lead' });
    hooks.answer(503, 'busy');
    expect(await sendNotices(deps())).toBe(1);
    expect(await sendNotices(deps())).toBe(0);
    expect(hooks.received).toMatchObject([{ method: 'GET', host: 'hooks.example', url: `/pb?c=${id}&p=2&api_key=k9` }]);
    let hours = 0;
    for (; hours < 40 && hooks.received.length < 8; hours++) {
      at += 3_600_000;
      await sendNotices(deps());
    }
    at += DAY_MS;
    expect([await sendNotices(deps()), hooks.received.length, hours > 9]).toEqual([0, 8, true]);
    const list = `${BASE}/notices?package_name=${APP}`;
    const [dead] = (await get(`${list}&state=dead`)).body.data;
    expect(dead).toMatchObject({
      publisher: 'Heard',
      campaign: 'Notices',
      event: 'lead',
      tries: 8,
      http_status: 503,
      answer: 'busy',
      url: `https://hooks.example/pb?c=${id}&p=2&api_key=***`,
    });
    for (const [asked, total] of [
      ['publisher=Heard&event=lead', 1],
      [`campaign_id=${made.id}&search=${id.slice(2, 9)}`, 1],
      ['search=hooks.example', 0],
      ['publisher=Unheard', 0],
      ['event=sale', 0],
      ['state=sent', 0],
      ['start_date=2026-11-10&end_date=2026-11-18', 0],
    ] as const)
      expect([asked, (await get(`${list}&${asked}`)).body.total]).toEqual([asked, total]);
    hooks.answer(200, 'ok');
    expect((await send('POST', `${BASE}/notices/${dead.id}/redeliver`, undefined, 'stranger')).status).toBe(403);
    expect((await send('POST', `${BASE}/notices/${dead.id}/redeliver`)).status).toBe(200);
    await sendNotices(deps());
    expect((await get(list)).body.data[0]).toMatchObject({ state: 'sent', answer: 'ok', http_status: 200 });
    expect((await get(list, 'vendor')).body.total).toBe(0);
    expect((await send('POST', `${BASE}/notices/${dead.id}/redeliver`, undefined, 'vendor')).status).toBe(403);
    await rowsOf(
      "UPDATE tracking_notice SET url = 'http://hooks.example/', state = 'waiting', tries = 0, next_at = created_at WHERE id = $1",
      dead.id,
    );
    await sendNotices(deps());
    expect((await get(list)).body.data[0]).toMatchObject({ state: 'dead', tries: 1 });
    expect(hooks.received).toHaveLength(9);
  });

  it('is what the newest try has heard: one that is overtaken by being sent again says nothing any more', async () => {
    const [{ id = 0 } = {}] = await rowsOf<{ id: number }>('SELECT id FROM tracking_notice ORDER BY id LIMIT 1');
    await rowsOf("UPDATE tracking_notice SET url = 'https://hooks.example/pb' WHERE id = $1", id);
    const again = () => send('POST', `${BASE}/notices/${id}/redeliver`);
    /** Tries that are under way until they are answered. */
    const answers: ((status: number) => void)[] = [];
    const getText = () =>
      new Promise<{ status: number; body: string }>((done) => {
        answers.push((status) => done({ status, body: String(status) }));
      });
    const begin = () => sendNotices({ ...deps(), outbound: { getText } });
    const stored = async () =>
      (await rowsOf('SELECT state, tries, http_status, answer FROM tracking_notice WHERE id = $1', id))[0];
    for (const [late, newest, state] of [
      [500, 200, 'sent'],
      [200, 500, 'waiting'],
    ] as const) {
      answers.length = 0;
      await again();
      const first = begin();
      await expect.poll(() => answers.length).toBe(1);
      await again();
      const second = begin();
      await expect.poll(() => answers.length).toBe(2);
      answers[1]?.(newest);
      await second;
      answers[0]?.(late);
      await first;
      expect(await stored()).toEqual({ state, tries: 1, http_status: newest, answer: String(newest) });
    }
  });

  it('and what they are owed, is settled when the time of waiting is over', async () => {
    const made = await campaign('Held', { hold_days: 3, events: [LEAD] });
    const id = await clicked(made);
    expect(await postback(made, { click_id: id, event: 'lead' })).toMatchObject({ conversion_status: 'pending' });
    const approve = (at: string) =>
      approveDue({ database: app.context.database, publisherRegister: register, now: () => new Date(at) });
    expect(await approve('2026-11-23T11:59:00Z')).toBe(0);
    expect(await approve('2026-11-23T12:00:00Z')).toBe(1);
    expect(await rowsOf('SELECT status FROM tracking_conversion WHERE click_id = $1', id)).toEqual([
      { status: 'approved' },
    ]);
  });
});

describe('a postback that never can be taken', () => {
  it('is answered with what it lacks, so that nobody sends it for ever, and one with an empty body by its address', async () => {
    const made = await campaign('Broken', { events: [LEAD] });
    const id = await clicked(made);
    const sent = async (query: string, payload?: string, type = 'application/json') => {
      const answer = await app.app.http.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/t/pb?${query}`,
        ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
      });
      return { ...answer.json(), status: answer.statusCode };
    };
    const lacks = { status: 400, code: 'malformed', field: 'click_id', told: { code: 'postback_lacks' } };
    expect(await sent('event=lead')).toMatchObject({ ...lacks, message: expect.stringContaining('lacks click_id;') });
    expect(await sent('click_id=%20')).toMatchObject({
      ...lacks,
      message: expect.stringContaining('lacks click_id, event;'),
    });
    expect(await sent('', 'event=lead', 'application/x-www-form-urlencoded')).toMatchObject(lacks);
    for (const body of ['{"a":', '[1]', 'null', '"x"'])
      expect(await sent(`click_id=${id}&event=lead`, body)).toMatchObject({
        status: 400,
        told: { code: 'postback_broken' },
      });
    expect(await rowsOf('SELECT 1 FROM tracking_postback WHERE click_id = $1', id)).toEqual([]);
    const good = `click_id=${id}&event=lead&sec=${made.postback_secret}`;
    expect(await sent(good, '')).toMatchObject({ pb_status: 'Success' });
  });
});

describe('touches', () => {
  it('are forgotten a day after the longest window, and with the person they are of', async () => {
    const made = await campaign('Forgotten', { click_window_hours: 48, events: [LEAD] });
    const id = await clicked(made, '?gaid=11111111-2222-4333-8444-555555555555');
    await postback(made, { click_id: id, event: 'lead' });
    const other = await clicked(made, '?gaid=99999999-2222-4333-8444-555555555555');
    const stores = { database: app.context.database, clickhouse: app.context.clickhouse, files: app.context.files };
    const person = { device_id: '11111111-2222-4333-8444-555555555555', accounts: [], names: [] };
    expect(await personalTouches.count(stores, { ...person, package_name: 'com.foreign' })).toBe(0);
    expect(await personalTouches.count(stores, person)).toBe(2);
    expect(await personalTouches.count(stores, { accounts: [], names: [] })).toBe(0);
    let erased = 0;
    await personalTouches.erase(stores, person, async (n) => {
      erased += n;
    });
    const left = (await touches()).map((touch) => touch.id);
    expect([erased, left.includes(id), left.includes(other)]).toEqual([2, false, true]);
    const forget = (hours: number) =>
      forgetTouches({
        database: app.context.database,
        now: () => new Date(app.clock.now().getTime() + hours * 3_600_000),
      });
    await forget(72);
    expect((await touches()).some((touch) => touch.id === other)).toBe(true);
    await forget(72.1);
    expect((await touches()).some((touch) => touch.id === other)).toBe(false);
  });
});

describe('an upload', () => {
  it('is taken line by line as postbacks are, after a dry run that leaves nothing, and listed [TRK-API-32]', async () => {
    const made = await campaign('Offline', { agency_name: 'Acme', several_conversions: true, events: [LEAD] });
    const id = await clicked(made);
    const foreign = `${id.slice(0, -1)}_`;
    const text = `\uFEFFclick_id;event;txid;status\r\n${id};lead;"o;1";\r\n\r\n${id};lead;o2;approved\r\n${id};lead;o2;\r\n${foreign};lead;o3;\r\n${id};"no ""such""";;`;
    const upload = async (query: string, payload = text, who = 'customer') => {
      const answer = await app.app.http.inject({
        method: 'POST',
        url: `${BASE}/uploads?package_name=${APP}&file_name=sales.csv${query}`,
        payload,
        headers: { authorization: tokenOf(who), 'content-type': 'text/csv' },
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const errors = [
      { row: 5, reason: 'same_before' },
      { row: 6, reason: 'unknown_click' },
      { row: 7, reason: 'unknown_event' },
    ];
    const dry = (await upload('&dry_run=true')).body.data;
    expect(dry).toMatchObject({ state: 'checked', rows: 5, accepted: 2, errors });
    expect(await rowsOf('SELECT 1 FROM tracking_conversion WHERE click_id = $1', id)).toEqual([]);
    expect((await upload('')).body.data).toMatchObject({ state: 'done', rows: 5, accepted: 2, errors });
    expect((await upload('')).body.data).toMatchObject({ accepted: 0 });
    expect(
      await rowsOf(
        'SELECT transaction_id FROM tracking_conversion WHERE click_id = $1 ORDER BY transaction_id COLLATE "C" DESC',
        id,
      ),
    ).toEqual([{ transaction_id: 'o;1' }, { transaction_id: 'o2' }]);
    expect(await loaded('order_id', keyOf(made))).toHaveLength(3);
    const listed = (await get(`${BASE}/uploads?package_name=${APP}`)).body;
    expect([listed.total, listed.data.map((row: { state: string }) => row.state)]).toEqual([
      3,
      ['done', 'done', 'checked'],
    ]);
    expect((await upload('', 'a,b\n1,2')).status).toBe(422);
    expect((await upload('', 'click_id,event\n')).status).toBe(422);
    expect((await upload('', `click_id,event\n${'x,y\n'.repeat(20_001)}`)).status).toBe(413);
    expect([(await upload('', text, 'stranger')).status, (await upload('', text, 'vendor')).status]).toEqual([
      403, 403,
    ]);
  });
});

describe('postbacks that anybody may send', () => {
  it('stand in the report and the health of the campaign whose secret they have, at most two hundred of an hour; without click and secret they are counted [TRK-API-23] [TRK-API-25]', async () => {
    const made = await campaign('Lost', { events: [LEAD] });
    const day = app.clock.now().toISOString().slice(0, 10);
    const asked = `package_name=${APP}&start_date=${day}&end_date=${day}`;
    const report = async (more: string) => (await get(`${BASE}/postback_report?${asked}${more}`)).body;
    const health = async () =>
      (await get(`${BASE}/health_report?${asked}&campaign_id=${made.id}`)).body.data.find(
        ({ event }: { event: string }) => event === 'lead',
      );
    const lost = { click_id: 'lost1', event: 'lead' };
    for (let n = 0; n < 5; n++) expect(await postback(made, lost)).toMatchObject({ reason: 'unknown_click' });
    const own = `&campaign_id=${made.id}`;
    const first = await report(own);
    expect(first).toMatchObject({ total: 5, counted_only: { of_campaigns: 0, of_nobody: 0 } });
    expect(first.data[0]).toMatchObject({ campaign: 'Lost', pb_status: 'Rejected', reason: 'unknown_click' });
    expect(await health()).toMatchObject({ received: 5, unknown_click_percentage: 100, state: 'degraded' });
    await rowsOf('UPDATE tracking_untaken SET came = 199, listed = 199 WHERE campaign_id = $1', made.id);
    await Promise.all(Array.from({ length: 9 }, () => postback(made, lost)));
    expect(await report(own)).toMatchObject({ total: 6, counted_only: { of_campaigns: 8 } });
    expect(await health()).toMatchObject({ received: 14, unknown_click_percentage: 100 });
    const before = await report('');
    for (let n = 0; n < 3; n++) await postback(made, lost, { sec: 'wrong' });
    expect(await report('')).toEqual(before);
    expect(before.counted_only.of_nobody).toBe(0);
    const admin = await app.signIn({ email: 'all@own.example', role: 'admin' });
    const all = (await app.get(`${BASE}/postback_report?${asked}`, admin)).body;
    expect(all.counted_only.of_nobody).toBeGreaterThanOrEqual(3);
    expect((await rowsOf('SELECT 1 FROM tracking_postback WHERE package_name IS NULL')).length).toBe(0);
  });
});
