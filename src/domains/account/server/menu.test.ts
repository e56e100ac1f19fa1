import { beforeAll, describe, expect, it } from 'vitest';
import { menuAllows } from '#platform/contract/page.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { menuEntry } from '../contract/endpoints.ts';

const app = useApp();
const tokens = { visits: '', installs: '', publisher: '', admin: '' };

const ids = async (token: string): Promise<string[]> => [
  ...new Set<string>(
    (await app.get('/api/user/menu', token)).body.data.map((entry: { page_id: string }) => entry.page_id),
  ),
];
const packages = async (token: string): Promise<string[]> =>
  (await app.get('/api/user/package', token)).body.data.map((each: { package_name: string }) => each.package_name);
const sql = (text: string, values: unknown[] = []) => app.context.database.pool.query(text, values);

beforeAll(async () => {
  await app.package({ name: 'b.example', title: 'The second' });
  await app.package({ name: 'a.example', title: 'The first', dashboardTypes: ['Click', 'Visit'] });
  await app.package({ name: 'com.app', platform: 'app', dashboardTypes: ['Install'] });
  const person = (name: string, role: string, mapped: string[]) =>
    app.signIn({ email: `${name}@own.example`, role, packages: mapped, publishers: ['P'] });
  tokens.visits = await person('visits', 'customer', ['b.example', 'a.example']);
  tokens.installs = await person('installs', 'agency', ['com.app']);
  tokens.publisher = await person('publisher', 'Sub-Publisher', ['a.example']);
  tokens.admin = await person('admin', 'admin', []);
});

describe('the menu', () => {
  it('has entries of the stated shape, each with a route [NAV-ENT-01] [NAV-GAP-03]', async () => {
    const { data } = (await app.get('/api/user/menu', tokens.admin)).body;
    expect(data.length).toBeGreaterThan(10);
    for (const entry of data) {
      expect(menuEntry.strict().safeParse(entry).success).toBe(true);
      expect(entry.route).toMatch(/^\/./);
      if (!entry.hidden) expect([entry.category, entry.menu_title, entry.menu_icon].every(Boolean)).toBe(true);
    }
  });

  it('differs between people with different packages [NAV-API-01]', async () => {
    const [web, inApp] = [await ids(tokens.visits), await ids(tokens.installs)];
    expect(web.some((id) => id.startsWith('web-')) && !web.some((id) => id.startsWith('app-'))).toBe(true);
    expect(inApp.some((id) => id.startsWith('app-')) && !inApp.some((id) => id.startsWith('web-'))).toBe(true);
  });

  it('and the package list follow the mapping as it is now [NAV-PERM-01]', async () => {
    const before = await ids(tokens.installs);
    await sql("UPDATE user_package SET menu = '{app-event}' WHERE package_name = 'com.app'");
    expect(await ids(tokens.installs)).toEqual(['app-event']);
    await sql(
      "INSERT INTO user_package (user_id, package_name, menu, position) SELECT id, 'b.example', '{web-visit,app-install}', 5 FROM app_user WHERE email LIKE 'installs@%'",
    );
    // A web page selected for a web package; an app page selected there fits nothing.
    expect(await ids(tokens.installs)).toEqual(['web-visit', 'app-event']);
    expect(await packages(tokens.installs)).toEqual(['com.app', 'b.example']);
    await sql("DELETE FROM user_package WHERE package_name = 'b.example' AND position = 5");
    await sql('UPDATE user_package SET menu = NULL');
    expect(await ids(tokens.installs)).toEqual(before);
  });

  it('opens the forms of a list with it, though their addresses are spelled otherwise, and draws no entry for them [NAV-GAP-05]', async () => {
    await sql("UPDATE user_package SET menu = '{publisher-configurations,white-listing}'");
    const { data } = (await app.get('/api/user/menu', tokens.visits)).body;
    const drawn = data.filter(({ hidden }: { hidden: boolean }) => !hidden);
    expect(drawn.map(({ route }: { route: string }) => route)).toEqual(['/white-listing', '/web/publisher-report']);
    const routes = data.map(({ route }: { route: string }) => route);
    for (const path of ['/web/publisher_report/add', '/add-configuration', '/add-white-listing', '/white-listing/edit'])
      expect([path, menuAllows(path, routes)]).toEqual([path, true]);
    expect(menuAllows('/rules', routes)).toBe(false);
    await sql('UPDATE user_package SET menu = NULL');
  });

  it('hides importing from publishers, whatever the mapping says', async () => {
    await sql("UPDATE user_package SET menu = '{import,web-visit}'");
    expect(await ids(tokens.publisher)).toEqual(['web-visit']);
    await sql('UPDATE user_package SET menu = NULL');
  });
});

describe('the package list', () => {
  it('is the own packages in the own order, with name and title [AUTH-API-04]', async () => {
    const { data } = (await app.get('/api/user/package', tokens.visits)).body;
    expect(data.map((each: Record<string, string>) => [each['package_name'], each['package_title']])).toEqual([
      ['b.example', 'The second'],
      ['a.example', 'The first'],
    ]);
    expect(await packages(tokens.installs)).toEqual(['com.app']);
    expect(await packages(tokens.admin)).toEqual(['b.example', 'a.example', 'com.app']);
  });

  it('leaves out what is switched off', async () => {
    await sql("UPDATE package SET active = false WHERE name = 'b.example'");
    expect(await packages(tokens.visits)).toEqual(['a.example']);
    await sql("UPDATE package SET active = true WHERE name = 'b.example'");
  });
});

describe('the dashboard types', () => {
  const types = (query: string, token = tokens.visits) => app.get(`/api/user/dashboard_type${query}`, token);

  it('are those of the package, or the own ones where the mapping has some [AUTH-API-05]', async () => {
    expect((await types('?package_name=a.example')).body.dashboardType).toEqual(['Click', 'Visit']);
    await sql("UPDATE user_package SET dashboard_types = '{Event}' WHERE package_name = 'a.example'");
    expect((await types('?package_name=a.example')).body.dashboardType).toEqual(['Event']);
    expect((await types('?package_name=a.example', tokens.admin)).body.dashboardType).toEqual(['Click', 'Visit']);
    const missing = await types('');
    expect([missing.status, missing.body.message.length > 0]).toEqual([400, true]);
    expect((await types('?package_name=com.app')).status).toBe(403);
    expect((await types('?package_name=nothing', tokens.admin)).status).toBe(404);
  });

  it('come back as they are stored', async () => {
    const stored =
      'Visit Click Event Install Reengagement_Events App_Event Impression Mtrackit Web_Event RE_CLICK RE_EVENT CLICK_IMPRESSION'.split(
        ' ',
      );
    await sql('UPDATE package SET dashboard_types = $1 WHERE name = $2', [stored, 'b.example']);
    expect((await types('?package_name=b.example')).body.dashboardType).toEqual(stored);
  });
});
