import { expect, it } from 'vitest';
import { boardReady, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();

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
  expect(await page.locator('main canvas').count()).toBe(0);
  await page.getByRole('link', { name: 'Show this board as cards with charts' }).click();
  await page.waitForURL((url) => url.pathname === '/app/dashboard/install');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('package'), searchParams.get('country')]).toEqual([APP, 'DE']);
  await page.goto(`/web/dashboard/visit?package=${WEB}`);
  await boardReady(page);
  expect(await page.getByRole('link', { name: /Show this board as/ }).count()).toBe(0);
});
