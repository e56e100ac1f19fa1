import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { OutboundRefused } from '#platform/server/http/outbound.ts';
import { OWN, times } from '#traffic/collector/testing/use-collector.ts';
import { CHROME, SPOT, useVideo } from '../testing/use-video.ts';
import { playerAddress } from './tag-player.ts';
import { testTag } from './tag-test.ts';

const { app, live, send, made, upload, counts, report } = useVideo();
const RANGE = `package_name=${OWN}&start_date=2026-11-14&end_date=2026-11-20`;

describe('reports', () => {
  it('class what came by a file or a sender by the same tests, and answer each path from stored rows [VAST-GAP-01] [VAST-CONST-01] [VAST-RULE-01] [VAST-API-01] [VAST-API-02] [VAST-API-03] [VAST-API-04] [VAST-API-05] [VAST-API-06] [VAST-API-07] [VAST-API-08] [VAST-API-09] [VAST-API-10] [VAST-API-11] [VAST-EXP-01]', async () => {
    const request = (n: number, more: object = {}) => ({
      event_id: `r${n}`,
      ts: `2026-11-20T0${n % 8}:10:00Z`,
      campaign: 'Seeded',
      publisher: n % 2 === 0 ? 'P1' : 'P2',
      brand: 'Cola',
      page_id: `video-${n % 2}`,
      ip: `84.162.${n}.7`,
      user_agent: CHROME,
      declared_country: 'DE',
      click_id: `v${n}`,
      ...more,
    });
    const device = { device_id: '99992222-8a3e-4f1e-9f0e-1d2c3b4a5f63', ip: '84.162.77.7' };
    await live.send(
      [
        ...times(5, (n) => request(n, device)),
        request(5, { content_category: 'gambling', user_agent: 'python-requests/2.31.0' }),
        request(6, { user_agent: 'python-requests/2.31.0' }),
        request(7),
      ],
      { kind: 'vast' },
    );
    await live.send(
      times(3, (n) => ({ ...request(n, device), event_id: `t${n}`, event_name: 'impression' })),
      { kind: 'vast_tracking' },
    );
    await live.load();
    const expected = {
      'Total VAST Requests': 8,
      brand_unsafe_placement: 1,
      f_cap_threshold_breached: 2,
      invalid_ivt_request: 1,
      'Total Blocked Requests': 4,
      clean_traffic_request: 4,
      'Total Impressions': 3,
    };
    expect(await counts()).toEqual(expected);
    const narrowed = await counts({ filters: { publisher: ['P1'] } });
    expect(narrowed['Total VAST Requests']).toBe(4);
    expect((await report('campaign_summary')).body.data).toEqual([{ campaign: 'Seeded', ...expected }]);
    expect((await report('trends_graph')).body.data).toEqual([{ date: '2026-11-20', ...expected }]);
    const videos = (await report('top_videoids')).body.data;
    expect(videos.map((row: Record<string, unknown>) => [row['video_id'], row['Total VAST Requests']])).toEqual([
      ['video-0', 4],
      ['video-1', 4],
    ]);
    const hours = (await report('hourly_imp_distribution')).body.data;
    expect([hours.length, hours[0], hours[2]]).toEqual([24, { hour: 0, impressions: 1 }, { hour: 2, impressions: 1 }]);
    const parts = (await report('impression_distribution')).body.data;
    expect(parts).toEqual(expect.arrayContaining([{ by: 'publisher', value: 'P1', impressions: 2 }]));
    const file = await report('export_campaign_summary');
    expect(file.text).toContain('campaign,Total VAST Requests,brand_unsafe_placement');
    expect(file.text).toContain('Seeded,8,1,2,1,4,4,3');
    for (const [name, values] of Object.entries({
      location: ['DE'],
      campaign: ['Seeded'],
      publisher: ['P1', 'P2'],
      brands: ['Cola'],
    }))
      expect([name, (await send('GET', `/api/filter_options/${name}?${RANGE}`)).body.data]).toEqual([name, values]);
    const analysis = (await send('GET', `/api/vast/video_analysis?${RANGE}`)).body.data;
    expect(analysis.videos[0]).toMatchObject({ video_id: 'video-0', 'Total Impressions': 2, completion_rate: 0 });
    expect((await send('GET', `/api/user/vast_iframe_url?package_name=${OWN}`)).body.data).toEqual({
      url: '/vast/dashboard',
      outside: false,
    });
    const funnel = (await report('counts_funnel')).body.data;
    expect(funnel.map(({ count }: { count: number }) => count)).toEqual([8, 4, 3, 0, 0, 0, 0, 0]);
    for (const [name, value] of Object.entries({
      location: 'DE',
      campaign: 'Seeded',
      publisher: 'P2',
      brands: 'Cola',
    })) {
      const filters = { [name]: [value] };
      const n = name === 'publisher' ? 4 : 8;
      expect([name, (await counts({ filters }))['Total VAST Requests']]).toEqual([name, n]);
      expect([name, (await counts({ filters: { [name]: ['Nobody'] } }))['Total VAST Requests']]).toEqual([name, 0]);
      expect([name, (await report('counts_funnel', { filters })).body.data[0].count]).toEqual([name, n]);
    }
    // A publisher sees its own rows; another package none of them.
    expect((await report('total_counts', {}, 'publisher')).body.data['Total VAST Requests']).toBe(4);
    expect((await report('total_counts', { filters: { publisher: ['P2'] } }, 'publisher')).status).toBe(403);
    expect((await report('total_counts', {}, 'stranger')).status).toBe(403);
    expect((await report('total_counts', { start_date: '2026-11-20', end_date: '2026-11-14' })).status).toBe(422);
  });
});

it('the address of the embedded dashboard is the configured one, signed for who asks and their package [VAST-API-17]', async () => {
  const outsideEmbed = { url: 'https://bi.example/vast?tenant=7', secret: 's'.repeat(32) };
  const config = { ...app.context.config, outsideEmbed };
  const server = await createApp({ ...app.context, config });
  await server.http.ready();
  const token = await app.signIn({ email: 'framed@own.example', role: 'customer', packages: [OWN] });
  const asked = (name: string) =>
    server.http.inject({
      method: 'GET',
      url: `/api/user/vast_iframe_url?package_name=${name}`,
      headers: { authorization: token },
    });
  const { url, outside } = (await asked(OWN)).json().data;
  const { origin, searchParams } = new URL(url);
  expect([
    origin,
    outside,
    searchParams.get('tenant'),
    searchParams.get('package'),
    searchParams.get('dashboard'),
  ]).toEqual(['https://bi.example', true, '7', OWN, 'vast']);
  expect(searchParams.get('signature')).toMatch(/^[0-9a-f]{64}$/);
  expect((await asked('foreign.example')).statusCode).toBe(403);
  await server.http.close();
});

describe('a foreign tag', () => {
  const wrapper = (next: string) =>
    `<VAST version="3.0"><Ad id="1"><Wrapper><AdSystem>Them</AdSystem><Impression>https://x.example/i</Impression><VASTAdTagURI><![CDATA[${next}]]></VASTAdTagURI></Wrapper></Ad></VAST>`;
  const inline =
    '<VAST version="4.0"><Ad><InLine><AdSystem>Last</AdSystem><AdTitle>T</AdTitle><Impression>x</Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://cdn.example/a.mp4?a=1&b=2]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>';
  const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${times(9, (n) => `<!ENTITY a${n} "&a;&a;&a;">`).join('')}]><VAST version="4.2">&a8;</VAST>`;
  const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><VAST version="4.2"><Ad>&x;</Ad></VAST>';
  const PAGES: Record<string, string> = {
    '/one': wrapper('https://ads.example/two?cb=[CACHEBUSTING]'),
    '/two': inline,
    '/loop': wrapper('https://ads.example/loop'),
    '/deep': wrapper('https://ads.example/deep1'),
    ...Object.fromEntries(times(9, (n) => [`/deep${n}`, wrapper(`https://ads.example/deep${n + 1}`)])),
    '/bomb': bomb,
    '/outside': outside,
    '/nested': `<VAST version="4.2">${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</VAST>`,
    '/empty': '<VAST version="4.2"/>',
    '/broken': '<VAST version="4.2"><Ad></VAST>',
    '/faulty': `<VAST version="5.0"><Ad><InLine><Creatives><Creative><Linear><VideoClicks><ClickThrough><![CDATA[javascript:alert(1)]]></ClickThrough></VideoClicks></Linear></Creative></Creatives></InLine></Ad></VAST>`,
    '/untagged': wrapper(''),
    '/entities': inline.replace('<AdTitle>T<', '<AdTitle>&lt;script&gt; &#38; more<'),
  };
  const MOVED: Record<string, string> = {
    '/moved': '/moved-again?cb=[CACHEBUSTING]',
    '/moved-again': 'https://ads.example/one',
    '/circle': '/circle',
    '/insecure': 'http://ads.example/two',
    '/inside': 'https://127.0.0.1/two',
    ...Object.fromEntries(times(12, (n) => [`/round${n}`, `/round${n + 1}`])),
  };
  const outbound = {
    getText: async (url: string) => {
      const { pathname, hostname } = new URL(url);
      if (hostname !== 'ads.example') throw new OutboundRefused(hostname);
      const location = MOVED[pathname];
      return location === undefined
        ? { status: pathname === '/away' ? 503 : 200, body: PAGES[pathname] ?? '' }
        : { status: 302, body: '', location };
    },
  };
  const test = (path: string) => testTag({ outbound, ownTag: async () => null }, `https://ads.example${path}`);
  const faults = async (path: string) => (await test(path)).hops.map((hop) => hop.faults.map(({ fault }) => fault));
  const codes = async (path: string) => (await test(path)).hops.map((hop) => hop.faults.map(({ code }) => code).join());

  it('is unwrapped hop by hop, and what is wrong with it has a code of the standard', async () => {
    const found = await test('/one');
    expect(found.hops.map((hop) => [hop.found, hop.ad_system, hop.version])).toEqual([
      ['wrapper', 'Them', '3.0'],
      ['inline', 'Last', '4.0'],
    ]);
    expect(found.media).toMatchObject([{ url: 'https://cdn.example/a.mp4?a=1&b=2', width: 640 }]);
    expect(await codes('/loop')).toEqual(['302']);
    expect(await codes('/deep')).toEqual(['', '', '', '', '', '302']);
    for (const path of ['/bomb', '/outside', '/nested', '/broken', '/nothing'])
      expect([path, await codes(path)]).toEqual([path, ['100']]);
    expect(await codes('/empty')).toEqual(['303']);
  });

  it('is followed through redirects, each of them asked for like the first, and not for ever', async () => {
    const { hops } = await test('/moved');
    expect(hops.map(({ found, url }) => [found, new URL(url).pathname])).toEqual([
      ['redirect', '/moved'],
      ['redirect', '/moved-again'],
      ['wrapper', '/one'],
      ['inline', '/two'],
    ]);
    expect(hops.flatMap((hop) => hop.faults)).toEqual([]);
    expect(await faults('/circle')).toEqual([['loop']]);
    expect(await faults('/insecure')).toEqual([[], ['not_https']]);
    expect(await faults('/inside')).toEqual([[], ['not_public']]);
    expect((await faults('/round0')).at(-1)).toEqual(['redirects']);
    expect(await faults('/away')).toEqual([['http_status']]);
  });

  it('is told each thing that the standard demands of it and that is missing', async () => {
    expect(await faults('/faulty')).toEqual([
      ['version', 'no_ad_system', 'no_impression', 'no_ad_title', 'duration', 'no_media', 'click_through'],
    ]);
    expect(await faults('/untagged')).toEqual([['no_tag']]);
    const { hops } = await test('/entities');
    expect(hops).toMatchObject([{ title: '<script> & more', faults: [] }]);
  });

  it('of this installation is answered from within and counts nothing', async () => {
    const { body } = await upload('Own spot', SPOT);
    const own = { mode: 'inline', creative_id: body.data.id, landing_url: 'https://shop.example/a?b=1&c=2' };
    const { tags, path } = await made('Tested', own);
    const before = await counts();
    const tested = async (url: string) =>
      (await send('POST', '/api/vast/tag_test', { package_name: OWN, url })).body.data;
    const found = await tested(tags[0].url);
    expect(found).toMatchObject({
      hops: [{ found: 'inline', version: '4.2', ad_system: 'Adsieve', title: 'Tested', faults: [] }],
      click_through: own.landing_url,
      player: expect.stringContaining('/v/p?'),
    });
    expect((await tested(`${tags[0].url}&v=3`)).hops).toMatchObject([{ version: '3.0', faults: [] }]);
    const base = tags[0].url.slice(0, tags[0].url.indexOf(path));
    const none = { found: 'none', faults: [{ fault: 'no_ad' }] };
    expect((await tested(`${base}/vast/nobody.xml`)).hops).toMatchObject([none]);
    expect((await tested(`${base}/vast/../v/p`)).hops).toMatchObject([none]);
    expect((await tested(`${base}/api/vast/tracker`)).hops).toMatchObject([{ found: 'failed' }]);
    await live.load();
    expect(await counts()).toEqual(before);
  });

  it('ends at a video that a page of its own plays, for a while and for nobody else', async () => {
    const key = Buffer.from(app.context.folder.secret('video'), 'hex');
    const video = 'https://cdn.example/a.mp4?a="1"&b=<2>';
    const address = playerAddress(key, video, app.clock.now());
    const page = await app.call('GET', address, {});
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('src="https://cdn.example/a.mp4?a=&quot;1&quot;&amp;b=&lt;2>"'),
    ]);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none';media-src 'self' https:;frame-ancestors 'self'/,
    );
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    for (const other of [address.replace('a.mp4', 'b.mp4'), address.replace(/until=\d/, 'until=9'), '/v/p'])
      expect([other, (await app.call('GET', other, {})).status]).toEqual([other, 404]);
    const old = playerAddress(key, video, new Date(app.clock.now().getTime() - 31 * 60_000));
    expect((await app.call('GET', old, {})).status).toBe(404);
  });

  it('is asked for through the guarded client only: this machine and its neighbours are not', async () => {
    for (const url of ['file:///etc/passwd', 'nonsense'])
      expect((await send('POST', '/api/vast/tag_test', { package_name: OWN, url })).status).toBe(422);
    for (const url of [
      'http://ads.example/a',
      'https://127.0.0.1/a',
      'https://localhost/a',
      'https://ads.example:8443/a',
    ]) {
      const { status, body } = await send('POST', '/api/vast/tag_test', { package_name: OWN, url });
      expect([url, status, body.data.hops[0].found, body.data.hops[0].faults[0].code]).toEqual([
        url,
        200,
        'failed',
        300,
      ]);
    }
  });
});
