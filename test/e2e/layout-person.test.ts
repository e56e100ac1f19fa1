import { devices } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  boardReady,
  card,
  expectNoSidewaysScroll,
  figure,
  numberIn,
  person,
  picture,
  textOf,
  useBrowser,
  withAllSections,
} from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
const VISITS = `/web/dashboard/visit?package=${WEB}`;

describe('on a phone', () => {
  it('the page does not scroll sideways and the menu opens by its button [LAY-GAP-08]', async () => {
    const page = await browser.as('admin', { ...devices['iPhone 8'], viewport: { width: 375, height: 667 } });
    await page.goto(VISITS);
    await boardReady(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: 'Click Dashboard', exact: true }).first().tap();
    await page.getByRole('heading', { level: 1, name: 'Click Dashboard' }).waitFor();
    await menu.waitFor({ state: 'detached' });
    await boardReady(page);
    await expectNoSidewaysScroll(page);
    await picture(page, 'layout-phone');
  });
});

describe('the language', () => {
  it('is English for a browser of a language Adsieve does not speak [I18N-CONST-01]', async () => {
    const page = await browser.page({ locale: 'pt-BR' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('chosen by the person outlives signing out [I18N-GAP-01]', async () => {
    const page = await browser.as('linguist');
    await page.goto('/docs/about');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.locator('#shell-language').selectOption('ja');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja');
    await page.getByRole('button', { name: 'サインアウト' }).click();
    await page.locator('input[type=password]').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await page.getByRole('button', { name: 'サインイン' }).waitFor();
  });
});

describe('what widgets say', () => {
  it('figures and tables have separators, and days are ISO dates [CONST-08] [CONST-09]', async () => {
    const page = await browser.as('admin');
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await withAllSections(page);
    // A month of the seed has thousands of events, a week has not; one month alone is no chart.
    await page.goto(`${VISITS}&from=${day(32)}&to=${day(1)}`);
    await boardReady(page);
    const tile = page.locator('main section[aria-label="Total"] [title]').first();
    expect(await textOf(tile)).toMatch(/^\d{1,3}(,\d{3})+$/);
    expect(await tile.getAttribute('title')).toBe(await textOf(tile));
    const months = card(page, 'By month');
    await months.getByRole('button', { name: /table/i }).first().click();
    const cells = await months.locator('tbody tr td').allTextContents();
    expect(cells.filter((cell) => /^\d{1,3}(,\d{3})+$/.test(cell.trim())).length).toBeGreaterThan(0);
    const trend = card(page, 'By date');
    await trend.getByRole('button', { name: /table/i }).first().click();
    const first = trend.locator('tbody tr').first().locator('th, td');
    expect(await textOf(first.first())).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const cell of [...cells, ...(await trend.locator('tbody tr td').allTextContents())])
      expect(cell.replaceAll(/\d{4}-\d{2}(-\d{2})?/g, '')).not.toMatch(/\d{4}/);
  });
});

describe('the person menu', () => {
  it('knows the person by name [LAY-UI-09]', async () => {
    const page = await browser.as('customer');
    await page.goto(VISITS);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByText(`Hello, ${person('customer').auth.name}`).waitFor();
    await page.getByRole('link', { name: 'Change Password' }).click();
    await page.waitForURL((url) => url.pathname === '/changepassword');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  });
});

describe('Advance Search', () => {
  it('narrows every widget by the ticked brand as the data say, shows how many, and Reset brings all back [LAY-GAP-05]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const total = await figure(page, 'Total');
    const brands = card(page, 'Brands');
    const counted = (await brands.count()) > 0;
    await page.getByRole('button', { name: /^Filters/ }).click();
    const drawer = page.getByRole('dialog');
    for (const name of ['Channels', 'Categories', 'Publishers', 'Countries', 'Brands'])
      await drawer.getByRole('button', { name }).waitFor();
    await drawer.getByRole('button', { name: 'Brands' }).click();
    const choice = drawer.getByRole('checkbox').last();
    const brand = (await choice.getAttribute('value')) ?? '';
    await choice.check();
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.has('brand'));
    await expect.poll(() => figure(page, 'Total')).not.toBe(total);
    const narrowed = await figure(page, 'Total');
    expect(narrowed, `${brand} ${counted}`).toBeGreaterThan(0);
    expect(narrowed).toBeLessThan(total);
    expect(numberIn(await textOf(page.getByRole('button', { name: /^Filters/ })))).toBe(1);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await drawer.getByRole('button', { name: 'Reset' }).click();
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => figure(page, 'Total')).toBe(total);
  });
});
