// @drawn one sender among many
import { buildAdClick, buildPageView, buildStructEvent, newTracker } from '@snowplow/node-tracker';
import { CloudEvent, HTTP } from 'cloudevents';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OWN, useCollector } from '../../testing/use-collector.ts';

const live = useCollector();
let address = '';
beforeAll(async () => {
  address = await live.app.app.http.listen({ host: '127.0.0.1', port: 0 });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const byKind = async (columns: string) =>
  (await live.rows<{ kind: string }>(`kind, ${columns}`)).sort((a, b) => a.kind.localeCompare(b.kind));

interface Request {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  payload?: string | object;
}

async function call(url: string, { method = 'POST', headers = {}, payload }: Request = {}) {
  const body = payload === undefined ? {} : { payload };
  const answer = await live.app.app.http.inject({ method, url, headers, ...body });
  return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.body };
}

const letters = async () =>
  (await live.app.get(`/api/live-traffic/dead-letters?package_name=${OWN}`, live.admin)).body.data;

describe("Snowplow's published tracker", () => {
  /** Sends what `say` tells it and answers how the collector took it. */
  async function track(
    eventMethod: 'get' | 'post',
    say: (tracker: ReturnType<typeof newTracker>) => void,
    { appId = live.key, requests = 1 } = {},
  ): Promise<{ done: number; failed: number }> {
    const heard = { done: 0, failed: 0 };
    const tracker = newTracker(
      { namespace: 'web', appId },
      {
        endpoint: address,
        eventMethod,
        bufferSize: eventMethod === 'get' ? 1 : 3,
        retryFailedRequests: false,
        onRequestSuccess: () => {
          heard.done++;
        },
        onRequestFailure: () => {
          heard.failed++;
        },
      },
    );
    tracker.setIpAddress('84.160.1.7');
    tracker.setUseragent(CHROME);
    tracker.setUserId('u-1');
    say(tracker);
    await tracker.flush();
    // What a full buffer sends by itself is not waited for.
    await vi.waitFor(() => expect(heard.done + heard.failed).toBeGreaterThanOrEqual(requests), { timeout: 10_000 });
    return heard;
  }
  const page = {
    pageUrl: 'https://own.example/shoes?utm_source=Net&utm_campaign=Autumn',
    pageTitle: 'Shoes',
    referrer: 'https://search.example/',
  };

  it.each([
    ['get', 3],
    ['post', 1],
  ] as const)('is understood when it sends by %s', async (method, requests) => {
    const say = (tracker: ReturnType<typeof newTracker>) => {
      tracker.track(buildPageView(page));
      tracker.track(
        buildAdClick({
          targetUrl: 'https://own.example/',
          clickId: 'c-1',
          campaignId: '77',
          cost: 0.5,
          costModel: 'cpc',
          zoneId: 'top',
        }),
      );
      tracker.track(buildStructEvent({ category: 'shop', action: 'basket', label: 'shoes', value: 2 }));
    };
    expect(await track(method, say, { requests })).toEqual({ done: requests, failed: 0 });
    await live.load();
    const shared = { ip: '::ffff:84.160.1.7', user_agent: CHROME, user_id: 'u-1', package: OWN, soon: 1 };
    expect(
      await byKind(
        `ip, user_agent, user_id, package, event_name, publisher, campaign, campaign_id, referrer, placement, click_id,
         cost, extra['se_label'] AS label, abs(dateDiff('second', ts, toDateTime64('2026-11-20 12:00:00', 3))) < 60 AS soon`,
      ),
    ).toMatchObject([
      { ...shared, kind: 'click', event_name: 'ad_click', click_id: 'c-1', campaign_id: '77', placement: 'top' },
      {
        ...shared,
        kind: 'visit',
        event_name: 'page_view',
        publisher: 'Net',
        campaign: 'Autumn',
        referrer: page.referrer,
        placement: 'Shoes',
      },
      { ...shared, kind: 'web_event', event_name: 'basket' },
    ]);
  });

  it('hears that its application id is no key', async () => {
    expect(await track('post', (tracker) => tracker.track(buildPageView(page)), { appId: 'shop' })).toEqual({
      done: 0,
      failed: 1,
    });
    expect(await live.count('intake_batch')).toBe(0);
  });
});

describe("requests of Snowplow's trackers", () => {
  const pageView = { e: 'pv', eid: '0b8f5a3e-1c1f-4b5e-9a53-7a3c0f5b9d10', p: 'web', tv: 'js-4.8.0' };

  it('from a browser have the address they come from, and are one event when they come again', async () => {
    const url = `/i?${new URLSearchParams({ ...pageView, aid: live.key })}`;
    const answers = [
      await call(url, { method: 'GET', headers: { 'user-agent': CHROME } }),
      await call('/com.snowplowanalytics.snowplow/tp2', {
        headers: { 'content-type': 'application/json', 'user-agent': CHROME },
        payload: { schema: 'iglu:x/payload_data/jsonschema/1-0-4', data: [{ ...pageView, aid: live.key }] },
      }),
    ];
    expect(answers).toMatchObject([
      { status: 200, type: 'image/gif' },
      { status: 200, text: 'ok' },
    ]);
    await live.load();
    expect(await live.rows('kind, ip, user_agent')).toEqual([
      { kind: 'visit', ip: '::ffff:127.0.0.1', user_agent: CHROME },
    ]);
    // The key is nowhere but in its hash.
    expect(JSON.stringify(await live.rows('*'))).not.toContain(live.key);
  });

  it('of two applications at once are refused: nothing ends up in the package of another', async () => {
    const data = [
      { ...pageView, aid: live.key },
      { ...pageView, aid: 'adw_other' },
    ];
    expect((await call('/com.snowplowanalytics.snowplow/tp2', { payload: { schema: 'x', data } })).status).toBe(400);
    expect(await live.count('intake_batch')).toBe(0);
  });
});

describe('the Measurement Protocol of GA4', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  const hit = {
    client_id: '123.456',
    timestamp_micros: String(at * 1000),
    ip_override: '84.160.1.7',
    user_location: { city: 'Berlin', country_id: 'DE' },
    device: { category: 'mobile', brand: 'Google', model: 'Pixel 7', operating_system: 'Android' },
    events: [
      { name: 'page_view', params: { page_location: 'https://own.example/?utm_source=Net&gclid=g-1' } },
      {
        name: 'purchase',
        params: { currency: 'EUR', value: 9.9, transaction_id: 'T-1', coupon: 'SPRING' },
        timestamp_micros: (at + 1000) * 1000,
      },
    ],
  };
  const collect = (body: object, key = live.key, path = '/mp/collect') =>
    call(`${path}?measurement_id=G-TEST&api_secret=${key}`, { payload: body });

  it('is answered with 204 and stores each event once, however often it comes', async () => {
    expect(await collect(hit)).toMatchObject({ status: 204, text: '' });
    expect((await collect(hit)).status).toBe(204);
    await live.load();
    const shared = { ip: '::ffff:84.160.1.7', city: 'Berlin', declared_country: 'DE', user_id: '123.456' };
    expect(
      await byKind(
        `ts, ip, city, declared_country, user_id, device_model, publisher, click_id, order_id, revenue, currency,
         coupon_code AS coupon, user_agent`,
      ),
    ).toMatchObject([
      { ...shared, kind: 'visit', ts: '2026-11-20 10:00:00.000', publisher: 'Net', click_id: 'g-1', user_agent: '' },
      {
        ...shared,
        kind: 'web_event',
        ts: '2026-11-20 10:00:01.000',
        order_id: 'T-1',
        revenue: 9.9,
        currency: 'EUR',
        coupon: 'SPRING',
      },
    ]);
  });

  it('keeps what cannot be read with its reason, and refuses a wrong secret', async () => {
    const events = [{ name: 'purchase', params: { value: 'much' } }, 'nothing'];
    expect((await collect({ ...hit, events })).status).toBe(204);
    expect(await letters()).toMatchObject([
      { field: '', reason: 'not_an_object' },
      { field: 'revenue', reason: 'not_an_amount' },
    ]);
    expect((await collect(hit, 'adw_wrong')).status).toBe(401);
    expect((await collect({ client_id: '1', events: [] })).status).toBe(400);
  });

  it('says what is wrong with a request, as the server for trying does, and stores nothing of it', async () => {
    const codes = async (body: object) => {
      const { status, text } = await collect(body, live.key, '/debug/mp/collect');
      const { validationMessages } = JSON.parse(text);
      return [status, ...validationMessages.map((each: { validationCode: string }) => each.validationCode)];
    };
    expect(await codes(hit)).toEqual([200]);
    expect(await codes({ client_id: '1', events: [{ name: '_badEventName', params: {} }] })).toEqual([
      200,
      'NAME_INVALID',
    ]);
    const parameters = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`p${n}`, n]));
    expect(await codes({ events: [{ params: parameters }, { name: 'x'.repeat(41) }] })).toEqual([
      200,
      'VALUE_REQUIRED',
      'VALUE_REQUIRED',
      'EXCEEDED_MAX_ENTITIES',
      'VALUE_OUT_OF_BOUNDS',
    ]);
    expect((await collect(hit, 'adw_wrong', '/debug/mp/collect')).status).toBe(401);
    expect(await live.count('intake_batch')).toBe(0);
  });
});

describe("the CloudEvents project's published library", () => {
  const event = (n: number, more: object = {}) =>
    new CloudEvent({
      id: `e-${n}`,
      source: 'https://shop.example/ads',
      type: 'com.example.shop.click',
      time: '2026-11-20T10:00:00.000Z',
      data: { publisher: 'Net', click_id: `c-${n}`, ip: '84.160.1.7', user_agent: CHROME },
      ...more,
    });
  async function send(message: { headers: unknown; body: unknown }) {
    const headers: Record<string, string> = { authorization: `Bearer ${live.key}` };
    for (const [name, value] of Object.entries(message.headers ?? {})) headers[name] = String(value);
    const body = typeof message.body === 'string' ? message.body : JSON.stringify(message.body);
    const answer = await call('/api/cloudevents', { headers, payload: body });
    return { status: answer.status, body: JSON.parse(answer.text) };
  }

  it('is understood in its binary and its structured mode, each event once', async () => {
    expect(await send(HTTP.binary(event(1)))).toMatchObject({ status: 202, body: { accepted: 1 } });
    expect(await send(HTTP.structured(event(2)))).toMatchObject({ status: 202, body: { accepted: 1 } });
    expect(await send(HTTP.structured(event(1)))).toMatchObject({ status: 202, body: { duplicates: 1 } });
    await live.load();
    const row = { kind: 'click', ts: '2026-11-20 10:00:00.000', publisher: 'Net', ip: '::ffff:84.160.1.7' };
    expect(await live.rows('kind, ts, publisher, ip, click_id')).toEqual([
      { ...row, click_id: 'c-1' },
      { ...row, click_id: 'c-2' },
    ]);
  });

  it('may send batches, in which what cannot be read waits with its reason', async () => {
    const batch = [
      event(3, { type: 'com.example.shop.EVENT' }),
      event(4, { type: 'com.example.shop.rain' }),
      event(5, { data: 'no object' }),
      event(6, { data: { ip: 'nowhere' } }),
    ];
    const body = `[${batch.map((each) => JSON.stringify(each)).join(',')}]`;
    const headers = { 'content-type': 'application/cloudevents-batch+json' };
    const answer = await send({ headers, body });
    expect(answer).toMatchObject({
      status: 202,
      body: {
        accepted: 1,
        rejected: [
          { index: 1, field: 'kind', reason: 'no_kind' },
          { index: 2, field: '', reason: 'not_an_object' },
          { index: 3, field: 'ip', reason: 'not_an_address' },
        ],
      },
    });
    await live.load();
    expect(await live.rows('kind')).toEqual([{ kind: 'web_event' }]);
    // Of what kind it is only its sender could say: looked at again it stays.
    const again = await live.app.call('POST', '/api/live-traffic/dead-letters/replay', {
      token: live.admin,
      body: { package_name: OWN },
    });
    expect(again.body.data).toEqual({ replayed: 0, left: 3 });
  });

  it('is told when what it sends is no CloudEvent', async () => {
    expect((await send({ headers: { 'content-type': 'application/json' }, body: '{}' })).status).toBe(415);
  });
});
