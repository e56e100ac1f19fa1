import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OWN, times } from '#traffic/collector/testing/use-collector.ts';
import { CHROME, fromUrl, pixel, trackerBody, useVideo, viewer } from '../testing/use-video.ts';
import { forgetPersons } from './cap.ts';
import { PromiseQueue } from './promise-queue.ts';
import { readVast } from './read-vast.ts';
import { capUseTable, trackerTable } from './tables.ts';

const { live, app, send, made, ask, report, events, counts } = useVideo();

const ZERO = {
  'Total VAST Requests': 0,
  brand_unsafe_placement: 0,
  f_cap_threshold_breached: 0,
  invalid_ivt_request: 0,
  'Total Blocked Requests': 0,
  clean_traffic_request: 0,
  'Total Impressions': 0,
};

describe('trackers', () => {
  it('are listed with a usable tag, are changed and end, for the whole package only', async () => {
    const first = await made('First', { publishers: ['P1', 'P2'], brand: 'Fizz' });
    expect(first.tags.map(({ publisher }: { publisher: string }) => publisher)).toEqual(['P1', 'P2']);
    expect(first.tags[0].url).toContain('.xml?pub=P1&plc=&cb=[CACHEBUSTING]');
    expect((await send('POST', '/api/vast/tracker', trackerBody('First'))).status).toBe(409);
    const list = await send('GET', `/api/vast/tracker?package_name=${OWN}&search=Fizz`);
    expect(list.body.data).toMatchObject([{ name: 'First', cap: { limit: 3, window: 'lifetime' }, brand: 'Fizz' }]);
    const { name, campaign, mode, vast_url, updated_at } = first;
    const edit = { name, campaign, mode, vast_url, status: 'paused', updated_at };
    expect((await send('PUT', `/api/vast/tracker/${first.id}`, edit)).body.data.status).toBe('paused');
    expect((await send('PUT', `/api/vast/tracker/${first.id}`, edit)).status).toBe(409);
    for (const who of ['publisher', 'vendor', 'stranger'])
      for (const method of ['GET', 'DELETE'] as const)
        expect([who, (await send(method, `/api/vast/tracker/${first.id}`, undefined, who)).status]).toEqual([who, 403]);
    expect((await send('GET', `/api/vast/tracker?package_name=${OWN}`, undefined, 'stranger')).status).toBe(403);
    expect((await send('DELETE', `/api/vast/tracker/${first.id}`)).status).toBe(200);
    expect(await app.context.database.db.select().from(trackerTable)).toEqual([]);
    const ended = await ask(first.path);
    expect(ended).toMatchObject({ status: 200, headers: { 'x-adsieve-error': 'tracker' } });
    expect(ended.text).not.toContain('<Ad');
    // An address longer than any of ours is one of no tracker, too, and no page of the product.
    expect(await ask(`/vast/${'x'.repeat(400)}.xml`)).toMatchObject({ status: 200, text: ended.text });
  });

  it('refuse what could not be shown: no tag, a tag of our own, an address that ends the XML, a foreign creative', async () => {
    const refused = async (more: object) =>
      (await send('POST', '/api/vast/tracker', trackerBody('Wrong', more))).status;
    const { tags, path } = await made('Ours');
    const base = new URL(tags[0].url).origin;
    expect(await refused({ vast_url: '' })).toBe(422);
    expect(await refused({ vast_url: `${base}/vast/abc.xml` })).toBe(422);
    expect(await refused({ vast_url: `http://another-name.example${path}?cb=1` })).toBe(422);
    expect(await refused({ vast_url: 'https://ads.example/a]]><script>' })).toBe(422);
    expect(await refused({ vast_url: 'javascript:alert(1)' })).toBe(422);
    for (const wrong of ['\u0001', '\ud800', '\uffff']) {
      const measured = { vendor: 'measure.example', url: 'https://measure.example/omid.js', parameters: wrong };
      for (const more of [{ vast_url: `https://ads.example/${wrong}` }, { verifications: [measured] }])
        expect(await refused(more)).toBe(422);
    }
    expect(await refused({ mode: 'inline', creative_id: 9_999 })).toBe(422);
    expect(await refused({ start: '2026-12-01', end: '2026-11-01' })).toBe(422);
    expect((await send('POST', '/api/vast/tracker', trackerBody('Theirs'), 'stranger')).status).toBe(403);
  });
});

describe('a tag', () => {
  it('answers valid VAST, counts its request once loaded, and reports what a player does once [VAST-GAP-02]', async () => {
    const { path } = await made('Counted', { brand: 'Fizz', publishers: ['P1'] });
    const before = await counts();
    const query = { plc: 'pre-roll', vid: 'video-7', ifa: '2b2f8f32-8a3e-4f1e-9f0e-1d2c3b4a5f60', dom: 'news.example' };
    const { status, text, headers } = await ask(path, { ...query, cb: '[CACHEBUSTING]', app: '-1' });
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/xml; charset=utf-8',
      '*',
    ]);
    // A player that fetches with credentials is told that its page may read this.
    const from = { origin: 'https://player.example' };
    for (const one of [await ask('/vast/nobody.xml', query, from), await ask('/v/e', { e: 'start' }, from)])
      expect([
        one.headers['access-control-allow-origin'],
        one.headers['access-control-allow-credentials'],
        one.headers['vary'],
      ]).toEqual(['https://player.example', 'true', expect.stringContaining('origin')]);
    // In the order of the schema of 4.2.
    const names = [...text.matchAll(/<([A-Za-z]+)[ >]/g)].map(([, name]) => name);
    const inOrder = [
      'VAST',
      'Ad',
      'Wrapper',
      'AdSystem',
      'Error',
      'Impression',
      'ViewableImpression',
      'Creatives',
      'VASTAdTagURI',
    ];
    expect(names.filter((name) => inOrder.includes(name ?? ''))).toEqual(inOrder);
    expect(readVast(text)).toMatchObject({ version: '4.2', next: 'https://ads.example/inner.xml?cb=[CACHEBUSTING]' });
    expect((await ask(path, { ...query, v: '3' })).text).toContain('<VAST version="3.0">');

    const impression = pixel(text, 'impression');
    for (const _ of times(3, (n) => n))
      expect((await ask(impression.split('?')[0] ?? '', fromUrl(impression))).status).toBe(200);
    await ask('/v/e', fromUrl(pixel(text, 'start')));
    await ask('/v/e', { ...fromUrl(pixel(text, 'error')), c: '402' });
    const forged = fromUrl(impression);
    const tampered = { ...forged, t: `${forged['t']?.slice(0, -4)}AAAA`, e: 'complete' };
    expect((await ask('/v/e', tampered)).headers['x-adsieve-error']).toBe('token');
    expect((await ask('/v/e', { ...forged, e: 'invented' })).headers['x-adsieve-error']).toBe('unknown_event');
    app.clock.set('2026-11-21T12:00:01Z');
    expect((await ask('/v/e', { ...forged, e: 'complete' })).headers['x-adsieve-error']).toBe('token');
    app.clock.set('2026-11-20T12:00:00Z');
    await live.load();
    expect(await counts()).toEqual({
      ...before,
      'Total VAST Requests': 2,
      clean_traffic_request: 2,
      'Total Impressions': 1,
    });
    expect(
      await events('campaign, brand, publisher, placement, page_id, declared_domain, device_id, handling'),
    ).toMatchObject([
      {
        campaign: 'Counted',
        brand: 'Fizz',
        publisher: 'P1',
        placement: 'pre-roll',
        page_id: 'video-7',
        declared_domain: 'news.example',
        device_id: query.ifa,
        handling: 'passed',
      },
      { handling: 'passed' },
    ]);
    expect((await events('event_name', 'vast_tracking')).map(({ event_name }) => event_name).sort()).toEqual([
      'error',
      'impression',
      'start',
    ]);
    const funnel = (await report('counts_funnel')).body.data;
    expect(funnel.slice(0, 5).map(({ count }: { count: number }) => count)).toEqual([2, 2, 1, 1, 0]);
  });

  it('counts under a publisher that its tracker lists or the register knows; any other name is nobody, and gets the ad', async () => {
    const { path } = await made('Named', { publishers: ['P1', 'P2'], cap: { limit: 9 } });
    await app.context.database.pool.query(
      `INSERT INTO publisher (package_name, name, created_by) VALUES ($1, 'In the register', 'test')`,
      [OWN],
    );
    const said = { P2: 'P2', 'In the register': 'In the register', Nobody: '', '<script>"': '', '': '' };
    for (const pub of Object.keys(said))
      expect((await ask(path, { pub, plc: `by [${pub}]` }, viewer(60))).text).toContain('<Ad ');
    await live.load();
    const stored = await events('placement, publisher');
    for (const [pub, publisher] of Object.entries(said))
      expect(stored).toContainEqual({ placement: `by [${pub}]`, publisher });
    const range = `package_name=${OWN}&start_date=2026-11-14&end_date=2026-11-20`;
    const names = (await send('GET', `/api/filter_options/publisher?${range}`)).body.data;
    expect(names).toEqual(expect.arrayContaining(['P2', 'In the register']));
    for (const name of ['Nobody', '<script>"', '']) expect(names).not.toContain(name);
  });

  it('blocks for one reason each: unsafe before invalid before shown often enough, and the parts add up [VAST-GAP-03] [VAST-RULE-02] [VAST-RULE-03]', async () => {
    const { path } = await made('Reasons', {
      safety: { block_domains: ['bad.example'], block_apps: ['com.bad.app'], strict: true },
      countries: ['DE'],
    });
    const bot = { ...viewer(1), 'x-device-user-agent': 'python-requests/2.31.0' };
    const ok = { dom: 'good.example' };
    const said = async (query: Record<string, string>, headers = viewer(1)) =>
      (await ask(path, query, headers)).text.includes('<Ad');
    expect(await said({ dom: 'sub.bad.example' }, bot)).toBe(false);
    expect(await said({ app: 'com.bad.app' })).toBe(false);
    expect(await said({ dom: 'good.example', cat: 'gambling' })).toBe(false);
    expect(await said({ ...ok, url: 'https://good.example/weapons/12' })).toBe(false);
    expect(await said({})).toBe(false);
    expect(await said(ok, bot)).toBe(false);
    expect(await said(ok, { ...viewer(1), 'x-device-ip': '8.8.8.8' })).toBe(false);
    // Five of one device in one campaign: two are too many (VAST-CONST-01).
    const device = { ...ok, ifa: '7f2f8f32-8a3e-4f1e-9f0e-1d2c3b4a5f61' };
    const seen: boolean[] = [];
    for (const n of times(5, (each) => each)) seen.push(await said(device, viewer(n + 2)));
    expect(seen).toEqual([true, true, true, false, false]);
    await live.load();
    const own = { filters: { campaign: ['Reasons'] } };
    expect(await counts(own)).toEqual({
      ...ZERO,
      'Total VAST Requests': 12,
      brand_unsafe_placement: 5,
      invalid_ivt_request: 2,
      f_cap_threshold_breached: 2,
      'Total Blocked Requests': 9,
      clean_traffic_request: 3,
    });
  });

  it('keeps a cap of 3 exactly among ten that come at once, and gives back what nobody showed', async () => {
    const { path } = await made('Race', { cap: { limit: 3, window: 'day' } });
    const device = { ifa: '11112222-8a3e-4f1e-9f0e-1d2c3b4a5f62' };
    const at = async (n: number) => (await ask(path, device, viewer(n))).text;
    const answers = await Promise.all(times(10, at));
    const served = answers.filter((text) => text.includes('<Ad'));
    expect(served).toHaveLength(3);
    await ask('/v/e', fromUrl(pixel(served[0] ?? '', 'impression')));
    app.clock.set('2026-11-20T12:10:01Z');
    const later = await Promise.all(times(10, (n) => at(n + 20)));
    expect(later.filter((text) => text.includes('<Ad'))).toHaveLength(2);
    app.clock.set('2026-11-21T00:00:01Z');
    expect(await at(1)).toContain('<Ad');
    await forgetPersons(app.context.database, new Date('2026-12-02T03:00:00Z'));
    expect(
      (await app.context.database.db.select().from(capUseTable)).filter(({ campaign }) => campaign === 'Race'),
    ).toEqual([]);
    app.clock.set('2026-11-20T12:00:00Z');
  });

  it('is promised though another of the same moment, of a package that has just gone, cannot be', async () => {
    const promises = new PromiseQueue(app.context.database);
    const of = (packageName: string) => {
      const counted = { packageName, campaign: 'Moment', person: Buffer.from('one'), windowStart: '2026-11-20' };
      return promises.ask({ counted, limit: 2, requestId: randomUUID(), at: app.clock.now() });
    };
    const asked = await Promise.allSettled([of(OWN), of('gone.example'), of(OWN), of(OWN)]);
    expect(asked.map((each) => (each.status === 'fulfilled' ? each.value : each.status))).toEqual([
      true,
      'rejected',
      true,
      false,
    ]);
  });

  it('believes a header about the device only from a server that the tracker names', async () => {
    const { path } = await made('Direct', { ssai_addresses: [] });
    await ask(path, { ip: '84.160.9.9', ua: CHROME, ss: '1' }, { ...viewer(3), 'user-agent': CHROME });
    await live.load();
    expect(await events('IPv6NumToString(ip) AS ip, server_side, user_agent')).toMatchObject([
      { ip: '::ffff:127.0.0.1', server_side: '1', user_agent: CHROME },
    ]);
  });

  it('knows nobody by an id who limits tracking, and counts what players report after it was deleted', async () => {
    const { id, path } = await made('Deleted', { campaign: 'Gone' });
    const { text } = await ask(path, { ifa: '3c2f8f32-8a3e-4f1e-9f0e-1d2c3b4a5f64', lmt: '1' });
    expect((await send('DELETE', `/api/vast/tracker/${id}`)).status).toBe(200);
    await ask('/v/e', fromUrl(pixel(text, 'impression')));
    await live.load();
    expect(await events('campaign, device_id')).toEqual([{ campaign: 'Gone', device_id: '' }]);
    expect(await events('campaign, event_name', 'vast_tracking')).toEqual([
      { campaign: 'Gone', event_name: 'impression' },
    ]);
  });
});
