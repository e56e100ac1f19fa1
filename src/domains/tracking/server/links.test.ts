import { describe, expect, it } from 'vitest';
import { CHROME, keyOf, useLinks } from '../testing/use-links.ts';
import { APP, BASE } from '../testing/use-tracking.ts';

const { campaign, follow, loaded, publisher, rowsOf, send, settled, touches } = useLinks();

describe('a link', () => {
  it('records the click with all it is paid by, and sends on with its macros filled', async () => {
    const partner = await publisher('Partner & Co');
    const made = await campaign('Followed', {
      agency_name: 'Acme',
      click_payout: '0.25',
      click_revenue: '0.4',
      landing_page: 'https://shop.example/start?id={click_id}&s={sub1}&c={source_click_id}&x={nothing}&o={os}',
    });
    const key = keyOf(made);
    const { status, to, headers } = await follow(key, `?p=${partner.key}&s=site%2F1%26y%3D2&ci=%0d%0aSet-Cookie:a`, {
      referer: 'https://news.example/a',
    });
    expect([status, headers['cache-control'], headers['referrer-policy'], headers['set-cookie']]).toEqual([
      302,
      'no-store',
      'no-referrer',
      undefined,
    ]);
    const id = new URL(to).searchParams.get('id') ?? '';
    expect(to).toBe(`https://shop.example/start?id=${id}&s=site%2F1%26y%3D2&c=Set-Cookie%3Aa&x={nothing}&o=Android`);
    const [touch] = (await touches()).filter((each) => each.id === id);
    expect(touch).toMatchObject({
      kind: 'click',
      handling: 'passed',
      given: { sub1: 'site/1&y=2', publisher: 'Partner & Co' },
    });
    expect(
      await loaded(
        'kind, publisher, sub_publisher, vendor, campaign, click_id, toString(cost) AS cost, toString(revenue) AS revenue, currency, handling, referrer, toString(ip) AS ip',
        key,
      ),
    ).toEqual([
      {
        kind: 'click',
        publisher: 'Partner & Co',
        sub_publisher: 'site/1&y=2',
        vendor: 'Acme',
        campaign: 'Followed',
        click_id: id,
        cost: '0.25',
        revenue: '0.4',
        currency: 'EUR',
        handling: 'passed',
        referrer: 'https://news.example/a',
        ip: '::ffff:84.160.1.7',
      },
    ]);
  });

  it('is of the publisher that was made a moment before, though another was known; a publisher nobody knows stays none', async () => {
    const key = keyOf(await campaign('Just made'));
    const { key: before } = await publisher('There before');
    await follow(key, `?p=${before}`);
    const { key: now } = await publisher('Made this moment');
    await follow(key, `?p=${now}`);
    await follow(key, '?p=nobody');
    const rows = await loaded<{ publisher: string; handling: string }>('publisher, handling', key);
    expect(rows.map(({ publisher: name, handling }) => `${handling} ${name}`).sort()).toEqual([
      'flagged ',
      'passed Made this moment',
      'passed There before',
    ]);
  });

  it('is no click where a program only asks for its head, or a browser loads it ahead; the click that follows is', async () => {
    const made = await campaign('Looked at', { duplicate_seconds: 60, click_payout: '1', over_action: 'reject' });
    await send('POST', `${BASE}/capping`, { campaign_id: made.id, metric: 'clicks', limit: '1' });
    const key = keyOf(made);
    await settled();
    const looked = await follow(key, '', {}, 'c', 'HEAD');
    expect([looked.status, looked.to]).toEqual([302, expect.stringContaining('https://shop.example/start?id=')]);
    expect((await follow(key, '', {}, 'i', 'HEAD')).headers['content-type']).toBe('image/gif');
    for (const [name, value] of [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-purpose', 'preview'],
      ['x-moz', 'prefetch'],
    ] as const) {
      const ahead = await follow(key, '', { [name]: value });
      expect([name, ahead.status, ahead.to, ahead.headers['cache-control']]).toEqual([name, 503, '', 'no-store']);
      expect((await follow(key, '', { [name]: value }, 'i')).status).toBe(200);
    }
    expect((await follow(key, '', { purpose: 'purchase' })).status).toBe(302);
    expect(await loaded('toString(kind) AS kind, handling, toString(cost) AS cost', key)).toEqual([
      { kind: 'click', handling: 'passed', cost: '1' },
    ]);
  });

  it('ends when its campaign is deleted, within a second, and records nothing more [TRK-API-05]', async () => {
    const made = await campaign('Gone');
    await settled();
    expect((await follow(keyOf(made))).status).toBe(302);
    const before = (await touches()).length;
    await send('DELETE', `${BASE}/campaign/${made.id}`);
    await settled();
    const gone = await follow(keyOf(made), '', { 'accept-language': 'de' });
    expect([gone.status, gone.to, gone.text]).toEqual([
      410,
      '',
      expect.stringContaining('Dieses Angebot ist beendet.'),
    ]);
    expect((await follow('nobody')).status).toBe(404);
    // One that is longer than the router takes parts of an address by itself would be answered by the product.
    for (const length of [299, 400, 5_000]) {
      const { status, headers: own, text } = await follow('x'.repeat(length), '', { 'accept-language': 'de' });
      expect([length, status, own['content-type'], text]).toEqual([
        length,
        404,
        'text/html; charset=utf-8',
        expect.stringContaining('<html lang="de">'),
      ]);
      const seen = await follow('x'.repeat(length), '', {}, 'i');
      expect([length, seen.status, seen.headers['content-type']]).toEqual([length, 200, 'image/gif']);
    }
    expect((await touches()).length).toBe(before);
    expect(await loaded('handling', keyOf(made))).toHaveLength(1);
  });

  it('goes to hosts of its campaign only, whatever it is asked for', async () => {
    const page = (
      await send('POST', `${BASE}/landing_page`, { package_name: APP, name: 'Offer', url: 'https://offer.example/a' })
    ).body.data;
    const key = keyOf(
      await campaign('Hosts', {
        allowed_hosts: ['*.deals.example', 'other.example'],
        landing_pages: [{ id: page.id, weight: 1 }],
      }),
    );
    await settled();
    const to = async (lp: string) => (await follow(key, `?lp=${encodeURIComponent(lp)}`)).to;
    expect(await to('https://other.example/x?c={sub1}&d={source_click_id}')).toBe('https://other.example/x?c=&d=');
    expect(await to('https://a.b.deals.example/x')).toBe('https://a.b.deals.example/x');
    expect(await to('https://OFFER.example/b')).toBe('https://offer.example/b');
    for (const lp of [
      'https://evil.example/',
      'https://deals.example/',
      'https://evildeals.example/',
      'https://other.example@evil.example/',
      'https://evil.example#@other.example',
      'https://evil.example\\@other.example/',
      'https://other.example\\.evil.example/',
      'https://other.example:pass@other.example/',
      'https://other.example%2eevil.example/',
      'https://other.example\u3002evil.example/',
      '//evil.example/',
      '///evil.example',
      '/\\evil.example',
      'https:evil.example',
      'javascript:alert(1)//other.example',
      'data:text/html,x',
      'https://other.example\r\nLocation: https://evil.example',
      'https://other.example/\r\nSet-Cookie: a=b',
      '\thttps://evil.example',
      'https://{sub1}/',
      'https://[::1]/',
      'https://2130706433/',
    ]) {
      const answer = await follow(key, `?s=evil.example&lp=${encodeURIComponent(lp)}`);
      expect([lp, new URL(answer.to).hostname]).toEqual([lp, expect.stringMatching(/^(shop|offer)\.example$/)]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    for (const query of [
      '?lp=https%253A%252F%252Fevil.example',
      '?lp=https://evil.example&lp=https://evil.example',
      '?url=https://evil.example',
      '?p[]=1&s[a]=2',
    ])
      expect(new URL((await follow(key, query)).to).hostname).toMatch(/^(shop|offer)\.example$/);
    const places = new Set<string>();
    for (let n = 0; n < 40; n++) places.add(new URL((await follow(key, `?gaid=d-${n}`)).to).hostname);
    expect([...places].sort()).toEqual(['offer.example', 'shop.example']);
    const same = new Set<string>();
    for (let n = 0; n < 5; n++) same.add(new URL((await follow(key, '?gaid=d-1')).to).hostname);
    expect(same.size).toBe(1);
  });

  it('sends who may not come to the fallback, each campaign with an event, and else shows a plain page', async () => {
    const last = await campaign('Last', { landing_page: 'https://last.example/?c={click_id}' });
    const middle = await campaign('Middle', { status: 'paused', fallback_campaign_id: last.id });
    const first = await campaign('First', { countries: ['FR'], fallback_campaign_id: middle.id });
    const closed = await campaign('Closed', { systems: ['iOS'] });
    const tomorrow = await campaign('Tomorrow', { start: '2026-11-21' });
    const over = await campaign('Over', { end: '2026-11-19' });
    await settled();
    const { status, to } = await follow(keyOf(first));
    expect([status, to.startsWith('https://last.example/?c=')]).toEqual([302, true]);
    const of = (made: { tracking_link: string }) => loaded('handling, handling_reason', keyOf(made));
    expect(await of(first)).toEqual([{ handling: 'redirected', handling_reason: 'country' }]);
    expect(await of(middle)).toEqual([{ handling: 'redirected', handling_reason: 'campaign_paused' }]);
    expect(await of(last)).toEqual([{ handling: 'passed', handling_reason: '' }]);
    expect([(await follow(keyOf(closed))).status, await of(closed)]).toEqual([
      403,
      [{ handling: 'ended', handling_reason: 'system' }],
    ]);
    expect([(await follow(keyOf(tomorrow))).status, (await follow(keyOf(over))).status]).toEqual([403, 410]);
    const paused = await publisher('Paused', { status: 'paused' });
    await settled();
    expect((await follow(keyOf(last), `?p=${paused.key}`)).status).toBe(403);
  });
});

describe('a pixel of a link', () => {
  it('is a picture whatever it is asked for, and records a view with its share of a thousand', async () => {
    const key = keyOf(await campaign('Seen', { mille_payout: '1.5', mille_revenue: '2.25' }));
    await settled();
    const seen = await follow(key, '', {}, 'i');
    expect([seen.status, seen.headers['content-type'], seen.headers['cache-control']]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect((await follow('nobody', '', {}, 'i')).status).toBe(200);
    expect(await loaded('kind, toString(cost) AS cost, toString(revenue) AS revenue, handling', key)).toEqual([
      { kind: 'impression', cost: '0.0015', revenue: '0.00225', handling: 'passed' },
    ]);
  });
});

describe('the test of a link', () => {
  it('shows each check and where a click would go, and leaves nothing', async () => {
    const last = await campaign('Test last', { landing_page: 'https://last.example/?c={sub1}&x={odd}' });
    const made = await campaign('Test first', {
      countries: ['FR'],
      fallback_campaign_id: last.id,
      protection: { suspect: 'pass', fraud: 'end' },
    });
    const before = await rowsOf('SELECT count(*)::int AS n FROM tracking_touch');
    const ask = async (more: object, who = 'customer') => {
      const { status, body } = await send(
        'POST',
        `${BASE}/test_link`,
        {
          package_name: APP,
          url: `${made.tracking_link.replace('{publisher}', 'nobody')}&s=a%26b`,
          ip: '84.160.1.7',
          user_agent: CHROME,
          ...more,
        },
        who,
      );
      return { status, ...body.data };
    };
    const shown = await ask({ country: 'DE' });
    expect(shown).toMatchObject({
      campaign: 'Test first',
      system: 'Android',
      way: 'flag',
      reason: 'unknown_publisher',
      landing: 'https://last.example/?c=a%26b&x={odd}',
      unknown_macros: ['odd'],
      lacks_click_id: true,
    });
    expect(shown.steps.slice(0, 3).map((step: { check: string; way: string }) => [step.check, step.way])).toEqual([
      ['state', 'pass'],
      ['dates', 'pass'],
      ['country', 'elsewhere'],
    ]);
    expect(await ask({ country: 'FR', user_agent: 'python-requests/2.31.0' })).toMatchObject({
      way: 'end',
      landing: '',
    });
    expect(await ask({ country: 'FR', url: `/t/c/${keyOf(made)}?lp=https://evil.example/` })).toMatchObject({
      way: 'pass',
      asked_page: 'refused',
      landing: expect.stringContaining('https://shop.example/start?id='),
    });
    expect([
      (await ask({ url: 'https://a.example/t/c/none' })).status,
      (await ask({ url: 'nonsense' })).status,
    ]).toEqual([422, 422]);
    expect([(await ask({}, 'stranger')).status, (await ask({}, 'vendor')).status]).toEqual([403, 403]);
    expect(await rowsOf('SELECT count(*)::int AS n FROM tracking_touch')).toEqual(before);
  });
});
