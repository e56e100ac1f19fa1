import { beforeAll, describe, expect, it } from 'vitest';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { BY_QUERY, FOREIGN, HEAD, line, settings, urlOf, useBrand } from '../testing/use-brand.ts';

const { live, app, send, rows, made, upload, entry, call, fault } = useBrand();

describe('the dashboard', () => {
  const ask = (name: string, query: string, who = 'customer') =>
    send('GET', `dashboard/${name}?package_name=${OWN}&${query}`, undefined, who);
  const RANGE = 'start_date=2026-11-01&end_date=2026-11-20';
  /** The same, counted here from the stored rows. */
  const counted = (key: string, where = "o.day BETWEEN '2026-11-01' AND '2026-11-20'") =>
    rows<Record<string, unknown>>(
      `SELECT ${key} AS key, count(*)::int AS checked, sum((o.reason = '')::int)::int AS accepted,
        sum((o.verdict = 'unsafe')::int)::int AS unsafe, coalesce(sum(o.views), 0)::int AS views, sum(o.spend)::float8 AS spend,
        coalesce(sum(CASE WHEN o.verdict = 'unsafe' THEN o.spend END), 0)::float8 AS unsafe_spend
        FROM br_output o JOIN br_requirement r ON r.id = o.requirement_id JOIN br_upload u ON u.id = o.upload_id
        WHERE o.package_name = '${OWN}' AND ${where} GROUP BY 1 ORDER BY 1`,
    );
  const plain = (data: Record<string, unknown>[], key: string) =>
    data
      .map((row) => ({
        key: row[key],
        checked: row['checked'],
        accepted: row['accepted'],
        unsafe: row['unsafe'],
        views: row['views'],
        spend: Number(row['spend']),
        unsafe_spend: Number(row['unsafe_spend']),
      }))
      .sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));

  beforeAll(async () => {
    const brand = { accepts_review: true, start: '2025-01-01' };
    const [first, second] = [await made('Dash one', { ...brand, target_count: 8 }), await made('Dash two', brand)];
    const file = (from: number) =>
      [
        HEAD,
        ...Array.from({ length: 12 }, (_, n) =>
          line(from + n, {
            day: `2026-11-${String(3 + (n % 5)).padStart(2, '0')}`,
            verdict: ['safe', 'review', 'unsafe'][n % 3] ?? '',
            relevancy: n === 11 ? '' : String((n * 9) / 100),
            views: String(1000 + n),
            spend: `${n}.005`,
          }),
        ),
        line(from + 50, { day: '2026-02-01' }),
        line(from + 51, { day: '2025-11-21' }),
      ].join('\n');
    await upload(BY_QUERY, file(100), { requirement_id: String(first.id) });
    const before = app.clock.now();
    app.clock.set(new Date('2026-11-18T23:30:00Z'));
    await upload(BY_QUERY, file(200), { requirement_id: String(second.id) });
    app.clock.set(before);
    await made('Foreign', { package_name: FOREIGN, ...brand }, 'stranger');
    await upload(`?package_name=${FOREIGN}`, [HEAD, line(1, { day: '2026-11-05' })].join('\n'), {}, 'stranger');
  });

  it('days, slabs and campaigns equal SQL over the stored rows of package and range [BR-API-08] [BR-API-10] [BR-API-11]', async () => {
    expect(plain((await ask('day-wise', RANGE)).body.data, 'date')).toEqual(await counted('o.day::text'));
    expect(plain((await ask('campaign-wise', RANGE)).body.data, 'campaign_name')).toEqual(
      await counted('r.campaign_name'),
    );
    const slab = `CASE WHEN o.relevancy IS NULL THEN 'unrated' ELSE least(floor(o.relevancy * 5), 4)::int * 20 || '-' || least(floor(o.relevancy * 5), 4)::int * 20 + 20 END`;
    const slabs = (await ask('slab-wise', `${RANGE}&campaign_name=Dash one`)).body.data;
    expect(slabs).toHaveLength(6);
    const filled = slabs.filter(({ checked }: { checked: number }) => checked > 0);
    expect(plain(filled, 'slab')).toEqual(
      await counted(slab, "r.campaign_name = 'Dash one' AND o.day BETWEEN '2026-11-01' AND '2026-11-20'"),
    );
    const [narrow] = await counted("''", "o.day BETWEEN '2026-11-04' AND '2026-11-04'");
    const day = (await ask('day-wise', 'fromDate=2026-11-04&toDate=2026-11-04')).body.data;
    expect(day).toMatchObject([{ date: '2026-11-04', checked: narrow?.['checked'] }]);
  });

  it('days of uploads are those of the package’s zone, and narrow by them [BR-API-09]', async () => {
    const found = await ask('upload-date-wise', RANGE);
    expect(plain(found.body.data, 'date')).toEqual(
      await counted('(u.created_at)::date::text', "u.created_at BETWEEN '2026-11-01' AND '2026-11-21'"),
    );
    const one = (await ask('upload-date-wise', 'start_date=2026-11-18&end_date=2026-11-18')).body.data;
    expect(one).toMatchObject([{ date: '2026-11-18', checked: 14 }]);
  });

  it('totals say how much of what was wanted is accepted, and the filter names campaigns of the range [BR-API-12] [BR-API-13]', async () => {
    const totals = (await ask('campaign-total', `${RANGE}&campaign_name=Dash one&campaign_name=Dash two`)).body.data;
    expect(totals).toEqual([
      { campaign_name: 'Dash one', total: 12, accepted: 8, spend: '66.06', target: 8, delivered: 100 },
      { campaign_name: 'Dash two', total: 12, accepted: 8, spend: '66.06', target: null, delivered: null },
    ]);
    const names = async (range: string) => (await ask('filter/campaign_name', range)).body.data;
    expect(await names('start_date=2026-02-01&end_date=2026-02-01')).toEqual(['Dash one', 'Dash two']);
    expect(await names('start_date=2026-02-02&end_date=2026-02-03')).toEqual([]);
  });

  it('history reaches back twelve months and no further, and nobody sees another package', async () => {
    expect((await ask('day-wise', 'start_date=2025-11-20&end_date=2025-11-21')).body.data).toMatchObject([
      { date: '2025-11-21', checked: 2 },
    ]);
    expect((await ask('day-wise', 'start_date=2025-11-19&end_date=2025-11-21')).status).toBe(422);
    for (const name of ['day-wise', 'campaign-total', 'filter/campaign_name'])
      for (const who of ['stranger', 'publisher', 'vendor']) expect((await ask(name, RANGE, who)).status).toBe(403);
  });
});

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

  it('every hit is one event with a verdict, a showing counts once, and nobody makes one event of another', async () => {
    const video = await entry('Counting', 'nonyt', { duration: 20 });
    const filled = { cb: '4711', src: 'https://news.example/a', io: '11', li: '22', cr: '33', pub: 'Site 5' };
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
      "campaign, brand, creative, placement, campaign_id, ad_set, declared_domain, verdict IN ('clean', 'suspect', 'fraud', 'filtered') AS judged";
    const said = {
      brand: 'Fizz',
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
      creative: 'Counting',
    });
    expect(
      await events('toString(kind) AS kind, toString(verdict) AS verdict, url, ad_width').then((all) =>
        all.filter((row) => row['kind'] === 'impression'),
      ),
    ).toEqual([{ kind: 'impression', verdict: 'fraud', url: 'https://other.example/page', ad_width: 300 }]);
    const hits = (await send('GET', `dv360/hits/${display.id}`)).body.data;
    expect(hits).toMatchObject([
      { kind: 'impression', verdict: 'fraud', domain: 'news.example', page: 'https://other.example/page' },
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
