import { describe, expect, it } from 'vitest';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { settings, urlOf, useBrand } from '../testing/use-brand.ts';

const { live, app, send, rows, made, entry, call, fault } = useBrand();

describe('trackers', () => {
  const events = (columns: string) => live.rows<Record<string, unknown>>(columns);

  it('an entry of each type is stored with its fields and its own tags, and changed but for its type [BR-API-02] [BR-API-06] [BR-GAP-03]', async () => {
    const { id: requirement_id } = await made('Tracked');
    const labels: Record<string, string[]> = {
      nonyt: ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'click'],
      yt: ['impression', 'click'],
      vast: ['vast'],
      display: ['impression', 'click'],
      mfdisplay: ['frame', 'click'],
    };
    for (const [type, own] of Object.entries(labels)) {
      const of = { requirement_id, vast_url: type === 'vast' ? 'https://ads.example/vast.xml' : '' };
      const size = { creative_size: '300x250', duration: 15, landing_hosts: ['*.shop.example'] };
      const made = await entry(`Of ${type}`, type, { ...of, ...size });
      expect([made.tags.map(({ label }) => label), made.tag]).toEqual([own, made.tags[0]?.code]);
      const [row] = await rows(
        `SELECT package_name, type, name, advertiser, campaign, creative_size, duration, click_url, landing_hosts, requirement_id
          FROM br_entry WHERE id = $1`,
        [made.id],
      );
      const isDisplay = type.endsWith('display');
      const { creative_size, duration } = made;
      expect([creative_size, duration]).toEqual(isDisplay ? ['300x250', null] : ['', 15]);
      const { name, advertiser, campaign, click_url } = settings(`Of ${type}`);
      expect(row).toEqual({
        package_name: OWN,
        type,
        name,
        advertiser,
        campaign,
        creative_size,
        duration,
        click_url,
        landing_hosts: ['*.shop.example'],
        requirement_id,
      });
      expect((await send('GET', `dv360/get/${made.id}`)).body.data).toEqual(made);
    }
    const displays = await send('GET', `dv360/get/?package_name=${OWN}&type=display&type=mfdisplay`);
    expect(displays.body.data.map(({ type }: { type: string }) => type)).toEqual(['mfdisplay', 'display']);
    const [{ id, updated_at }] = displays.body.data;
    const update = (more: object, who = 'customer') =>
      send('PUT', `dv360/update/${id}`, { ...settings('Renamed', { creative_size: '728x90' }), ...more }, who);
    expect((await update({ updated_at })).body.message).toBe('Updated successfully !');
    const stored = () => rows('SELECT name, creative_size, requirement_id FROM br_entry WHERE id = $1', [id]);
    const changed = [{ name: 'Renamed', creative_size: '728x90', requirement_id: null }];
    expect(await stored()).toEqual(changed);
    for (const [more, who, status] of [
      [{ updated_at, advertiser: 'Other' }, 'customer', 409],
      [{ name: 'Of display' }, 'customer', 409],
      [{ type: 'display' }, 'customer', 422],
      [{ click_url: '' }, 'customer', 422],
      [{ requirement_id: 999_999 }, 'customer', 422],
      [{}, 'stranger', 403],
      [{}, 'publisher', 403],
    ] as const)
      expect((await update(more, who)).status).toBe(status);
    expect(await stored()).toEqual(changed);
    for (const path of [`dv360/get/${id}`, `dv360/hits/${id}`, `dv360/get/?package_name=${OWN}`])
      expect((await send('GET', path, undefined, 'stranger')).status).toBe(403);
  });

  it('tags carry the macros of their platform, and those of YouTube none of DV360, which is said', async () => {
    const dv = await entry('Macros', 'display');
    expect(dv.tag).toMatch(/^<img src="http[^"]+&cb=\$\{CACHEBUSTER\}&src=\$\{SOURCE_URL_ENC\}[^"]*" width="1"/);
    const gam = await entry('Macros of GAM', 'mfdisplay', { platform: 'gam', creative_size: '300x250' });
    expect(gam.tag).toMatch(/^<script async src="[^"]+%%CACHEBUSTER%%[^"]+" data-width="300" data-height="250">/);
    const yt = await entry('Macros of YouTube', 'yt', { platform: 'dv360' });
    expect(yt['warnings']).toEqual(['yt_macros', 'yt_approval']);
    expect([urlOf(yt, 'impression').search, urlOf(yt, 'click').search].join()).not.toContain('$');
    expect(urlOf(yt, 'click').href).toContain('li={adgroupid}');
  });

  it('ids of each platform stand in the columns of events by which boards and verdicts go, and an unfilled one is nothing', async () => {
    const known: Record<string, [string, string, string]> = {
      dv360: ['$' + '{CREATIVE_ID}', '$' + '{PUBLISHER_ID}', '$' + '{UNIVERSAL_SITE_ID}'],
      ttd: ['%%TTD_CREATIVEID%%', '%%TTD_PUBLISHERID%%', '%%TTD_SITE%%'],
      xandr: ['$' + '{CREATIVE_ID}', '$' + '{PUBLISHER_ID}', '$' + '{SITE_ID}'],
      other: ['[CREATIVE_ID]', '[PUBLISHER_ID]', '[SITE_ID]'],
    };
    for (const [platform, macros] of Object.entries(known)) {
      const tag = urlOf(await entry(`Ids of ${platform}`, 'display', { platform }), 'impression');
      expect(['cr', 'pub', 'site'].map((name) => tag.searchParams.get(name))).toEqual(macros);
      await call(new URL(tag));
      const [cr = '', pub = '', site = ''] = ['cr', 'pub', 'site'].map((name) => `${platform}-${name}`);
      await call(tag, { cb: '1', cr, pub, site });
    }
    await live.load();
    const ids = await events('channel, creative, publisher, sub_publisher');
    for (const platform of Object.keys(known)) {
      const of = ids.filter((row) => row['channel'] === platform && String(row['creative']).includes(platform));
      expect(of.map(({ creative, publisher, sub_publisher }) => [creative, publisher, sub_publisher]).sort()).toEqual([
        [`Ids of ${platform}`, '', ''],
        [`${platform}-cr`, `${platform}-pub`, `${platform}-site`],
      ]);
    }
  });

  it('every hit is one event with a verdict, a showing counts once, and nobody makes one event of another', async () => {
    const video = await entry('Counting', 'nonyt', { duration: 20 });
    const filled = {
      cb: '4711',
      src: 'https://news.example/a',
      io: '11',
      li: '22',
      cr: '33',
      pub: 'Seller 5',
      site: 'Site 5',
    };
    for (const label of ['impression', 'start', 'complete']) {
      const answer = await call(urlOf(video, label), filled);
      expect([answer.status, answer.headers['content-type'], answer.headers['x-adsieve-error']]).toEqual([
        200,
        'image/gif',
        undefined,
      ]);
    }
    expect(await fault(call(urlOf(video, 'impression'), filled))).toBe('repeated');
    expect(await fault(call(urlOf(video, 'impression'), { ...filled, cb: '4712' }))).toBe(undefined);
    // A macro nobody filled in tells no showing from another.
    expect(await fault(call(urlOf(video, 'start')))).toBe(undefined);
    expect(await fault(call(urlOf(video, 'start')))).toBe(undefined);
    const forged = urlOf(video, 'impression');
    forged.pathname = forged.pathname.replace('impression', 'complete');
    expect(await fault(call(forged, { ...filled, cb: '1' }))).toBe('tag');
    expect(await fault(call(urlOf(video, 'impression'), { cb: '2' }, { 'sec-purpose': 'prefetch' }))).toBe('ahead');
    const display = await entry('Counting a picture', 'display', { creative_size: '300x250' });
    await call(urlOf(display, 'impression'), filled, {
      'user-agent': 'curl/8.5.0',
      referer: 'https://other.example/page',
    });
    await live.load();
    const common =
      "campaign, brand, creative, publisher, sub_publisher, placement, campaign_id, ad_set, declared_domain, verdict IN ('clean', 'suspect', 'fraud', 'filtered') AS judged";
    const said = {
      brand: 'Fizz',
      publisher: 'Seller 5',
      sub_publisher: 'Site 5',
      placement: 'Site 5',
      campaign_id: '11',
      ad_set: '22',
      declared_domain: 'news.example',
      judged: 1,
    };
    const found = await events(`toString(kind) AS kind, event_name, ${common}`);
    const count = (event: string) =>
      found.filter((row) => row['event_name'] === event && row['kind'] === 'vast_tracking').length;
    expect([found.length, count('impression'), count('start'), count('complete')]).toEqual([7, 2, 3, 1]);
    expect(found.find((row) => row['event_name'] === 'complete')).toMatchObject({
      ...said,
      campaign: 'Counting campaign',
      creative: '33',
    });
    expect(
      await events('toString(kind) AS kind, toString(verdict) AS verdict, url, ad_width').then((all) =>
        all.filter((row) => row['kind'] === 'impression'),
      ),
    ).toEqual([{ kind: 'impression', verdict: 'fraud', url: 'https://other.example/page', ad_width: 300 }]);
    const hits = (await send('GET', `dv360/hits/${display.id}`)).body.data;
    expect(hits).toMatchObject([
      {
        kind: 'impression',
        verdict: 'fraud',
        domain: 'news.example',
        page: 'https://other.example/page',
        creative: '33',
        publisher: 'Seller 5',
        sub_publisher: 'Site 5',
      },
    ]);
    const listed = (await send('GET', `dv360/get/?package_name=${OWN}&search=Counting`)).body.data;
    expect(listed.map((row: { name: string; hits: number }) => [row.name, row.hits])).toEqual([
      ['Counting a picture', 1],
      ['Counting', 6],
    ]);
    const { click_url } = settings('');
    await send('PUT', `dv360/update/${video.id}`, settings('Counting', { status: 'paused', click_url }));
    expect(await fault(call(urlOf(video, 'impression'), { cb: '9' }))).toBe('paused');
  });

  it('a measured frame says how large it was drawn: one stuffed into a pixel is fraud, whatever size was sold', async () => {
    const frame = await entry('Stuffed', 'mfdisplay', { creative_size: '300x250' });
    const script = await app.get(urlOf(frame, 'frame').pathname + urlOf(frame, 'frame').search);
    const address = /"impression":"([^"]+)"/.exec(script.text)?.[1] ?? '';
    await call(new URL(address), { cb: '1', w: '1', h: '1' });
    await call(new URL(address), { cb: '2', w: '300', h: '250' });
    await call(new URL(address), { cb: '3', w: '-1', h: 'x' });
    await live.load();
    const found = await events('ad_width, ad_height, toString(reason) AS reason');
    expect(
      found.map((row) => [row['ad_width'], row['ad_height'], row['reason'] === 'imp.pixel_stuffing']).sort(),
    ).toEqual([
      [1, 1, true],
      [300, 250, false],
      [300, 250, false],
    ]);
  });

  it('a viewable hit keeps what the browser said of what lies over the ad, and no verdict comes of it', async () => {
    const frame = await entry('Under a box', 'mfdisplay', { creative_size: '300x250' });
    const script = await app.get(urlOf(frame, 'frame').pathname + urlOf(frame, 'frame').search);
    const address = (event: string) => new URL(new RegExp(`"${event}":"([^"]+)"`).exec(script.text)?.[1] ?? '');
    for (const iv of ['0', '1', '', 'x']) await call(address('viewable'), { cb: `v${iv}`, w: '300', h: '250', iv });
    await call(address('impression'), { cb: 'i', w: '300', h: '250', iv: '0' });
    await live.load();
    const hits: { event: string; cover: string; verdict: string }[] = (await send('GET', `dv360/hits/${frame.id}`)).body
      .data;
    expect(hits.map(({ event, cover, verdict }) => `${event} ${cover} ${verdict}`).sort()).toEqual([
      'impression  clean',
      'viewable  clean',
      'viewable  clean',
      'viewable covered clean',
      'viewable not_covered clean',
    ]);
  });

  it('a click is counted and goes to the page of the entry, or to another only where its host is allowed', async () => {
    const made = await entry('Clicked', 'display', { landing_hosts: ['*.partner.example'] });
    const to = async (wanted?: string) =>
      (await call(urlOf(made, 'click'), wanted === undefined ? {} : { to: wanted })).headers['location'];
    const own = /^https:\/\/shop\.example\/start\?id=[0-9a-f-]{36}$/;
    expect(await to()).toMatch(own);
    expect(await to('https://a.partner.example/x?c={click_id}')).toMatch(
      /^https:\/\/a\.partner\.example\/x\?c=[0-9a-f-]{36}$/,
    );
    for (const bad of [
      'https://evil.example/',
      'https://shop.example@evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'https://partner.example.evil.example/',
    ])
      expect(await to(bad)).toMatch(own);
    const unsigned = urlOf(made, 'click');
    expect((await call(unsigned, { s: 'x' })).status).toBe(404);
    await live.load();
    const found = await events("toString(kind) AS kind, click_id != '' AS named, creative");
    expect(found).toEqual(Array.from({ length: 7 }, () => ({ kind: 'click', named: 1, creative: 'Clicked' })));
  });

  it('an entry by VAST is answered by a tag of video ads, whose requests are its hits', async () => {
    const made = await entry('By VAST', 'vast', { vast_url: 'https://ads.example/in.xml?cb=[CACHEBUSTING]' });
    const tag = urlOf(made, 'vast');
    expect((await call(tag, { vid: 'v1' })).text).toContain('https://ads.example/in.xml');
    await live.load();
    expect((await send('GET', `dv360/hits/${made.id}`)).body.data).toMatchObject([{ kind: 'vast_request' }]);
    expect((await send('GET', `dv360/get/${made.id}`)).body.data.hits).toBe(1);
    const more = { vast_url: 'https://ads.example/other.xml', status: 'paused' };
    const changed = await send('PUT', `dv360/update/${made.id}`, settings('By VAST', more));
    expect(changed.body.data.tag).toBe(made.tag);
    expect(await rows('SELECT vast_url, status FROM vast_tracker WHERE name = $1', ['By VAST'])).toEqual([more]);
    await app.context.database.pool.query("DELETE FROM vast_tracker WHERE name = 'By VAST'");
    expect((await send('GET', `dv360/get/${made.id}`)).body.data).toMatchObject({ tag: '', warnings: ['vast_gone'] });
  });
});
