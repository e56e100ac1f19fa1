import { describe, expect, it } from 'vitest';
import { workbook } from '#platform/server/xlsx-book.ts';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { BY_QUERY, brief, FOREIGN, HEAD, id, line, useBrand } from '../testing/use-brand.ts';

const BASE = '/api/v2/br';
const { app, tokens, send, rows, made, upload } = useBrand();

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
    for (const same of ['Spring', ' sPRING '])
      expect((await send('POST', 'config/insert', brief(same))).body).toMatchObject({
        field: 'campaign_name',
        message:
          'There is a requirement for the campaign Spring already; capital letters and blanks make no other one of it',
      });
  });

  it('what cannot be is refused at its field and nothing is stored', async () => {
    for (const [more, field] of [
      [{ end: '2026-10-31' }, 'end'],
      [{ status: 'delivered' }, 'status'],
      [{ status: 'closed' }, 'status'],
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
    for (const status of ['acknowledged', 'in_progress']) expect((await update({ status })).status).toBe(200);
    expect(await stored()).toEqual([{ category: 'Soda', status: 'in_progress' }]);
    await made('Beside summer');
    expect((await update({ campaign_name: 'BESIDE Summer', status: 'in_progress' })).status).toBe(409);
    expect((await update({ campaign_name: 'SUMMER', status: 'in_progress' })).status).toBe(200);
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
      line(0, { title: 'Crashing waves' }).replace(/^[^,]+/, 'https://www.youtube.com/@Waves.Club'),
      line(0).replace(/^[^,]+/, 'https://vimeo.com/76979871'),
      ...['country', 'language', 'views', 'published'].map((silent, at) => line(14 + at, { [silent]: '' })),
      line(1, { day: '2026-11-12', currency: 'JPY', spend: '900' }),
    ].join('\n');
    const { status, body } = await upload(BY_QUERY, file, { requirement_id: String(one.id) });
    expect([status, body.message]).toEqual([200, 'Uploaded successfully !']);
    expect(body.data).toMatchObject({ package_name: OWN, campaigns: ['Output'], rows: 23, accepted: 3, rejected: 20 });
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
      ]
        .map((reason, at) => [at + 3, reason])
        .concat(
          [20, 21, 22, 23].map((at) => [at, 'not_said']),
          [[24, 'other_currency']],
        ),
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
    expect(shown.body.total).toBe(18);
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
    expect((await upload(BY_QUERY, '')).body.message).toBe('This file is empty: it has no bytes');
    for (const who of ['publisher', 'vendor'])
      expect((await upload(BY_QUERY, `url\n${line(1)}`, {}, who)).status).toBe(403);
    expect(await rows('SELECT count(*) FROM br_upload')).toEqual(before);
  });

  it('moves a requirement on by what was accepted, the same video of two days once, and no draft', async () => {
    const stateOf = async (one: { id: number }) =>
      (await rows<{ status: string }>('SELECT status FROM br_requirement WHERE id = $1', [one.id]))[0]?.status;
    const draft = await made('Still a draft', { target_count: 1 });
    await upload(BY_QUERY, [HEAD, line(41)].join('\n'), { requirement_id: String(draft.id) });
    expect(await stateOf(draft)).toBe('draft');
    const sent = await made('Sent', { target_count: 2, status: 'submitted' });
    const taken = (...lines: string[]) =>
      upload(BY_QUERY, [HEAD, ...lines].join('\n'), { requirement_id: String(sent.id) });
    await taken(line(42, { verdict: 'unsafe' }));
    expect(await stateOf(sent)).toBe('submitted');
    await taken(line(43), line(43, { day: '2026-11-11' }));
    expect(await stateOf(sent)).toBe('in_progress');
    await taken(line(44));
    expect(await stateOf(sent)).toBe('delivered');
  });

  it('lists for DSPs hold each accepted place once, and can be saved by who sees the package', async () => {
    const one = await made('Listed');
    const file = [
      HEAD,
      line(31, { title: '=HYPERLINK(1)' }),
      line(31, { day: '2026-11-11' }),
      line(32),
      line(32, { day: '2026-11-12', verdict: 'unsafe' }),
      // Rejected for what says nothing of the video: no list excludes it.
      line(31, { day: '2026-10-31' }),
      line(33, { currency: 'JPY' }),
      line(0).replace(/^[^,]+/, `https://www.youtube.com/channel/UC${'x'.repeat(22)}`),
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
      `channel,youtube,UC${'x'.repeat(22)},https://www.youtube.com/channel/UC${'x'.repeat(22)},Surf school,Waves,`,
      expect.stringMatching(`^video,youtube,${id(31)},`),
    ]);
    expect((await get('exclusion')).text).toContain(`video,youtube,${id(32)},`);
    expect((await get('sdf')).text.split('\r\n')[1]).toBe(`${id(31)},${id(32)},UC${'x'.repeat(22)},`);
    expect((await get('sdf', 'stranger')).status).toBe(403);
    const [newest] = await rows<{ id: number }>('SELECT max(id) AS id FROM br_upload');
    expect((await send('GET', `downloads/original/${newest?.id}`)).text).toBe(file);
  });
});
