import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
let ann = '';
let annId = 0;
let mapping = 0;

const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.context.database.pool.query<R>(text, values)).rows;
const put = (id: number, body: object, headers: Record<string, string> = {}) =>
  app.call('PUT', `/api/user/UPM/${id}`, { token: admin, body: { id_: id, body }, headers });
const routes = async (token: string): Promise<string[]> =>
  (await app.get('/api/user/menu', token)).body.data.map((each: { route: string }) => each.route);
const board = (token: string) =>
  app.get('/api/v2/web/visit/dashboard/total?package_name=web.example&fromDate=2026-11-14&toDate=2026-11-20', token);

beforeAll(async () => {
  await app.package({ name: 'web.example', dashboardTypes: ['Visit', 'Click'] });
  await app.package({ name: 'app.example', platform: 'app' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  ann = await app.signIn({ email: 'ann@own.example', role: 'customer' });
  [{ id: annId }] = (await rows<{ id: number }>("SELECT id FROM app_user WHERE email = 'ann@own.example'")) as [
    { id: number },
  ];
});

describe('a mapping of a user to a package', () => {
  it('gives the package, once [USR-API-11, USR-GAP-02]', async () => {
    expect((await app.get('/api/user/package', ann)).body.data).toEqual([]);
    const body = {
      user_id: annId,
      package_name: 'web.example',
      dashboardType: ['Click', 'Visit'],
      menu: null,
      filter: null,
    };
    const made = await app.call('POST', '/api/user/UPM', { token: admin, body });
    expect([made.status, made.body.data.body]).toEqual([200, body]);
    mapping = made.body.data.id_;
    const packages = (await app.get('/api/user/package', ann)).body.data;
    expect(packages.map((each: { package_name: string }) => each.package_name)).toEqual(['web.example']);
    const again = await app.call('POST', '/api/user/UPM', { token: admin, body });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const landing = await app.get('/api/user/dashboard_type?package_name=web.example', ann);
    expect(landing.body.dashboardType).toEqual(['Click', 'Visit']);
    const strange = (fields: object) =>
      app.call('POST', '/api/user/UPM', { token: admin, body: { ...body, ...fields } });
    for (const [field, value] of [
      ['user_id', 99999],
      ['package_name', 'no.example'],
      ['menu', ['no-such-page']],
      ['filter', ['no-such-filter']],
      ['dashboardType', ['click']],
    ] as const)
      expect([field, (await strange({ [field]: value })).status]).toEqual([field, 422]);
  });

  it('is listed by pages, the newest first, and found by its number, as it is stored [USR-API-09, USR-API-10]', async () => {
    await rows(
      "INSERT INTO app_user (email, name, password_hash, role) SELECT 'm' || n || '@own.example', 'M' || n, '', 'customer' FROM generate_series(1, 12) n",
    );
    await rows(
      "INSERT INTO user_package (user_id, package_name) SELECT id, 'app.example' FROM app_user WHERE email LIKE 'm%@own.example'",
    );
    const stored = await rows<{ id: number }>('SELECT id FROM user_package ORDER BY id DESC');
    const page = (await app.get('/api/user/UPM?page=2&limit=5', admin)).body;
    expect(page.data.map((each: { id_: number }) => each.id_)).toEqual(stored.slice(5, 10).map(({ id }) => id));
    expect([page.total, page.Total_pages]).toEqual([13, 3]);
    expect((await app.get(`/api/user/UPM?user_id=${annId}`, admin)).body.total).toBe(1);
    expect((await app.get('/api/user/UPM?search=ann@own', admin)).body.total).toBe(1);
    const one = await app.get(`/api/user/UPM/${mapping}`, admin);
    expect(one.body.data).toMatchObject({ id_: mapping, body: { user_id: annId, package_name: 'web.example' } });
    expect((await app.get('/api/user/UPM/999999', admin)).status).toBe(404);
  });

  it('changes the menu of the user with the next call, and refuses the data behind what is left out [USR-API-12]', async () => {
    expect(await routes(ann)).toContain('/visit-dashboard');
    expect((await board(ann)).status).toBe(200);
    const before = (await app.get('/api/user/menu', ann)).headers['x-rights'];
    const clicks = (await app.get('/api/config/menu', admin)).body.data.find(
      (each: { route: string }) => each.route === '/click-dashboard',
    );
    const saved = await put(mapping, { dashboardType: null, menu: [clicks.page_id], filter: null });
    expect([saved.status, saved.body.message]).toEqual([200, 'Updated successfully !']);
    expect(await routes(ann)).toEqual(['/click-dashboard']);
    expect((await board(ann)).status).toBe(403);
    expect((await app.get('/api/traffic/events?package_name=web.example', ann)).status).toBe(403);
    expect((await app.get('/api/import?package_name=web.example', ann)).status).toBe(403);
    expect((await app.get('/api/traffic/white-list?package_name=web.example', ann)).status).toBe(403);
    expect((await app.get('/api/user/menu', ann)).headers['x-rights']).not.toBe(before);
    expect((await app.get('/api/user/dashboard_type?package_name=web.example', ann)).body.dashboardType).toEqual([
      'Visit',
      'Click',
    ]);
    await put(mapping, { dashboardType: null, menu: null, filter: null });
    expect((await board(ann)).status).toBe(200);
  });

  it('tells the second of two administrators that it was changed meanwhile', async () => {
    const { version } = (await app.get(`/api/user/UPM/${mapping}`, admin)).body.data;
    const save = () => put(mapping, { dashboardType: null, menu: null, filter: null }, { 'if-match': `"${version}"` });
    expect((await save()).status).toBe(200);
    expect((await save()).status).toBe(409);
  });

  it('selects filters: those left out are gone from the list and their values are refused [USR-API-07]', async () => {
    const own = async (): Promise<string[]> =>
      (await app.get('/api/user/filter', ann)).body.data.map((each: { id: string }) => each.id);
    const values = (name: string) =>
      app.get(
        `/api/web-bi/filters/${name}?package_name=web.example&fromDate=2026-11-14&toDate=2026-11-20&dashboard_type=Visit`,
        ann,
      );
    expect(await own()).toContain('country');
    expect((await values('country')).status).toBe(200);
    await put(mapping, { dashboardType: null, menu: null, filter: ['publisher', 'campaign'] });
    expect(await own()).toEqual(['publisher', 'campaign']);
    expect((await values('country')).status).toBe(403);
    expect((await values('publisher')).status).toBe(200);
    await put(mapping, { dashboardType: null, menu: null, filter: null });
  });

  it('names where to look further in a package, by its kind and the selection; a foreign one is refused [USR-API-08]', async () => {
    const ids = async (name: string, token: string): Promise<string[]> =>
      (await app.get(`/api/user/deepdive?package_name=${name}`, token)).body.data.pages.map(
        (each: { page_id: string }) => each.page_id,
      );
    const web = await ids('web.example', admin);
    const mobile = await ids('app.example', admin);
    expect(web).toContain('events');
    expect(web.filter((id) => mobile.includes(id))).toEqual([
      'publisher-summary-event',
      'brand-safety',
      'brand-safety-download',
      'click-integrity',
      'click-integrity-sources',
      'impression-integrity',
      'impression-integrity-sources',
      'events',
    ]);
    await put(mapping, { dashboardType: null, menu: [web[0] ?? '', 'deep-dive'], filter: null });
    expect(await ids('web.example', ann)).toEqual([web[0]]);
    expect((await app.get('/api/user/deepdive?package_name=app.example', ann)).status).toBe(403);
    await put(mapping, { dashboardType: null, menu: null, filter: null });
  });

  it('taken away, the package is foreign with the next call [USR-API-13]', async () => {
    expect((await board(ann)).status).toBe(200);
    const gone = await app.call('DELETE', `/api/user/UPM/${mapping}`, { token: admin });
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await board(ann)).status).toBe(403);
    expect((await app.get('/api/user/package', ann)).body.data).toEqual([]);
    expect((await app.call('DELETE', `/api/user/UPM/${mapping}`, { token: admin })).status).toBe(404);
  });

  it('of a package that is switched off shows nothing', async () => {
    const body = { user_id: annId, package_name: 'web.example' };
    await app.call('POST', '/api/user/UPM', { token: admin, body });
    expect((await board(ann)).status).toBe(200);
    await rows("UPDATE package SET active = false WHERE name = 'web.example'");
    expect((await board(ann)).status).toBe(403);
    expect(await routes(ann)).toEqual([]);
    await rows("UPDATE package SET active = true WHERE name = 'web.example'");
  });
});

describe('the catalogues', () => {
  const parts = ['category', 'category_icon', 'sub_category', 'sub_category_icon', 'menu_title', 'menu_icon', 'route'];

  it('of the menu holds every entry with its seven parts, for administrators [USR-API-14, NAV-GAP-10]', async () => {
    const { data } = (await app.get('/api/config/menu', admin)).body;
    for (const entry of data) expect(Object.keys(entry)).toEqual(expect.arrayContaining(parts));
    const own = await routes(ann);
    expect(data.length).toBeGreaterThan(own.length);
    expect(data.map((each: { route: string }) => each.route)).toEqual(
      expect.arrayContaining(['/management/user', ...own]),
    );
    expect((await app.get('/api/config/menu', ann)).status).toBe(403);
  });

  it('of filters holds every filter a board offers [USR-API-15]', async () => {
    const { data } = (await app.get('/api/config/filter', admin)).body;
    const ids = data.map((each: { id: string }) => each.id);
    expect(ids).toEqual(expect.arrayContaining(['publisher', 'country', 'channel', 'vendor', 'browser']));
    expect(new Set(ids).size).toBe(ids.length);
    expect((await app.get('/api/config/filter', ann)).status).toBe(403);
  });

  it('keep what the operator changed, for everybody, until it is put back', async () => {
    const entries = async (token: string) => (await app.get('/api/user/menu', token)).body.data;
    const [first] = await entries(ann);
    const look = { ...first, category: 'Our own', menu_title: 'Renamed' };
    const { route: _route, hidden: _hidden, page_id, ...changed } = look;
    const saved = await app.call('PUT', `/api/config/menu/${page_id}`, { token: admin, body: changed });
    expect(saved.status).toBe(200);
    const now = (await entries(ann)).find((each: { page_id: string }) => each.page_id === page_id);
    expect([now.category, now.menu_title, now.route]).toEqual(['Our own', 'Renamed', first.route]);
    await app.call('DELETE', `/api/config/menu/${page_id}`, { token: admin });
    expect((await entries(ann))[0]).toEqual(first);
  });

  it('take entries of the operator’s own, inside this installation only', async () => {
    const look = {
      category: 'Help',
      menu_title: 'Our wiki',
      sub_category: '',
      category_icon: '',
      sub_category_icon: '',
      menu_icon: '',
    };
    const add = (route?: string) =>
      app.call('POST', '/api/config/menu', {
        token: admin,
        body: { ...look, ...(route === undefined ? {} : { route }) },
      });
    expect((await add()).status).toBe(200);
    expect(await routes(ann)).toContain('');
    for (const route of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'x'])
      expect([route, (await add(route)).status]).toEqual([route, 422]);
  });
});
