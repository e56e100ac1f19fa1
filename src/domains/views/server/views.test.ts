import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import { personalViews } from './personal-data.ts';

const app = useApp();
const TAKEN = 'You have a view of this name already';
const people = { ann: '', ben: '', pia: '', eve: '' };
const VIEW = {
  package_name: 'own.example',
  path: '/traffic/events',
  asked: [
    { name: 'verdict', value: 'fraud' },
    { name: 'search', value: 'Person@Shop.example' },
  ],
  range: { days: 7 },
};

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'foreign.example' });
  const own = { packages: ['own.example'] };
  people.ann = await app.signIn({ email: 'ann@own.example', role: 'customer', name: 'Ann', ...own });
  people.ben = await app.signIn({ email: 'ben@own.example', role: 'customer', ...own });
  people.pia = await app.signIn({ email: 'pia@own.example', role: 'publisher', publishers: ['p1'], ...own });
  people.eve = await app.signIn({ email: 'eve@foreign.example', role: 'customer', packages: ['foreign.example'] });
});

const save = (name: string, token = people.ann, part: object = {}) =>
  app.call('POST', '/api/views', { token, body: { ...VIEW, name, ...part } });
const change = (id: number, body: object, token = people.ann) => app.call('PUT', `/api/views/${id}`, { token, body });
const names = async (token = people.ann) =>
  (await app.get('/api/views?package_name=own.example', token)).body.data.map(({ name }: { name: string }) => name);
const shared = (key: string, token: string) => app.get(`/api/views/shared/${key}`, token);

describe('a saved view', () => {
  it('keeps what was asked under a name of its own, for whoever saved it and nobody else', async () => {
    const { data } = (await save('Fraud of the week')).body;
    expect(data).toMatchObject({ ...VIEW, name: 'Fraud of the week', key: null });
    expect((await save('fraud of the WEEK')).body).toMatchObject({ message: TAKEN, field: 'name' });
    expect(await names()).toEqual(['Fraud of the week']);
    expect(await names(people.ben)).toEqual([]);
    expect((await save('fraud of the week', people.ben)).status).toBe(200);
    for (const token of [people.ben, people.eve]) {
      expect((await change(data.id, { name: 'Mine', shared: true }, token)).status).toBe(404);
      expect((await app.call('DELETE', `/api/views/${data.id}`, { token })).status).toBe(404);
    }
    expect((await save('Elsewhere', people.eve)).status).toBe(403);
    const admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
    expect((await save('Nowhere', admin, { package_name: 'nowhere.example' })).status).toBe(404);
    expect((await save('Backwards', people.ann, { range: { from: '2026-02-02', to: '2026-02-01' } })).status).toBe(422);
  });

  it('is renamed, deleted and put back, with the same link', async () => {
    const { id } = (await save('First')).body.data;
    await save('Second');
    expect((await change(id, { name: 'Second', shared: false })).body.message).toBe(TAKEN);
    const { key } = (await change(id, { name: 'Third', shared: true })).body.data;
    const gone = () => app.call('DELETE', `/api/views/${id}`, { token: people.ann });
    expect([(await gone()).status, (await gone()).status]).toEqual([200, 200]);
    expect(await names()).not.toContain('Third');
    expect((await shared(key, people.ben)).status).toBe(404);
    await save('third');
    const back = () => app.call('POST', `/api/views/${id}/restore`, { token: people.ann });
    expect((await back()).body.message).toBe(TAKEN);
    await change((await save('Other')).body.data.id, { name: 'Fourth', shared: false });
    const taken = (await app.get('/api/views?package_name=own.example', people.ann)).body.data;
    await app.call('DELETE', `/api/views/${taken.find((one: { name: string }) => one.name === 'third').id}`, {
      token: people.ann,
    });
    expect((await back()).status).toBe(200);
    expect((await shared(key, people.ben)).body.data.name).toBe('Third');
  });

  it('opens by its link for those who have the package, as a question and never as an answer, until the link is taken back', async () => {
    const { id } = (await save('To be shared')).body.data;
    const { key } = (await change(id, { name: 'To be shared', shared: true })).body.data;
    expect(key).toMatch(/^[\w-]{32}$/);
    const { package_name, path, asked, range } = VIEW;
    expect((await shared(key, people.ben)).body.data).toEqual({
      package_name,
      path,
      asked,
      range,
      name: 'To be shared',
      author: 'Ann',
    });
    expect((await shared(key, people.pia)).status).toBe(200);
    expect((await shared(key, people.eve)).body).toMatchObject({
      message: expect.stringContaining('not shared any more'),
    });
    expect((await shared('x'.repeat(32), people.ben)).status).toBe(404);
    await change(id, { name: 'To be shared', shared: false });
    expect((await shared(key, people.ben)).status).toBe(404);
    const again = (await change(id, { name: 'To be shared', shared: true })).body.data.key;
    expect(again).not.toBe(key);
  });

  it('is found and erased with a person whom its filters name, in whatever case', async () => {
    const { context } = app;
    const stores = { database: context.database, clickhouse: context.clickhouse, files: app.context.files };
    const person = { email: 'person@shop.example', accounts: [], names: [] };
    const { rows } = await context.database.pool.query('SELECT count(*)::int AS n FROM saved_view');
    expect(rows[0].n).toBeGreaterThan(3);
    expect(await personalViews.count(stores, person)).toBe(rows[0].n);
    expect(await personalViews.count(stores, { ...person, email: 'nobody@shop.example' })).toBe(0);
    let erased = 0;
    await personalViews.erase(stores, person, async (n) => {
      erased += n;
    });
    expect(erased).toBe(rows[0].n);
    expect(await names()).toEqual([]);
  });

  it('is not opened for a publisher when it names another one', async () => {
    const link = async (name: string, part: object): Promise<string> => {
      const { id } = (await save(name, people.ann, part)).body.data;
      return (await change(id, { name, shared: true })).body.data.key;
    };
    const of = (publisher: string) => ({ asked: [{ name: 'publisher', value: publisher }] });
    const [own, foreign] = [await link('Own', of('p1')), await link('Foreign', of('p1,p2'))];
    const without = await link('Without', { asked: [{ name: 'not', value: 'publisher:p2' }] });
    const page = await link('Page', { path: '/publisher/p%202' });
    const query = JSON.stringify({ all: [{ not: { field: 'publisher', op: 'in', values: ['p1', 'p2'] } }] });
    const condition = await link('Condition', { asked: [{ name: 'query', value: query }] });
    expect((await shared(own, people.pia)).status).toBe(200);
    for (const key of [foreign, without, page, condition]) {
      expect((await shared(key, people.pia)).status).toBe(404);
      expect((await shared(key, people.ben)).status).toBe(200);
    }
  });
});
