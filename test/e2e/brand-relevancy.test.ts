import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { person, useBrowser } from './browser.ts';

/** A package of its own: what is counted here stands on no board of others. */
const SITE = `brand-${Date.now().toString(36)}.example`;
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: { package_name: SITE, package_title: 'Brand Shop', platform: 'web', time_zone: 'UTC', currency: 'EUR' },
  });
  expect(made.status()).toBe(200);
}, 120_000);

const open = (path: string) => page.goto(`${path}${path.includes('?') ? '&' : '?'}package=${SITE}`);
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('brand relevancy', () => {
  it('DV entries are added and changed on their own pages [BR-ROUTE-06] [BR-ROUTE-09] [BR-ROUTE-10]', async () => {
    await open('/brand-relevancy/dv-table');
    await page.getByRole('link', { name: 'Add tracker' }).first().click();
    await title('Add DV Tracker Entry');
    await field('Name').fill('Entry one');
    await field('Advertiser').fill('Fizz');
    await field('Campaign').fill('Spring');
    await field('Click URL').fill('https://shop.example/start');
    await save();
    await row('Entry one').getByRole('button', { name: 'Actions of Entry one' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await title('Edit DV Tracker Entry');
    expect(await field('Click URL').inputValue()).toBe('https://shop.example/start');
    await field('Advertiser').fill('Fizz Zero');
    await save();
    await row('Entry one').getByText('Fizz Zero').waitFor();
  });
});
