import { beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '#platform/server/xlsx-book.ts';
import { OWN, useCollector } from '#traffic/collector/testing/use-collector.ts';

const live = useCollector();
const { app } = live;
const BASE = '/api/v2/br';
const FOREIGN = 'foreign.example';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const sign = async (name: string, role: string, more: object = {}) => {
    tokens[name] = await app.signIn({ email: `${name}@brand.example`, role, packages: [OWN], name, ...more });
  };
  await sign('customer', 'customer');
  await sign('stranger', 'customer', { packages: [FOREIGN] });
  await sign('publisher', 'publisher', { publishers: ['P1'] });
  await sign('vendor', 'agency', { vendors: ['Acme'] });
}, 120_000);

const send = (method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown, who = 'customer') =>
  app.call(method, `${BASE}/${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.context.database.pool.query<R>(text, values)).rows;

/** A form with a file and what stands beside it. */
const upload = async (
  path: string,
  file: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  who = 'customer',
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'output.csv');
  const sent = new Response(form);
  const answer = await app.app.http.inject({
    method: 'POST',
    url: `${BASE}/ack/upload-output${path}`,
    headers: { authorization: tokens[who] ?? '', 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const BY_QUERY = `?package_name=${OWN}`;
const id = (n: number): string => `abcdefg${String(n).padStart(4, '0')}`;

const brief = (campaign_name: string, more: object = {}) => ({
  package_name: OWN,
  campaign_name,
  brand: 'Fizz',
  category: 'Drinks',
  keywords: ['surf', 'beach'],
  excluded_keywords: ['crash'],
  locations: ['DE', 'FR'],
  languages: ['de', 'en'],
  start: '2026-11-01',
  end: '2026-12-31',
  ...more,
});
const made = async (campaign_name: string, more: object = {}, who = 'customer') => {
  const { status, body, text } = await send('POST', 'config/insert', brief(campaign_name, more), who);
  if (status !== 200) throw new Error(text);
  return body.data;
};

describe('requirements', () => {
  it('one that is added is stored with every field, and listed as it is stored [BR-API-01] [BR-GAP-03]', async () => {
    const limits = { min_views: 1000, max_age_days: 365, blocked_channels: ['@loud'], target_count: 50 };
    const answer = await send('POST', 'config/insert', brief('Spring', { ...limits, status: 'submitted' }));
    expect([answer.status, answer.body.message]).toEqual([200, 'Created successfully !']);
    const [row] = await rows<Record<string, unknown>>(
      `SELECT package_name, campaign_name, brand, category, keywords, excluded_keywords, locations, languages,
        starts_on::text AS start, ends_on::text AS end, status, min_views::int, max_age_days, blocked_channels, target_count
        FROM br_requirement WHERE id = $1`,
      [answer.body.data.id],
    );
    const { package_name: _, ...sent } = { ...brief('Spring'), ...limits, status: 'submitted' };
    expect(row).toEqual({ package_name: OWN, ...sent });
    const listed = await send('GET', `config/get/?package_name=${OWN}&search=spring`);
    expect(listed.body).toMatchObject({ total: 1, data: [{ ...sent, reference: answer.body.data.reference }] });
    expect((await send('POST', 'config/insert', brief('Spring'))).status).toBe(409);
  });

  it('what cannot be is refused at its field and nothing is stored', async () => {
    for (const [more, field] of [
      [{ end: '2026-10-31' }, 'end'],
      [{ status: 'delivered' }, 'status'],
      [{ status: 'submitted', keywords: [] }, 'keywords'],
      [{ excluded_keywords: ['SURF'] }, 'excluded_keywords'],
      [{ brand: 'Fizz <b>' }, 'brand'],
      [{ locations: ['XX'] }, 'locations.0'],
    ] as const) {
      const { status, body } = await send('POST', 'config/insert', brief('Refused', more));
      expect([status, body.errors?.[0]?.field ?? body.field]).toEqual([422, field]);
    }
    expect(await rows("SELECT 1 FROM br_requirement WHERE campaign_name = 'Refused'")).toEqual([]);
  });

  it('an update changes the stored row, one step at a time, and never over the change of another [BR-API-05]', async () => {
    const { id, updated_at } = await made('Summer');
    const update = (more: object) => {
      const { package_name: _, ...body } = brief('Summer', { category: 'Soda', ...more });
      return send('PUT', `config/update/${id}`, body);
    };
    expect((await update({ status: 'acknowledged' })).status).toBe(422);
    expect((await update({ status: 'submitted', updated_at })).body.message).toBe('Updated successfully !');
    const stored = () => rows('SELECT category, status FROM br_requirement WHERE id = $1', [id]);
    expect(await stored()).toEqual([{ category: 'Soda', status: 'submitted' }]);
    expect((await update({ category: 'Other', status: 'submitted', updated_at })).status).toBe(409);
    for (const status of ['acknowledged', 'in_progress', 'delivered', 'closed'])
      expect((await update({ status })).status).toBe(200);
    expect((await update({ status: 'draft' })).status).toBe(422);
    expect(await stored()).toEqual([{ category: 'Soda', status: 'closed' }]);
  });

  it('a change of keywords changes nothing else and is kept with its author [BR-API-04]', async () => {
    const { id } = await made('Autumn');
    const read = () => rows<Record<string, unknown>>('SELECT * FROM br_requirement WHERE id = $1', [id]);
    const [before] = await read();
    const { status } = await send('PUT', `config/update-keywords-internal/${id}`, {
      keywords: ['beach', 'waves', 'Waves'],
      reason: 'Too broad',
    });
    expect(status).toBe(200);
    const [after] = await read();
    expect(after).toEqual({ ...before, keywords: ['beach', 'Waves'], updated_at: after?.['updated_at'] });
    const history = await send('GET', `config/keyword-history/${id}`);
    expect(history.body.data).toMatchObject([
      { added: ['Waves'], removed: ['surf'], excluded_added: [], reason: 'Too broad', changed_by: 'customer' },
      { added: ['surf', 'beach'], excluded_added: ['crash'] },
    ]);
    expect((await send('PUT', `config/update-keywords-internal/${id}`, { brand: 'Other' })).status).toBe(400);
  });

  it('the list holds what the caller may see, one is found by its reference alone, and a guessed one is nothing [BR-API-07] [BR-GAP-02]', async () => {
    const own = await made('Winter');
    const theirs = await made('Theirs', { package_name: FOREIGN }, 'stranger');
    const [counted] = await rows<{ n: number }>(
      'SELECT count(*)::int AS n FROM br_requirement WHERE package_name = $1',
      [OWN],
    );
    const all = await send('GET', 'config/get/?limit=500');
    expect(all.body.total).toBe(counted?.n);
    expect(new Set(all.body.data.map((row: { package_name: string }) => row.package_name))).toEqual(new Set([OWN]));
    expect((await send('GET', `config/get/${own.reference}`)).body.data).toMatchObject({ campaign_name: 'Winter' });
    for (const guess of [theirs.reference, String(own.id), 'x'.repeat(24), tokens['customer']])
      expect((await send('GET', `config/get/${encodeURIComponent(guess ?? '')}`)).status).toBe(404);
    expect((await send('GET', `config/get/?package_name=${FOREIGN}`)).status).toBe(403);
    for (const path of ['config/get/', `config/get/${own.reference}`])
      expect((await app.call('GET', `${BASE}/${path}`)).status).toBe(401);
    for (const who of ['publisher', 'vendor']) {
      expect((await send('GET', 'config/get/', undefined, who)).status).toBe(403);
      expect((await send('POST', 'config/insert', brief('Partly'), who)).status).toBe(403);
    }
    const { package_name: _, ...body } = brief('Winter');
    expect((await send('PUT', `config/update/${own.id}`, body, 'stranger')).status).toBe(403);
  });
});

/** What outputs of two campaigns say, day by day. */
const HEAD = 'url,title,channel,day,relevancy,views,verdict,country,language,published,spend,currency';
const line = (
  n: number,
  more: Partial<
    Record<
      | 'title'
      | 'channel'
      | 'day'
      | 'relevancy'
      | 'views'
      | 'verdict'
      | 'country'
      | 'language'
      | 'published'
      | 'spend'
      | 'currency',
      string
    >
  > = {},
): string => {
  const cells = {
    title: 'Surf school',
    channel: 'Waves',
    day: '2026-11-10',
    relevancy: '0.9',
    views: '5000',
    verdict: 'safe',
    country: 'DE',
    language: 'de',
    published: '2026-09-01',
    spend: '1.25',
    currency: 'USD',
    ...more,
  };
  return [`https://www.youtube.com/watch?v=${id(n)}`, ...Object.values(cells)].join(',');
};

describe('outputs', () => {
  it('an upload stores the file and its rows for its package alone, each held against the requirement [BR-API-03] [BR-ENT-01]', async () => {
    const limits = {
      min_views: 1000,
      max_age_days: 365,
      blocked_channels: ['@Loud'],
      target_count: 2,
      status: 'submitted',
    };
    const one = await made('Output', limits);
    const file = [
      HEAD,
      line(1),
      line(2, { verdict: 'unsafe', spend: '3' }),
      line(3, { verdict: 'review' }),
      line(4, { channel: 'loud' }),
      line(5, { title: 'Car crash live' }),
      line(6, { country: 'US' }),
      line(7, { language: 'it' }),
      line(8, { views: '999' }),
      line(9, { published: '2025-01-01' }),
      line(10, { day: '2026-10-31' }),
      line(11, { currency: 'JPY' }),
      line(1),
      line(12, { relevancy: 'high' }),
      line(13, { day: '2026-02-30' }),
      'https://example.com/watch?v=abcdefghijk',
      ',a title without an address',
      'https://www.youtube.com/@Waves.Club,Crashing waves,,2026-11-11',
      `https://vimeo.com/76979871,,,2026-11-11`,
    ].join('\n');
    const { status, body } = await upload(BY_QUERY, file, { requirement_id: String(one.id) });
    expect([status, body.message]).toEqual([200, 'Uploaded successfully !']);
    expect(body.data).toMatchObject({ package_name: OWN, campaigns: ['Output'], rows: 18, accepted: 3, rejected: 15 });
    expect(body.data.errors.map((fault: { line: number; reason: string }) => [fault.line, fault.reason])).toEqual(
      [
        'unsafe',
        'review',
        'blocked_channel',
        'excluded_keyword',
        'other_location',
        'other_language',
        'few_views',
        'too_old',
        'outside_days',
        'other_currency',
        'twice',
        'not_a_number',
        'not_a_day',
        'not_a_place',
        'no_url',
      ].map((reason, at) => [at + 3, reason]),
    );
    const stored = await rows<{ package_name: string; item: string }>(
      "SELECT package_name, item FROM br_output WHERE upload_id = $1 AND reason = '' ORDER BY line",
      [body.data.id],
    );
    expect(stored).toEqual([id(1), '@waves.club', '76979871'].map((item) => ({ package_name: OWN, item })));
    expect(await rows('SELECT content FROM br_upload WHERE id = $1', [body.data.id])).toEqual([
      { content: Buffer.from(file) },
    ]);
    expect(await rows('SELECT status FROM br_requirement WHERE id = $1', [one.id])).toEqual([{ status: 'delivered' }]);
    const shown = await send('GET', `ack/rows/${body.data.id}?limit=50`);
    expect(shown.body.total).toBe(13);
    expect((await send('GET', `ack/list?package_name=${OWN}`)).body.data[0]).toEqual(body.data);
    expect((await send('GET', `ack/list?package_name=${FOREIGN}`)).status).toBe(403);
    expect((await send('GET', `ack/rows/${body.data.id}`, undefined, 'stranger')).status).toBe(403);
  });

  it('a workbook by the path and a CSV by the query store the same; what comes again takes its place [BR-GAP-01]', async () => {
    const one = await made('Both forms');
    const fields = { campaign_name: 'Both forms' };
    const byQuery = await upload(BY_QUERY, [HEAD, line(21), line(22, { verdict: 'unsafe' })].join('\n'), fields);
    const read = () =>
      rows<Record<string, unknown>>(
        `SELECT platform, kind, item, title, channel, day::text, relevancy, views, verdict, country, language,
          published_on::text, spend, reason FROM br_output WHERE requirement_id = $1 ORDER BY line`,
        [one.id],
      );
    const first = await read();
    const cells = [HEAD, line(21), line(22, { verdict: 'unsafe' })].map((text) => text.split(','));
    const typed = cells.map((row, at) =>
      row.map((cell, place) => {
        if (at === 0) return cell;
        if (place === 3 || place === 9) return new Date(`${cell}T00:00:00Z`);
        return [4, 5, 10].includes(place) ? Number(cell) : cell;
      }),
    );
    const byPath = await upload(`/${OWN}`, await workbook([{ name: 'Output', rows: typed }]), fields);
    expect([byPath.status, byPath.body.data.rows, byPath.body.data.accepted]).toEqual([200, 2, 1]);
    expect(byQuery.body.data.accepted).toBe(1);
    expect(await read()).toEqual(first);
    expect(first).toHaveLength(2);
  });

  it('a bad file is refused and nothing of it is stored, nor anything for a package the caller does not see', async () => {
    const before = await rows('SELECT count(*) FROM br_upload');
    for (const [file, fields, path, status] of [
      ['', {}, BY_QUERY, 422],
      ['title\nno address', {}, BY_QUERY, 422],
      ['url\n', {}, BY_QUERY, 422],
      [new Uint8Array([0x80, 0, 1, 2]), {}, BY_QUERY, 422],
      [Buffer.from('PK\u0003\u0004 no workbook', 'latin1'), {}, BY_QUERY, 422],
      [`url\n${line(1)}`, { requirement_id: '999999' }, BY_QUERY, 422],
      [`url\n${line(1)}`, {}, `?package_name=${FOREIGN}`, 403],
      [`url\n${line(1)}`, {}, `/${FOREIGN}`, 403],
      [`url\n${'x\n'.repeat(20_001)}`, {}, BY_QUERY, 413],
    ] as const)
      expect((await upload(path, file, fields)).status).toBe(status);
    for (const who of ['publisher', 'vendor'])
      expect((await upload(BY_QUERY, `url\n${line(1)}`, {}, who)).status).toBe(403);
    expect(await rows('SELECT count(*) FROM br_upload')).toEqual(before);
  });

  it('lists for DSPs hold each accepted place once, and can be saved by who sees the package', async () => {
    const one = await made('Listed');
    const file = [
      HEAD,
      line(31, { title: '=HYPERLINK(1)' }),
      line(31, { day: '2026-11-11' }),
      line(32),
      line(32, { day: '2026-11-12', verdict: 'unsafe' }),
      `https://www.youtube.com/channel/UC${'x'.repeat(22)}`,
    ].join('\n');
    await upload(BY_QUERY, file, { requirement_id: String(one.id) });
    const listed = await send('GET', `downloads?package_name=${OWN}&limit=500`);
    const of = listed.body.data.filter((found: { name: string }) => found.name.startsWith('Listed'));
    expect(of.map(({ kind, rows: n }: { kind: string; rows: number }) => [kind, n]).sort()).toEqual([
      ['exclusion', 1],
      ['inclusion', 2],
      ['sdf', 3],
    ]);
    const get = (kind: string, who = 'customer') => send('GET', `downloads/${kind}/${one.id}`, undefined, who);
    const inclusion = await get('inclusion');
    expect(inclusion.headers['content-disposition']).toContain('Listed_INCLUSION.csv');
    expect(inclusion.text.trim().split('\r\n').slice(1)).toEqual([
      `channel,youtube,UC${'x'.repeat(22)},https://www.youtube.com/channel/UC${'x'.repeat(22)},,,`,
      expect.stringMatching(`^video,youtube,${id(31)},`),
    ]);
    expect((await get('exclusion')).text).toContain(`video,youtube,${id(32)},`);
    expect((await get('sdf')).text.split('\r\n')[1]).toBe(`${id(31)},${id(32)},UC${'x'.repeat(22)},`);
    expect((await get('sdf', 'stranger')).status).toBe(403);
    const [newest] = await rows<{ id: number }>('SELECT max(id) AS id FROM br_upload');
    expect((await send('GET', `downloads/original/${newest?.id}`)).text).toBe(file);
  });
});

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
