import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../support/sample.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, useBrowser, walkTo } from './browser.ts';

const browser = useBrowser();

const SCREENS = [
  ['/management/user', 'Users'],
  ['/management/user/add', 'Add user'],
  ['/management/user/edit/2', 'Edit user'],
  ['/management/user/mapping', 'User-package mapping'],
  ['/management/user/mapping/add', 'Add mapping'],
  ['/management/user/mapping/edit/1', 'Edit mapping'],
  ['/management/user/menu', 'Menu catalogue'],
  ['/management/package', 'Packages'],
  ['/management/package/add', 'Add package'],
  ['/management/package/edit/1', 'Edit package'],
  ['/management/token', 'API tokens'],
  ['/management/privacy', 'Retention and erasure'],
  ['/management/audit', 'Audit log'],
  ['/management/server', 'Settings and health'],
  ['/user', 'Users'],
  ['/user/add', 'Add user'],
  ['/user/edit/2', 'Edit user'],
  ['/package', 'Packages'],
  ['/package/add', 'Add package'],
  ['/package/edit/1', 'Edit package'],
] as const;

describe('the screens of administration', () => {
  describe('are there for an administrator, accessible, on a phone too', () => {
    let page: Page;
    beforeAll(async () => {
      page = await browser.as('admin', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
      await page.goto('/management/user');
      await page.getByRole('heading', { level: 1, name: 'Users', exact: true }).waitFor();
    });

    it.each(SCREENS)('%s', async (path, title) => {
      await walkTo(page, path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await page.waitForFunction(() => document.querySelectorAll('main [aria-busy=true]').length === 0);
      await expectNoSidewaysScroll(page);
      // The older prefix opens the very same screen.
      if (path.startsWith('/management')) await expectAccessible(page);
    });
  });

  it('are closed to everybody else, whatever the address', async () => {
    for (const key of ['agency', 'publisher', 'customer'] as const) {
      const page = await browser.as(key);
      // Only that they are led away counts; the board they are led to need not be answered and drawn two dozen times.
      await page.route(/\/api\/(v2|web-bi|app)\//, () => undefined);
      const closed = SCREENS.map(([path]) => path).filter((path) => path.split('/').length === 3);
      const expectLedAway = async (path: string): Promise<void> => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction((asked) => location.pathname !== asked, path);
      };
      // One as a document of its own for each role, and all of them from inside, as links go.
      for (const path of sample('closed screens opened anew', closed, 2, key)) {
        await page.goto(path);
        await expectLedAway(path);
      }
      for (const path of closed) {
        await page.evaluate((to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
        }, path);
        await expectLedAway(path);
      }
    }
  });

  it('opens the edit form filled, and keeps what was not saved from being lost [USR-ROUTE-03]', async () => {
    const page = await browser.as('admin');
    await page.goto('/management/user/edit/2');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=email]')?.value);
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(person('agency').email);
    await page.getByRole('textbox', { name: 'Phone' }).fill('1');
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('1');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });

  it('shows a changed title in the list of packages and in the menu of the shell', async () => {
    const page = await browser.as('admin');
    const headers = { authorization: person('admin').token };
    const data = { package_name: 'renamed.example', package_title: 'Old Title', platform: 'web', time_zone: 'UTC' };
    expect((await page.request.post('/api/config/package', { headers, data: { ...data, currency: 'USD' } })).ok()).toBe(
      true,
    );
    await page.goto('/management/package');
    await page.getByRole('link', { name: 'Old Title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('New Title');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'New Title' }).waitFor();
    await page.getByLabel('Package').first().click();
    await page.getByRole('option', { name: 'New Title' }).waitFor();
    expect(await page.getByRole('option', { name: 'Old Title' }).count()).toBe(0);
  });

  it('makes, changes and deletes a package under the older prefix [PKG-ROUTE-04] [PKG-ROUTE-05] [PKG-ROUTE-06]', async () => {
    const page = await browser.as('admin');
    await page.goto('/package');
    await page.getByRole('link', { name: 'Add package' }).first().click();
    await page.waitForURL((url) => url.pathname === '/package/add');
    await page.getByRole('textbox', { name: 'Title' }).fill('Short Lived');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('https://short-lived.example/shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.pathname === '/getting-started');
    await page.getByText('Short Lived', { exact: false }).first().waitFor();
    await page.goto('/package');
    // Among the first, so that it is seen however many packages there are; other files make some beside this one.
    await page.locator('main tbody').getByRole('cell', { name: 'short-lived.example', exact: true }).waitFor();
    const own = page.locator('main tbody tr').filter({ hasText: 'short-lived.example' });
    expect(await own.first().evaluate((row) => [...(row.parentElement?.children ?? [])].indexOf(row))).toBeLessThan(5);
    await page.getByRole('link', { name: 'Short Lived' }).click();
    await page.waitForURL((url) => /^\/package\/edit\/\d+$/.test(url.pathname));
    await page.getByRole('textbox', { name: 'Title' }).fill('Shorter Lived');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Shorter Lived' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('short-lived.example');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('cell', { name: 'short-lived.example', exact: true }).waitFor({ state: 'detached' });
  });
});
