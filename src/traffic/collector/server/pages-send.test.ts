import { describe, expect, it } from 'vitest';
import { cleanClick, OWN, times, useCollector } from '../testing/use-collector.ts';

const live = useCollector();
const SHOP = 'https://shop.example';
/** Notes are written half a second later. */
const WRITTEN = { timeout: 5000, interval: 50 };

const inject = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string> = {}, payload = '') =>
  live.app.app.http.inject({ method, url, headers, ...(payload === '' ? {} : { payload }) });
const dot = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  inject('GET', `/t.gif?${new URLSearchParams(query)}`, headers);
interface Fault {
  key_id: number;
  fault: string;
  detail: string;
  n: number;
}
const faults = async (): Promise<Fault[]> =>
  (await live.app.get(`/api/live-traffic/faults?package_name=${OWN}`, live.admin)).body.data;
/** Those of one key, when all of them are written. */
const faultsOf = async (id: number, wanted: readonly (readonly [string, string, number])[]) =>
  expect
    .poll(async () =>
      (await faults())
        .filter(({ key_id }) => key_id === id)
        .map(({ fault, detail, n }) => [fault, detail, n])
        .sort(),
    )
    .toEqual(wanted.toSorted());
const beacon = { 'content-type': 'text/plain;charset=UTF-8', origin: SHOP };

describe('a page that sends', () => {
  it('may read the answer when the key names its site, and no other page may', async () => {
    const { secret } = await live.makeKey('Readable', { origins: [SHOP] });
    const from = (origin: string, body = '{}') =>
      inject('POST', `/api/ingest/visit?write_key=${secret}`, { ...beacon, origin }, body);
    const own = await from(SHOP);
    expect([own.statusCode, own.headers['access-control-allow-origin'], own.headers['vary']]).toEqual([
      202,
      SHOP,
      'origin',
    ]);
    expect(own.headers['access-control-allow-credentials']).toBeUndefined();
    const broken = await from(SHOP, '{');
    expect([broken.statusCode, broken.headers['access-control-allow-origin']]).toEqual([400, SHOP]);
    const other = await from('https://evil.example');
    expect([other.statusCode, other.headers['access-control-allow-origin'], other.headers['vary']]).toEqual([
      403,
      undefined,
      'origin',
    ]);
  });

  it('is answered when it asks before it sends JSON with headers; calls of people are not opened by that', async () => {
    const asked = {
      origin: SHOP,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-write-key',
    };
    const answer = await inject('OPTIONS', '/api/ingest/visit', asked);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '7200',
      vary: 'origin',
    });
    expect(String(answer.headers['access-control-allow-headers'])).toContain('x-write-key');
    const closed = await inject('OPTIONS', '/api/live-traffic', asked);
    expect([closed.statusCode, closed.headers['access-control-allow-origin']]).toEqual([404, undefined]);
    const people = await inject('GET', `/api/live-traffic?package_name=${OWN}`, { origin: SHOP });
    expect(people.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the pixel', () => {
  it('stores one event of the page it stands on, with address and agent of who saw it', async () => {
    const { secret: key } = await live.makeKey('Pixel', { origins: [SHOP] });
    const page = { referer: `${SHOP}/cart`, 'user-agent': 'A browser' };
    const answer = await dot({ key, kind: 'impression', campaign: 'Spring', ad_width: '300' }, page);
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length]).toEqual([
      200,
      'image/gif',
      43,
    ]);
    expect(answer.rawPayload.subarray(0, 6).toString()).toBe('GIF89a');
    expect([answer.headers['cache-control'], answer.headers['cross-origin-resource-policy']]).toEqual([
      'no-store',
      'cross-origin',
    ]);
    expect(answer.headers['x-adsieve-error']).toBeUndefined();
    await live.load();
    expect(await live.rows('kind, campaign, ad_width, url, user_agent, toString(ip) AS ip')).toEqual([
      {
        kind: 'impression',
        campaign: 'Spring',
        ad_width: 300,
        url: `${SHOP}/cart`,
        user_agent: 'A browser',
        ip: '::ffff:127.0.0.1',
      },
    ]);
  });

  it('is a picture whatever is wrong with it, says what in a header, and stores nothing of it', async () => {
    const { secret: key } = await live.makeKey('Wrong', { origins: [SHOP] });
    const page = { referer: `${SHOP}/` };
    const cases: readonly [query: Record<string, string>, headers: Record<string, string>, error: string][] = [
      [{}, page, 'no_key'],
      [{ key: 'x'.repeat(500) }, page, 'malformed_key'],
      [{ key: key.slice(0, -1) }, page, 'malformed_key'],
      [{ key: `${key.slice(0, -3)}AAA` }, page, 'wrong_key'],
      [{ key, kind: 'nothing' }, page, 'no_such_kind'],
      [{ key }, { referer: 'https://evil.example/' }, 'wrong_origin'],
      [{ key }, { 'sec-fetch-site': 'cross-site' }, 'wrong_origin'],
      [{ key: live.key }, page, 'wrong_origin'],
      [{ key, ip: 'nowhere' }, page, 'not_an_address ip'],
    ];
    for (const [query, headers, error] of cases) {
      const answer = await dot(query, headers);
      expect([answer.statusCode, answer.rawPayload.length, answer.headers['x-adsieve-error']]).toEqual([
        200,
        43,
        error,
      ]);
    }
    const twice = await inject('GET', `/t.gif?key=${key}&key=2&campaign=a&campaign=b`, page);
    expect([twice.statusCode, twice.headers['x-adsieve-error']]).toEqual([200, 'no_key']);
    expect([await live.count('intake_batch'), await live.count('dead_letter')]).toEqual([0, 1]);
  });

  it('is no acknowledgement where nothing could be taken: the status says so, and when to come again', async () => {
    const { secret: key } = await live.makeKey('Slow', { per_day: 1 });
    expect((await dot({ key })).statusCode).toBe(200);
    const full = await dot({ key });
    expect([full.statusCode, full.rawPayload.length, full.headers['x-adsieve-error']]).toEqual([429, 43, 'over_day']);
    expect(full.headers['retry-after']).toBe(String(12 * 3600));
  });
});

describe('limits of a key', () => {
  it('of a day refuse what goes beyond, in other processes and after a restart too, and are new the next day', async () => {
    const { id, secret: key } = await live.makeKey('Daily', { per_day: 10 });
    const events = (n: number, from = 0) => times(n, (each) => cleanClick(from + each));
    expect((await live.send(events(8), { key })).status).toBe(202);
    const refused = await live.send(events(3, 20), { key });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(12 * 3600)]);
    const { code, field, message } = refused.body;
    expect([code, field]).toEqual(['too_many_requests', 'per_day']);
    expect(message).toContain('10 events a day');
    expect((await live.send(events(2, 30), { key })).status).toBe(202);
    const shown = async () =>
      (await live.app.get(`/api/live-traffic/keys?package_name=${OWN}`, live.admin)).body.data.find(
        (row: { id: number }) => row.id === id,
      );
    await expect.poll(async () => (await shown()).today, WRITTEN).toBe(10);
    expect(await shown()).toMatchObject({ per_day: 10, per_second: null });
    const { createApp } = await import('#app/server/create-app.ts');
    const other = await createApp(live.app.context);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const again = await other.http.inject({ method: 'POST', url: '/api/ingest/click', headers, payload: '[{}]' });
    await other.http.close();
    expect(again.statusCode).toBe(429);
    const before = live.app.clock.now();
    live.app.clock.set(new Date('2026-11-21T00:00:01Z'));
    expect((await live.send(events(1, 40), { key })).status).toBe(202);
    live.app.clock.set(before);
    await faultsOf(id, [['too_many', 'day 10', 3]]);
  });

  it('of a second are an average: a longer list goes through once, and what follows waits its time', async () => {
    const { id, secret: key } = await live.makeKey('Slowly', { per_second: 10 });
    expect((await live.send(times(40, cleanClick), { key })).status).toBe(202);
    const refused = await live.send(cleanClick(50), { key });
    expect(refused.status).toBe(429);
    expect([2, 3]).toContain(Number(refused.headers['retry-after']));
    const { field, message } = refused.body;
    expect([field, message]).toEqual(['per_second', expect.stringContaining('10 events a second')]);
    await faultsOf(id, [['too_many', 'second 10', 1]]);
    expect((await live.send(cleanClick(51))).status).toBe(202);
  });

  it('go over to its successor', async () => {
    const { id } = await live.makeKey('Limited', { per_day: 7, per_second: 3 });
    const next = await live.app.call('POST', `/api/live-traffic/keys/${id}/rotate`, { token: live.admin });
    const { rows } = await live.app.context.database.pool.query(
      'SELECT per_day, per_second FROM write_key WHERE id = $1',
      [next.body.data.id],
    );
    expect(rows).toEqual([{ per_day: 7, per_second: 3 }]);
  });
});

describe('a sender that is set up wrongly', () => {
  it('is told what: sites that may not, kinds and fields that are not there, what is no list of events', async () => {
    const { id, secret } = await live.makeKey('Told', { origins: [SHOP] });
    const send = (body: string, kind = 'visit', origin = SHOP) =>
      inject('POST', `/api/ingest/${kind}?write_key=${secret}`, { ...beacon, origin }, body);
    await send('{}', 'visit', 'https://www.shop.example');
    await send('{}', 'visit', 'https://www.shop.example');
    await send('{}', 'pageview');
    await send('{');
    await send('{"campain": "Spring"}');
    await send('{"publisher": "north", "campaign": "{campaign_name}", "user_agent": "curl/8"}');
    await faultsOf(id, [
      ['wrong_origin', 'https://www.shop.example', 2],
      ['no_such_kind', 'pageview', 1],
      ['unreadable', '', 1],
      ['unknown_field', 'campain', 1],
      ['no_agent', 'visit', 1],
      ['unfilled_macro', 'campaign', 1],
    ]);
    const call = { token: live.admin };
    await live.app.call('DELETE', `/api/live-traffic/keys/${id}`, call);
    await send('{}');
    await expect.poll(async () => (await faults()).map(({ fault }) => fault), WRITTEN).toContain('revoked');
  });

  it('is told which kinds come without an agent, unless they name a device or come from no browser', async () => {
    const { id, secret: key } = await live.makeKey('Server without agents');
    const { user_agent: _, ...bare } = cleanClick(1);
    const bares = times(3, (n) => ({ ...bare, event_id: `bare-${n}` }));
    await live.send([...bares, { ...bare, event_id: 'd', declared_os: 'iOS' }, cleanClick(2)], { key });
    await live.send({ event_id: 'i' }, { key, kind: 'install' });
    const track = { userId: 'u1', event: 'Order Completed', messageId: 'm1' };
    await inject(
      'POST',
      `/v1/track?write_key=${key}`,
      { 'content-type': 'application/json' },
      JSON.stringify({ ...track, type: 'track', writeKey: key }),
    );
    await faultsOf(id, [
      ['no_agent', 'click', 3],
      ['no_agent', 'web_event', 1],
    ]);
  });

  it('has no event held against anybody for an agent it does not tell, and has where it says that there was none', async () => {
    const { user_agent: _, ...bare } = cleanClick(1);
    const [untold, blank] = [
      { ...bare, event_id: 'untold' },
      { ...bare, event_id: 'blank', click_id: 'blank', user_agent: '' },
    ];
    const asked = async (event: object) =>
      (
        await live.app.app.http.inject({
          method: 'POST',
          url: '/v1/verdict',
          headers: { authorization: `Bearer ${live.key}` },
          payload: { kind: 'click', event },
        })
      ).json();
    expect(await asked(untold)).toMatchObject({ verdict: 'clean', reason: '' });
    expect(await asked(blank)).toMatchObject({ verdict: 'fraud', reason: 'bot.non_browser' });
    await live.send([untold, blank]);
    await live.load();
    const stored = await live.rows<object>('click_id, verdict, reason, user_agent, toString(ua_class) AS ua_class');
    expect(stored).toEqual([
      { click_id: 'blank', verdict: 'fraud', reason: 'bot.non_browser', user_agent: '-', ua_class: 'empty' },
      { click_id: 'c1', verdict: 'clean', reason: '', user_agent: '', ua_class: '' },
    ]);
  });

  it('fills no memory and no table with names of its own: the newest twenty are kept', async () => {
    const { id, secret: key } = await live.makeKey('Many names');
    for (const part of times(3, (n) => n))
      await live.send(
        times(10, (n) => ({ [`field_${part}_${n}`]: 1 })),
        { key },
      );
    await expect
      .poll(
        async () => (await faults()).filter(({ key_id, fault }) => key_id === id && fault === 'unknown_field').length,
        WRITTEN,
      )
      .toBe(20);
  });

  it('is told that nothing has come for a day, by a key that was in use', async () => {
    const { id, secret: key } = await live.makeKey('Went quiet');
    await live.send(cleanClick(1), { key });
    await expect.poll(() => live.count(`sender_note WHERE note = 'sent' AND key_id = ${id}`), WRITTEN).toBe(1);
    await faultsOf(id, []);
    await live.app.context.database.pool.query(
      "UPDATE sender_note SET last_at = last_at - interval '25 hours' WHERE key_id = $1",
      [id],
    );
    await faultsOf(id, [['quiet', '', 1]]);
  });

  it('of another package is nobody else’s to see', async () => {
    const token = await live.app.signIn({
      email: 'o@foreign.example',
      role: 'customer',
      packages: ['foreign.example'],
    });
    expect((await live.app.get(`/api/live-traffic/faults?package_name=${OWN}`, token)).status).toBe(403);
  });
});
