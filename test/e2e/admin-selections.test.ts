import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { person, storedValue, useBrowser } from './browser.ts';
import { APP, PASSWORD, WEB } from './people.ts';

const browser = useBrowser();
const RANGE = `package_name=${WEB}&fromDate=2026-11-14&toDate=2026-11-20`;
let page: Page;
beforeAll(async () => {
  page = await browser.as('admin');
});

const main = (): Locator => page.getByRole('main');
const said = (text: string): Locator => page.locator('.mantine-Notification-root').filter({ hasText: text }).first();
const save = (): Promise<void> => main().getByRole('button', { name: 'Save', exact: true }).click();
const sent = (method: string, path: RegExp) =>
  page.waitForRequest((each) => each.method() === method && path.test(new URL(each.url()).pathname));
async function choose(label: string, typed: string, option: RegExp): Promise<void> {
  await main().getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}
/** A page of a person who has just signed in by a login code. */
async function signedIn(email: string): Promise<Page> {
  const headers = { authorization: person('admin').token };
  const made = await page.request.post('/api/user/login_code', { headers, data: { email } });
  const other = await browser.page();
  await other.goto(`/?token=${(await made.json()).data.token}`);
  await other.getByRole('button', { name: 'User menu' }).waitFor();
  return other;
}
const visits = async (of: Page) =>
  of.request.get(`/api/v2/web/visit/dashboard/total?${RANGE}`, {
    headers: { authorization: String(await storedValue(of, 'token')) },
  });
const menuPaths = (of: Page): Promise<string[]> =>
  of
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));

describe('an administrator', () => {
  it('adds, edits and deletes users, packages, mappings, menu selections and filter selections [USR-UI-01] [USR-GAP-01] [USR-ENT-02]', async ({
    task,
  }) => {
    // What a first try added is there in the second.
    const attempt = task.result?.retryCount ?? 0;
    const email = `una.usual${attempt}@adsieve.example`;
    const name = attempt ? `Una Usual ${attempt}` : 'Una Usual';
    const packageName = `five-things${attempt}.example`;
    await page.goto('/management/user/add');
    await main().getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await main().getByRole('textbox', { name: 'E-mail' }).fill(email);
    await main().getByRole('button', { name: 'Save and invite' }).click();
    await said('User added successfully !').waitFor();
    await page.goto('/management/package/add');
    await main().getByRole('textbox', { name: 'Title' }).fill('Five Things');
    await main().getByRole('textbox', { name: 'Name', exact: true }).fill(packageName);
    await save();
    await said('Created successfully !').waitFor();

    await page.goto('/management/user/mapping/add');
    await choose('User', email, new RegExp(`una\\.usual${attempt}@`));
    await choose('Package', 'lindenloom', /Linden/);
    const menu = main().getByRole('group', { name: 'Menu', exact: true });
    const filters = main().getByRole('group', { name: 'Filters', exact: true });
    for (const [tree, every, one] of [
      [menu, /Every screen/, 'Click Dashboard'],
      [filters, /Every filter/, 'Publisher'],
    ] as const) {
      await tree.getByRole('checkbox', { name: every }).uncheck();
      await tree.getByRole('button', { name: 'Select none' }).click();
      await tree.getByRole('checkbox', { name: one, exact: true }).first().check();
    }
    const added = sent('POST', /\/UPM$/);
    await save();
    const first = (await added).postDataJSON();
    expect(first).toMatchObject({
      package_name: WEB,
      dashboardType: null,
      menu: [expect.any(String)],
      filter: ['publisher'],
    });
    await said('Created successfully !').waitFor();
    const una = await signedIn(email);
    expect(await menuPaths(una)).toEqual(['/web/dashboard/click']);

    // Edited: one more of each; then both selections are taken away again.
    await page.goto('/management/user/mapping');
    await main().getByRole('searchbox').fill(email);
    await main().getByRole('link', { name, exact: true }).click();
    await page.waitForURL((url) => /^\/management\/user\/mapping\/edit\/\d+$/.test(url.pathname));
    await expect
      .poll(() => menu.getByRole('checkbox', { name: 'Click Dashboard', exact: true }).first().isChecked())
      .toBe(true);
    await menu.getByRole('checkbox', { name: 'Visit Dashboard', exact: true }).first().check();
    await filters.getByRole('checkbox', { name: 'Country', exact: true }).first().check();
    const edited = sent('PUT', /\/UPM\/\d+$/);
    await save();
    const second = (await edited).postDataJSON();
    expect(Object.keys(second)).toEqual(['id_', 'body']);
    expect([second.body.menu.length, [...second.body.filter].sort()]).toEqual([2, ['country', 'publisher']]);
    await said('Updated successfully !').waitFor();
    // The page of the mapping has searches of its own: it has to be left first.
    await page.waitForURL((url) => url.pathname === '/management/user/mapping');
    await menu.waitFor({ state: 'detached' });
    await main().getByRole('searchbox').fill(email);
    await main().getByRole('link', { name, exact: true }).click();
    // Of before the last save until the list of now has come.
    await expect
      .poll(() => menu.getByRole('checkbox', { name: 'Visit Dashboard', exact: true }).first().isChecked())
      .toBe(true);
    await menu.getByRole('checkbox', { name: /Every screen/ }).check();
    await filters.getByRole('checkbox', { name: /Every filter/ }).check();
    const cleared = sent('PUT', /\/UPM\/\d+$/);
    await save();
    expect((await cleared).postDataJSON().body).toMatchObject({ menu: null, filter: null });
    await expect.poll(async () => (await visits(una)).status()).toBe(200);

    await page.goto('/management/user/mapping');
    await main().getByRole('searchbox').fill(email);
    await main()
      .getByRole('button', { name: new RegExp(`^Actions for ${name}`) })
      .click();
    await page.getByRole('menuitem', { name: 'Take the package away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take the package away' }).click();
    await main().getByText('Nothing matches the search.').waitFor();
    expect((await visits(una)).status()).toBe(403);

    await page.goto('/management/user');
    await main().getByRole('searchbox').fill(email);
    await main().getByRole('button', { name: 'Actions for Una Usual' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await main().getByText('Nothing matches the search.').waitFor();
    await page.goto('/management/package');
    await main().getByRole('searchbox').fill(packageName);
    await main().getByRole('button', { name: 'Actions for Five Things' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(packageName);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await main().getByText('Nothing matches the search.').waitFor();
  });
});

describe('who signs in', () => {
  it('as a publisher has names and fraud types stored in the shape the filters read [SESS-ENT-03]', async () => {
    const headers = { authorization: person('admin').token };
    const publisher = person('publisher').auth.publisher[0]?.publisher_name ?? '';
    const data = { email: 'paul.publisher@adsieve.example', name: 'Paul', role: 'publisher', password: PASSWORD };
    const made = await page.request.post('/api/user/signup', {
      headers,
      data: { ...data, publisher: [publisher], fraud_type: 'Clean' },
    });
    const { id } = (await made.json()).data;
    await page.request.post('/api/user/UPM', { headers, data: { user_id: id, package_name: WEB } });
    const paul = await signedIn(data.email);
    expect(await storedValue(paul, 'auth_data')).toMatchObject({
      publisher: [{ publisher_name: publisher }],
      fraud_type: [{ fraud_status: 'Clean' }],
    });
    await page.request.delete(`/api/user/${id}`, { headers });
  });

  it('with /report alone in the menu gets onto what it contains, and no data of a foreign package there [NAV-GAP-04]', async () => {
    const headers = { authorization: person('admin').token };
    const entries = (await (await page.request.get('/api/config/menu', { headers })).json()).data;
    const menu = entries.flatMap((each: { page_id: string; route: string }) =>
      each.route === '/report' ? each.page_id : [],
    );
    const data = { email: 'rita.report@adsieve.example', name: 'Rita', role: 'customer', password: PASSWORD };
    const { id } = (await (await page.request.post('/api/user/signup', { headers, data })).json()).data;
    await page.request.post('/api/user/UPM', { headers, data: { user_id: id, package_name: APP, menu } });
    const rita = await signedIn(data.email);
    expect(await menuPaths(rita)).toEqual(['/report']);
    await rita.goto(`/app/report/install?package=${APP}`);
    await rita.getByRole('heading', { level: 1, name: 'Install Report' }).waitFor();
    const ask = async (report: string, name: string) => {
      const query = new URLSearchParams({ package_name: name, fromDate: '2026-11-14', toDate: '2026-11-20' });
      const own = { authorization: String(await storedValue(rita, 'token')) };
      return (await rita.request.get(`/api/${report}?${query}`, { headers: own })).status();
    };
    expect([await ask('report/all', APP), await ask('report/all', WEB)]).toEqual([200, 403]);
    expect(await ask('app/report/install', WEB)).toBe(403);
    await page.request.delete(`/api/user/${id}`, { headers });
  });

  it('opens the own profile also with an empty menu [NAV-GAP-01]', async () => {
    const una = await browser.as('unassigned');
    await una.goto('/user-profile');
    await una.getByText(person('unassigned').email).first().waitFor();
    expect(new URL(una.url()).pathname).toBe('/user-profile');
    expect(await storedValue(una, 'menu')).toEqual([]);
  });

  it('asks one origin for everything, whatever the server is called [CLI-GAP-06]', async () => {
    const origin = (await page.evaluate(() => location.origin)).replace('127.0.0.1', 'localhost');
    const other = await browser.as('admin', { baseURL: origin });
    const asked = new Set<string>();
    other.on('request', (each) => asked.add(new URL(each.url()).origin));
    await other.addInitScript(
      ([token, auth]) => {
        const keep = (key: string, value: unknown) => localStorage.setItem(key, btoa(JSON.stringify(value)));
        keep('token', token);
        keep('auth_data', auth);
        keep('LOGIN_TIME', Date.now());
        keep('EXPIRED_TIME', Date.now() + 3_600_000);
      },
      [person('admin').token, person('admin').auth] as const,
    );
    for (const path of [`/web/dashboard/visit?package=${WEB}`, '/management/user', '/docs', '/traffic/events']) {
      await other.goto(path);
      await other.getByRole('heading', { level: 1 }).waitFor();
    }
    expect([...asked].filter((each) => each !== 'null')).toEqual([origin]);
  });
});

describe('a save that fails without a word of the server', () => {
  it.each([
    ['/user-profile', '**/api/user/profile', 'Typed words'],
    ['/management/user/edit/2', '**/api/user/2', '+49 30 4711'],
    ['/management/package/edit/1', '**/api/config/package/1', 'Typed words'],
  ])('%s says Something Went wrong! and keeps what was typed [ERR-MSG-06]', async (path, url, typed) => {
    const other = await browser.as('admin');
    await other.route(url, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await other.goto(path);
    const field = other
      .getByRole('main')
      .getByRole('textbox', { name: /^(Name|Phone|Title)$/ })
      .and(other.locator('input:not([readonly])'));
    await field.first().fill(typed);
    await other.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click();
    await other.getByText('Something Went wrong!', { exact: true }).first().waitFor();
    expect(await field.first().inputValue()).toBe(typed);
  });
});
