// @drawn one sender among many
import { Analytics } from '@segment/analytics-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { OWN, useCollector } from '../../testing/use-collector.ts';

const live = useCollector();
let host = '';
beforeAll(async () => {
  host = await live.app.app.http.listen({ host: '127.0.0.1', port: 0 });
});

/** Hours before now by the clock of the machine, as the library sends it. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const context = {
  ip: '84.160.1.7',
  userAgent: CHROME,
  locale: 'de-DE',
  page: { url: 'https://own.example/shoes?utm_source=Net&utm_campaign=Autumn&gclid=g-1', path: '/shoes' },
};

const byKind = async (columns: string) =>
  (await live.rows<{ kind: string }>(`kind, ${columns}`)).sort((a, b) => a.kind.localeCompare(b.kind));

async function post(call: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await live.app.app.http.inject({
    method: 'POST',
    url: `/v1/${call}`,
    headers: { 'content-type': 'text/plain', ...headers },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe("Segment's published library", () => {
  it('is answered as Segment answers, and its calls become events of the package of its key', async () => {
    const faults: unknown[] = [];
    const analytics = new Analytics({ writeKey: live.key, host, flushAt: 20, maxRetries: 0 });
    analytics.on('error', (fault) => faults.push(fault));
    const userId = 'u-1';
    analytics.page({ userId, name: 'Shoes', context, timestamp: hoursAgo(2), messageId: 'm-page' });
    analytics.track({
      userId,
      event: 'Order Completed',
      properties: { revenue: 49.9, currency: 'EUR', order_id: 'o-1', quantity: 2, coupon: 'SPRING' },
      context,
      timestamp: hoursAgo(1),
      messageId: 'm-order',
    });
    analytics.track({ userId, event: 'Ad Clicked', context, timestamp: hoursAgo(3), messageId: 'm-click' });
    analytics.screen({ anonymousId: 'a-1', name: 'Home', context, messageId: 'm-screen' });
    analytics.identify({ userId, traits: { email: 'ann@mail.example' }, context, messageId: 'm-identify' });
    analytics.group({ userId, groupId: 'g', context, messageId: 'm-group' });
    analytics.alias({ userId, previousId: 'a-1', context, messageId: 'm-alias' });
    // The same again, as a library does that heard no answer.
    analytics.track({ userId, event: 'Ad Clicked', context, timestamp: hoursAgo(3), messageId: 'm-click' });
    await analytics.closeAndFlush();
    expect(faults).toEqual([]);
    await live.load();
    const shared = {
      ip: '::ffff:84.160.1.7',
      user_agent: CHROME,
      publisher: 'Net',
      campaign: 'Autumn',
      click_id: 'g-1',
    };
    const rows = await live.rows<{ event_name: string }>(
      `kind, event_name, publisher, campaign, click_id, user_id, ip, user_agent, placement, order_id, email_domain,
       revenue, currency, quantity, extra['event_id'] AS id, coupon_code AS coupon, package,
       round(dateDiff('second', ts, toDateTime64('2026-11-20 12:00:00', 3, 'UTC')) / 3600) AS hours`,
    );
    const named = (name: string) => rows.filter(({ event_name }) => event_name === name);
    expect(rows).toHaveLength(7);
    expect(named('page')).toMatchObject([
      { ...shared, kind: 'visit', user_id: 'u-1', placement: 'Shoes', hours: 2, package: OWN, id: 'm-page' },
    ]);
    expect(named('Order Completed')).toMatchObject([
      { ...shared, kind: 'web_event', revenue: 49.9, currency: 'EUR', order_id: 'o-1', quantity: 2, coupon: 'SPRING' },
    ]);
    expect(named('Ad Clicked')).toMatchObject([{ ...shared, kind: 'click', hours: 3, id: 'm-click' }]);
    expect(named('screen')).toMatchObject([{ kind: 'web_event', user_id: 'a-1', placement: 'Home', hours: 0 }]);
    expect(named('identify')).toMatchObject([{ kind: 'web_event', email_domain: 'mail.example' }]);
    expect([...named('group'), ...named('alias')]).toHaveLength(2);
  });

  it('hears that its key is wrong', async () => {
    const heard: unknown[] = [];
    const analytics = new Analytics({ writeKey: 'adw_nobodys', host, maxRetries: 0 });
    analytics.on('error', (fault) => heard.push(fault));
    analytics.track({ userId: 'u', event: 'x' });
    await analytics.closeAndFlush();
    expect(heard).toHaveLength(1);
    expect(await live.count('intake_batch')).toBe(0);
  });
});

describe('messages in the form of Segment', () => {
  it('of an app are events of an app, and the installation an install', async () => {
    await live.app.package({ name: 'app.example', platform: 'app' });
    const { secret: key } = await live.makeKey('App', { package_name: 'app.example' });
    const device = { advertisingId: '9f0c41d2-7a55-4c1e-8b1d-000000000010', manufacturer: 'Google', model: 'Pixel 7' };
    const message = { anonymousId: 'a', context: { device, os: { name: 'Android', version: '14' } } };
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    const sent = [
      await post('track', { ...message, event: 'Application Installed' }, headers),
      await post('screen', { ...message, name: 'Home' }, headers),
    ];
    expect(sent).toEqual([
      { status: 200, body: { success: true } },
      { status: 200, body: { success: true } },
    ]);
    await live.load();
    const shared = {
      package: 'app.example',
      device_id: device.advertisingId,
      device_model: 'Pixel 7',
      declared_os: 'Android',
    };
    expect(await byKind('package, device_id, device_model, declared_os')).toEqual([
      { ...shared, kind: 'app_event' },
      { ...shared, kind: 'install' },
    ]);
  });

  it('of a browser bring their key inside and the address they come from', async () => {
    const library = { name: 'analytics.js', version: 'npm:next-1.81.0' };
    const message = { writeKey: live.key, messageId: 'b-1', anonymousId: 'a', context: { library } };
    const headers = { 'user-agent': CHROME };
    expect((await post('p', { ...message, context: { library, page: context.page } }, headers)).status).toBe(200);
    expect((await post('t', { ...message, messageId: 'b-2', event: 'Signed Up' }, headers)).status).toBe(200);
    expect((await post('t', { ...message, writeKey: 'adw_no', event: 'Signed Up' }, headers)).status).toBe(401);
    await live.load();
    expect(await byKind('ip, user_agent, page_id')).toEqual([
      { kind: 'visit', ip: '::ffff:127.0.0.1', user_agent: CHROME, page_id: '/shoes' },
      { kind: 'web_event', ip: '::ffff:127.0.0.1', user_agent: CHROME, page_id: '' },
    ]);
  });

  it('of pages of other sites are answered readably where the key names their site, and refused elsewhere', async () => {
    const { secret: writeKey } = await live.makeKey('Pages', { origins: ['https://shop.example'] });
    const from = (origin: string) =>
      live.app.app.http.inject({
        method: 'POST',
        url: '/v1/t',
        headers: { origin, 'content-type': 'text/plain' },
        payload: JSON.stringify({ writeKey, event: 'Signed Up' }),
      });
    const own = await from('https://shop.example');
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, 'https://shop.example']);
    expect((await from('https://evil.example')).statusCode).toBe(403);
  });

  it('of a server that name no address have none, for the server is not who did it', async () => {
    await post('track', { writeKey: live.key, event: 'Signed Up', context: { library: { name: 'analytics-go' } } });
    await live.load();
    expect(await live.rows('ip, user_agent')).toEqual([{ ip: '::', user_agent: '' }]);
  });

  it('are set right by the moment of sending, whatever the clock of the device shows', async () => {
    const wrong = { timestamp: '2025-03-01T08:00:00.000Z', sentAt: '2025-03-01T08:30:00.000Z' };
    await post('batch', { batch: [{ type: 'track', event: 'Late', ...wrong }], writeKey: live.key });
    await live.load();
    expect(await live.rows('ts, event_name')).toEqual([{ ts: '2026-11-20 11:30:00.000', event_name: 'Late' }]);
  });

  it('that cannot be read wait with their reason, and their neighbours are stored', async () => {
    const batch = [
      { type: 'track', event: 'Good', messageId: 'ok' },
      { type: 'track', event: 'Bad', messageId: 'bad', properties: { revenue: 'lots' } },
      'nothing',
    ];
    expect(await post('batch', { batch, writeKey: live.key })).toEqual({ status: 200, body: { success: true } });
    const letters = await live.app.get(`/api/live-traffic/dead-letters?package_name=${OWN}`, live.admin);
    expect(letters.body.data).toMatchObject([
      { field: '', reason: 'not_an_object' },
      { event_id: 'bad', field: 'revenue', reason: 'not_an_amount' },
    ]);
    await live.load();
    expect(await live.rows('event_name')).toEqual([{ event_name: 'Good' }]);
    expect((await post('batch', { batch: [], writeKey: live.key })).status).toBe(400);
    expect((await post('rewind', { writeKey: live.key })).status).toBe(400);
  });
});
