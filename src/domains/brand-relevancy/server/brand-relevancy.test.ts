import { beforeAll, describe, expect, it } from 'vitest';
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
