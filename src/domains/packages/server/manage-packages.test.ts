import { beforeAll, describe, expect, it } from 'vitest';
import { NAME_COLUMNS, PERSONAL_DATA } from '#app/server/slices.ts';
import { runErasures } from '#domains/privacy/server/run-erasures.ts';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
let ann = '';
let annId = 0;

const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.context.database.pool.query<R>(text, values)).rows;
const add = (fields: object) =>
  app.call('POST', '/api/config/package', {
    token: admin,
    body: { package_title: 'A title', platform: 'web', time_zone: 'UTC', currency: 'EUR', ...fields },
  });
const board = (token: string, name: string) =>
  app.get(`/api/v2/web/visit/dashboard/total?package_name=${name}&fromDate=2026-11-14&toDate=2026-11-20`, token);

beforeAll(async () => {
  for (let n = 1; n <= 12; n++) await app.package({ name: `p${n}.example`, title: `Package ${n}` });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  ann = await app.signIn({ email: 'ann@own.example', role: 'customer', packages: ['p1.example'] });
  [{ id: annId }] = (await rows<{ id: number }>("SELECT id FROM app_user WHERE email = 'ann@own.example'")) as [
    { id: number },
  ];
});

describe('packages', () => {
  it('are listed by pages, the newest and ten at first, with a total [PKG-API-01]', async () => {
    const stored = await rows<{ name: string }>('SELECT name FROM package ORDER BY id DESC');
    const names = (body: { data: { package_name: string }[] }) => body.data.map((each) => each.package_name);
    expect(names((await app.get('/api/config/package', admin)).body)).toEqual(
      stored.slice(0, 10).map(({ name }) => name),
    );
    const second = (await app.get('/api/config/package?page=2&limit=5', admin)).body;
    expect(names(second)).toEqual(stored.slice(5, 10).map(({ name }) => name));
    expect([second.total, second.Total_pages]).toEqual([stored.length, 3]);
    expect(names((await app.get('/api/config/package?search=PACKAGE 11', admin)).body)).toEqual(['p11.example']);
  });

  it('are all there under /all, those that are switched off too [PKG-API-02]', async () => {
    await rows("UPDATE package SET active = false WHERE name = 'p12.example'");
    const { data } = (await app.get('/api/config/package/all', admin)).body;
    const [counted] = await rows<{ n: number }>('SELECT count(*)::int AS n FROM package');
    expect(data).toHaveLength(counted?.n ?? 0);
  });

  it('are stored once, with every field [PKG-API-03, PKG-ENT-01]', async () => {
    const fields = {
      package_name: 'new.example',
      package_title: 'New',
      domain: 'shop.new.example',
      dashboardType: ['Click', 'VAST', 'INSTALL'],
      time_zone: 'Asia/Tokyo',
      currency: 'JPY',
      suspect_counts_as: 'fraud',
      active: false,
    };
    expect((await add(fields)).body.data).toMatchObject(fields);
    const [stored] = await rows<Record<string, unknown>>("SELECT * FROM package WHERE name = 'new.example'");
    expect(stored).toMatchObject({
      title: 'New',
      domain: 'shop.new.example',
      dashboard_types: ['Click', 'VAST', 'INSTALL'],
      time_zone: 'Asia/Tokyo',
      currency: 'JPY',
      suspect_counts_as: 'fraud',
      active: false,
    });
    expect((await add(fields)).status).toBe(409);
    expect((await add({ package_name: 'no.example', dashboardType: ['click'] })).status).toBe(422);
    expect((await add({ package_name: 'no.example', dashboardType: ['Click', 'Click'] })).status).toBe(422);
  });

  it('land on exactly the dashboard types of the spec, letter case included [CONST-01] [CONST-GAP-02]', async () => {
    const types =
      'Click Event Impression Visit Install Web_Event INSTALL EVENT RE_CLICK RE_EVENT CLICK_IMPRESSION Reengagement_Events App_Event Mtrackit VAST';
    expect([...DASHBOARD_TYPES].sort()).toEqual(types.split(' ').sort());
    const made = await add({ package_name: 'all.example', dashboardType: [...DASHBOARD_TYPES] });
    expect(made.body.data.dashboardType).toEqual([...DASHBOARD_TYPES]);
    for (const type of ['install', 'CLICK', 'Vast', 'Visit ', '', 'Reengagement_Clicks'])
      expect([type, (await add({ package_name: 'no.example', dashboardType: [type] })).status]).toEqual([type, 422]);
  });

  it('are found by number, or 404 [PKG-API-04]', async () => {
    const [stored] = await rows<{ id: number }>("SELECT id FROM package WHERE name = 'p3.example'");
    const one = await app.get(`/api/config/package/${stored?.id}`, admin);
    expect(one.body.data).toMatchObject({ id: stored?.id, package_name: 'p3.example', package_title: 'Package 3' });
    expect((await app.get('/api/config/package/999999', admin)).status).toBe(404);
  });

  it('change their title where their users see it, and tell the second of two editors [PKG-API-05]', async () => {
    const [stored] = await rows<{ id: number }>("SELECT id FROM package WHERE name = 'p1.example'");
    const url = `/api/config/package/${stored?.id}`;
    const { version, ...before } = (await app.get(url, admin)).body.data;
    const { domain, time_zone, currency, suspect_counts_as, dashboardType } = before;
    const save = (package_title: string) =>
      app.call('PUT', url, {
        token: admin,
        body: { package_title, domain, time_zone, currency, suspect_counts_as, dashboardType, active: true },
        headers: { 'if-match': `"${version}"` },
      });
    const answers = await Promise.all([save('First'), save('Second')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const title = answers.find(({ status }) => status === 200)?.body.data.package_title;
    expect((await app.get('/api/user/package', ann)).body.data[0].package_title).toBe(title);
    const landing = await app.get('/api/user/dashboard_type?package_name=p1.example', ann);
    expect(landing.body.dashboardType).toEqual(dashboardType);
  });

  it('leave lists, mappings and traffic when they are deleted, and a new one of the name inherits nothing [PKG-API-06]', async () => {
    const { clickhouse } = app.context;
    const event = (name: string) => ({ package: name, kind: 'visit', ts: '2026-11-18 10:00:00.000' });
    await clickhouse.insert('traffic', [event('p1.example'), event('p1.example'), event('p2.example')]);
    expect((await board(ann, 'p1.example')).body.data.total).toBe(2);
    const [stored] = await rows<{ id: number }>("SELECT id FROM package WHERE name = 'p1.example'");
    const upload = crypto.randomUUID();
    await rows(
      "INSERT INTO import_file (id, package_name, name, bytes, stored_by) VALUES ($1, 'p1.example', 'a.csv', 1, 'Ann')",
      [upload],
    );
    await app.context.files.write(`files/imports/${upload}`, 'x');
    await clickhouse.insert('import_claim', [{ package: 'p1.example', import_id: 1, row_id: upload }]);
    const gone = await app.call('DELETE', `/api/config/package/${stored?.id}`, { token: admin });
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await board(ann, 'p1.example')).status).toBe(403);
    expect((await board(admin, 'p1.example')).status).toBe(404);
    expect((await app.get('/api/user/package', ann)).body.data).toEqual([]);
    expect(await rows('SELECT * FROM user_package WHERE user_id = $1', [annId])).toEqual([]);
    const early = await add({ package_name: 'p1.example' });
    expect([early.status, early.body.message]).toEqual([
      409,
      'A package of this name is still being erased; please wait',
    ]);
    await runErasures({
      ...app.context,
      personalData: PERSONAL_DATA,
      nameColumns: NAME_COLUMNS,
    });
    expect((await add({ package_name: 'p1.example' })).status).toBe(200);
    expect((await board(admin, 'p1.example')).body.data.total).toBe(0);
    const left = await clickhouse.query<{ package: string }>(sql`SELECT DISTINCT package FROM traffic`);
    expect(left.map((each) => each.package)).toEqual(['p2.example']);
    expect(await app.context.files.size(`files/imports/${upload}`)).toBe(undefined);
    expect(await clickhouse.query(sql`SELECT * FROM import_claim`)).toEqual([]);
    // The log keeps that a package was deleted, not which.
    const log = (await app.get('/api/audit?action=package.delete', admin)).body.data;
    expect(log[0]).toMatchObject({ subject: '', package: '', erased: true });
  });
});

describe('a request for a package', () => {
  it('gives the package when it is approved, once, and nothing when it is refused', async () => {
    const ask = async (name: string): Promise<number> =>
      (
        await rows<{ id: number }>('INSERT INTO package_request (user_id, package_name) VALUES ($1, $2) RETURNING id', [
          annId,
          name,
        ])
      )[0]?.id ?? 0;
    const decide = (id: number, what: string) =>
      app.call('POST', `/api/config/package/request/${id}/${what}`, { token: admin });
    const [first, second] = [await ask('p4.example'), await ask('p5.example')];
    const open = (await app.get('/api/config/package/request?state=open', admin)).body;
    expect(open.data.map((each: { package_name: string }) => each.package_name).sort()).toEqual([
      'p4.example',
      'p5.example',
    ]);
    expect((await board(ann, 'p4.example')).status).toBe(403);
    expect((await decide(first, 'approve')).body.data).toMatchObject({
      state: 'approved',
      user_email: 'ann@own.example',
    });
    expect((await decide(second, 'refuse')).body.data.state).toBe('refused');
    expect((await board(ann, 'p4.example')).status).toBe(200);
    expect((await board(ann, 'p5.example')).status).toBe(403);
    expect((await decide(first, 'approve')).status).toBe(200);
    expect((await decide(first, 'refuse')).status).toBe(422);
    expect((await app.get('/api/config/package/request', ann)).status).toBe(403);
  });
});
