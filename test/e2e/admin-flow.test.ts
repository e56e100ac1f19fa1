import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  boardReady,
  expectAccessible,
  expectNoSidewaysScroll,
  fillSignIn,
  person,
  textOf,
  useBrowser,
} from './browser.ts';
import { newestMail } from './mails.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
const NEW = { email: 'ivy.invited@adsieve.example', name: 'Ivy Invited', password: 'nobody else knows this' };

const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true }).first();
const menuOf = async (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
/** One option of a searchable select. */
async function choose(page: Page, label: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

describe('an administrator gives a person access', () => {
  let admin: Page;
  let ivy: Page;
  beforeAll(async () => {
    admin = await browser.as('admin');
    ivy = await browser.page();
  });

  it('by an invitation, without ever knowing the password [USR-ROUTE-02]', async () => {
    await admin.goto('/management/user');
    await admin.getByRole('link', { name: 'Add user' }).click();
    await admin.getByRole('textbox', { name: 'Name' }).fill(NEW.name);
    await admin.getByRole('textbox', { name: 'E-mail' }).fill(NEW.email);
    const sent = admin.waitForRequest((request) => request.url().endsWith('/api/user/signup'));
    await admin.getByRole('button', { name: 'Save and invite' }).click();
    // Phone and lists are sent only when filled (USR-RULE-02).
    expect((await sent).postDataJSON()).toEqual({ email: NEW.email, name: NEW.name, role: 'customer', language: 'en' });
    await toast(admin, 'User added successfully !').waitFor();
    await admin.getByRole('searchbox', { name: 'Search by name or e-mail' }).fill('ivy.inv');
    await admin.getByRole('cell', { name: 'Invited', exact: true }).waitFor();
    const token = /set-password(#token=\S+)/.exec(await newestMail(NEW.email))?.[1];
    await ivy.goto(`/set-password${token}`);
    await ivy.locator('input[name=new_password]').fill(NEW.password);
    await ivy.locator('input[name=confirm_password]').fill(NEW.password);
    await ivy.locator('button[type=submit]').click();
    await ivy.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('to one package and two screens of it: nothing else is in the menu or answered [USR-ROUTE-04]', async () => {
    await admin.goto('/management/user/mapping');
    await admin.getByRole('link', { name: 'Add mapping' }).first().click();
    await choose(admin, 'User', 'ivy.inv', /Ivy Invited/);
    await choose(admin, 'Package', 'lindenloom', /Linden/);
    const menu = admin.getByRole('group', { name: 'Menu', exact: true });
    await menu.getByRole('checkbox', { name: /Every screen/ }).uncheck();
    await menu.getByRole('button', { name: 'Select none' }).click();
    await menu.getByRole('checkbox', { name: 'Click Dashboard' }).first().check();
    expect(await textOf(menu.getByRole('status'))).toMatch(/^1 of \d+ selected$/);
    await admin.getByRole('button', { name: 'Save' }).click();
    await toast(admin, 'Created successfully !').waitFor();

    await ivy.goto('/');
    await fillSignIn(ivy, NEW);
    await boardReady(ivy);
    expect(await menuOf(ivy)).toEqual(['/web/dashboard/click']);
    await ivy.goto(`/traffic/events?package=${WEB}`);
    await ivy.getByText('/traffic/events').waitFor();
    expect(new URL(ivy.url()).pathname).toBe('/web/dashboard/click');
    const token = await ivy.evaluate(() => JSON.parse(atob(localStorage.getItem('token') ?? '')));
    const ask = (path: string) => ivy.request.get(path, { headers: { authorization: token } });
    const range = `package_name=${WEB}&fromDate=2026-11-14&toDate=2026-11-20`;
    expect((await ask(`/api/v2/web/visit/dashboard/total?${range}`)).status()).toBe(403);
    expect((await ask(`/api/traffic/events?package_name=${WEB}`)).status()).toBe(403);
    expect((await ask('/api/user')).status()).toBe(403);
  });

  it('and what is changed counts with the next request of the open tab [NAV-PERM-01]', async () => {
    await admin.goto('/management/user/mapping');
    await admin.getByRole('searchbox').fill('ivy.inv');
    await admin.getByRole('link', { name: NEW.name }).click();
    const menu = admin.getByRole('group', { name: 'Menu', exact: true });
    await menu.getByRole('checkbox', { name: 'Visit Dashboard' }).first().check();
    const sent = admin.waitForRequest((request) => request.method() === 'PUT');
    await admin.getByRole('button', { name: 'Save' }).click();
    expect(Object.keys((await sent).postDataJSON())).toEqual(['id_', 'body']);
    await toast(admin, 'Updated successfully !').waitFor();
    // Looking at the tab again is a request.
    await ivy.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await ivy.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Visit Dashboard' }).waitFor();
    expect((await menuOf(ivy)).sort()).toEqual(['/web/dashboard/click', '/web/dashboard/visit']);
  });

  it('can look at the product as that person does, changing nothing, until one click ends it', async () => {
    const viewer = await browser.as('admin');
    await viewer.goto('/management/user');
    await viewer.getByRole('searchbox').fill('ivy.inv');
    await viewer.getByRole('button', { name: `Actions for ${NEW.name}` }).click();
    await viewer.getByRole('menuitem', { name: 'View as this user' }).click();
    await viewer.getByText(/You see the product as Ivy Invited/).waitFor();
    await boardReady(viewer);
    expect((await menuOf(viewer)).sort()).toEqual(['/web/dashboard/click', '/web/dashboard/visit']);
    await expectAccessible(viewer);
    const refused = await viewer.request.post('/api/traffic/white-list', {
      headers: { authorization: person('admin').token },
      data: {},
    });
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'viewing']);
    await viewer.getByRole('button', { name: 'End the view' }).click();
    await viewer.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await menuOf(viewer)).toContain('/management/user');
  });

  it('asks before deleting, and then the open tab is signed out [USR-STATE-01]', async () => {
    await admin.goto('/user');
    await admin.getByRole('searchbox').fill('ivy.inv');
    const open = (): Promise<void> => admin.getByRole('button', { name: `Actions for ${NEW.name}` }).click();
    await open();
    await admin.getByRole('menuitem', { name: 'Edit' }).click();
    const sent = admin.waitForRequest((request) => request.method() === 'PUT');
    await admin.getByRole('textbox', { name: 'Phone' }).fill('+49 30 1234');
    await admin.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ role: 'customer', phone: '+49 30 1234' });
    await toast(admin, 'Updated successfully !').waitFor();
    await admin.getByRole('searchbox').fill('ivy.inv');
    await open();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await open();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await admin.waitForFunction(() => document.body.textContent?.includes('Deleted  successfully !'));
    await admin.getByText('Nothing matches the search.').waitFor();
    await ivy.reload();
    await ivy.locator('input[name=email]').waitFor();
  });

  it('leaves every step in the log', async () => {
    await admin.goto('/management/audit');
    await admin.getByText(/chain whole/).waitFor();
    await admin.getByRole('searchbox').fill('ivy.invited');
    for (const step of ['User deleted', 'User edited', 'Mapping edited', 'Mapping added', 'User invited', 'User added'])
      await admin.getByRole('cell', { name: step, exact: true }).first().waitFor();
  });
});

const SCREENS = [
  ['/management/user', 'Users'],
  ['/user', 'Users'],
  ['/management/user/add', 'Add user'],
  ['/user/add', 'Add user'],
  ['/management/user/edit/2', 'Edit user'],
  ['/user/edit/2', 'Edit user'],
  ['/management/user/mapping', 'User-package mapping'],
  ['/management/user/mapping/add', 'Add mapping'],
  ['/management/user/mapping/edit/1', 'Edit mapping'],
  ['/management/user/menu', 'Menu catalogue'],
  ['/management/package', 'Packages'],
  ['/package', 'Packages'],
  ['/management/package/add', 'Add package'],
  ['/package/add', 'Add package'],
  ['/management/package/edit/1', 'Edit package'],
  ['/package/edit/1', 'Edit package'],
  ['/management/token', 'API tokens'],
  ['/management/privacy', 'Retention and erasure'],
  ['/management/audit', 'Audit log'],
  ['/management/server', 'Settings and health'],
] as const;

describe('the screens of administration', () => {
  it.each(SCREENS)('%s is there for an administrator, accessible, on a phone too', async (path, title) => {
    const page = await browser.as('admin', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('main [aria-busy=true]').length === 0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  it('are closed to everybody else, whatever the address', async () => {
    for (const key of ['agency', 'publisher', 'customer'] as const) {
      const page = await browser.as(key);
      for (const [path] of SCREENS) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction((asked) => location.pathname !== asked, path);
      }
    }
  });

  it('opens the edit form filled, and keeps what was not saved from being lost [USR-ROUTE-03, PKG-ROUTE-03]', async () => {
    const page = await browser.as('admin');
    await page.goto('/management/user/edit/2');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=email]')?.value);
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(person('agency').email);
    await page.getByRole('textbox', { name: 'Phone' }).fill('1');
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('1');
    await page.getByRole('textbox', { name: 'Phone' }).fill('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });

  it('shows a changed title in the list of packages and in the menu of the shell', async () => {
    const page = await browser.as('admin');
    await page.goto('/management/package');
    await page.getByRole('link', { name: 'Nothing Yet' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Nothing Yet Again');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Nothing Yet Again' }).waitFor();
    const token = { authorization: person('admin').token };
    const { data } = await (await page.request.get('/api/user/package', { headers: token })).json();
    expect(data.map((each: { package_title: string }) => each.package_title)).toContain('Nothing Yet Again');
    await page.getByRole('link', { name: 'Nothing Yet Again' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Nothing Yet');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Nothing Yet', exact: true }).waitFor();
  });
});

inject('base');
