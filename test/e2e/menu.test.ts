import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boardReady, person, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
const main = (page: Page): Locator => page.getByRole('main');
const said = (page: Page, text: string): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: text }).first();

it('draws one entry for each board, with the board itself behind it, and marks it under every address of the board', async () => {
  const page = await browser.as('admin');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const [pkg, boards, addresses] of [
    [WEB, ['Visit Dashboard', 'Click Dashboard', 'Impression Dashboard', 'Event Dashboard'], ['/visit-dashboard']],
    [APP, ['Install Dashboard', 'Event Dashboard'], ['/install-dashboard', '/app/dashboard/install1']],
  ] as const) {
    for (const address of addresses) {
      await page.goto(`${address}?package=${pkg}`);
      await boardReady(page);
      const open = menu.locator('[aria-current=page]');
      expect(await open.allTextContents(), address).toEqual([boards[0]]);
    }
    const titles = await menu.getByRole('link').allTextContents();
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    for (const title of boards) expect(titles).toContain(title);
  }
});

it('turns a board into tables and back where it has both, with filters, package and days', async () => {
  const page = await browser.as('agency');
  await page.goto(`/app/dashboard/install?package=${APP}&country=DE`);
  await boardReady(page);
  await page.getByRole('link', { name: 'Show this board as tables' }).click();
  await page.waitForURL((url) => url.pathname === '/app/dashboard/install1');
  await boardReady(page);
  await expect.poll(() => page.locator('main canvas').count()).toBe(0);
  await page.getByRole('link', { name: 'Show this board as cards with charts' }).click();
  await page.waitForURL((url) => url.pathname === '/app/dashboard/install');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('package'), searchParams.get('country')]).toEqual([APP, 'DE']);
  await page.goto(`/web/dashboard/visit?package=${WEB}`);
  await boardReady(page);
  expect(await page.getByRole('link', { name: /Show this board as/ }).count()).toBe(0);
});

describe('the side menu', () => {
  it('follows the catalogue: an entry moves with its category, and one without a route leads to the 404 page [LAY-UI-02] [LAY-UI-03]', async () => {
    const page = await browser.as('admin');
    const headers = { authorization: person('admin').token };
    const look = {
      menu_title: 'Handbook of ours',
      category_icon: '',
      sub_category: '',
      sub_category_icon: '',
      menu_icon: '',
    };
    const add = { headers, data: { ...look, category: 'First Corner', route: '' } };
    expect((await page.request.post('/api/config/menu', add)).status()).toBe(200);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const entry = menu.getByRole('link', { name: look.menu_title });
    const groupOf = (): Promise<string | undefined> =>
      entry.evaluate((link) => link.closest('section')?.querySelector('button')?.textContent?.trim());
    try {
      await page.goto('/management/user/menu');
      await entry.waitFor();
      expect(await groupOf()).toBe('First Corner');
      // The catalogue is long: only rows near the window are in the page, and which those are moves with its height.
      await main(page).getByRole('searchbox').fill(look.menu_title);
      await main(page)
        .getByRole('button', { name: `Actions for ${look.menu_title}` })
        .click();
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Category', exact: true }).fill('Second Corner');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await said(page, 'Updated successfully !').waitFor();
      await page.reload();
      await entry.waitFor();
      expect(await groupOf()).toBe('Second Corner');
      await entry.click();
      await page.waitForURL((url) => url.pathname === '/error');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await main(page).textContent()).toContain('404');
    } finally {
      const { data } = await (await page.request.get('/api/config/menu', { headers })).json();
      const own = data.filter((each: { menu_title: string }) => each.menu_title === look.menu_title);
      for (const { page_id } of own) await page.request.delete(`/api/config/menu/${page_id}`, { headers });
    }
  });

  it('glides to the entry of the page that was opened within 1200 ms [LAY-CONST-06]', async () => {
    const low = await browser.as('admin', { viewport: { width: 1280, height: 420 }, reducedMotion: 'no-preference' });
    await low.goto('/management/server');
    const entry = low.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current=page]');
    await entry.waitFor();
    const seen = (): Promise<boolean> =>
      entry.evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(seen, { timeout: 1_200, interval: 50 }).toBe(true);
    // It was out of sight: something had to be scrolled.
    const scrolled = await entry.evaluate((link) => {
      let moved = 0;
      for (let box = link.parentElement; box; box = box.parentElement) moved += box.scrollTop;
      return moved;
    });
    expect(scrolled).toBeGreaterThan(0);
  });
});
