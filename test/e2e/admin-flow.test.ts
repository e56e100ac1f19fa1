import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { boardReady, fillSignIn, person, textOf, useBrowser } from './browser.ts';
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
  await page.getByRole('main').getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

describe('an administrator gives a person access', () => {
  let admin: Page;
  let ivy: Page;
  beforeAll(async () => {
    admin = await browser.as('admin');
    ivy = await browser.page();
  });

  it('by an invitation, without ever knowing the password [USR-ROUTE-02] [USR-RULE-02] [ERR-MSG-05]', async () => {
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

  it('to one package and one screen of it: nothing else is in the menu or answered [USR-ROUTE-04] [ERR-MSG-02]', async () => {
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

  it('and what is changed counts with the next request of the open tab [NAV-PERM-01] [ERR-MSG-01]', async () => {
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
    const viewer = await browser.as('viewer');
    await viewer.goto('/management/user');
    await viewer.getByRole('searchbox').fill('ivy.inv');
    await viewer.getByRole('button', { name: `Actions for ${NEW.name}` }).click();
    await viewer.getByRole('menuitem', { name: 'View as this user' }).click();
    await viewer.getByText(/You see the product as Ivy Invited/).waitFor();
    await boardReady(viewer);
    expect((await menuOf(viewer)).sort()).toEqual(['/web/dashboard/click', '/web/dashboard/visit']);
    await expectAccessible(viewer);
    const refused = await viewer.request.post('/api/traffic/white-list', {
      headers: { authorization: person('viewer').token },
      data: {},
    });
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'viewing']);
    await viewer.getByRole('button', { name: 'End the view' }).click();
    await viewer.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await menuOf(viewer)).toContain('/management/user');
  });

  it('asks before deleting, and then the open tab is signed out [USR-STATE-01] [ERR-MSG-03]', async () => {
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
