import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, useBrowser } from './browser.ts';

const browser = useBrowser();
const SCAN = '**/api/yt_relevancy/scan';
let page: Page;

const field = (name: string, at = 0, on = page) =>
  on
    .getByRole('group')
    .nth(at)
    .getByRole(name === 'Keyword' ? 'textbox' : 'combobox', { name });
const choose = async (name: string, typed: string, option: string, at = 0, on = page): Promise<void> => {
  await field(name, at, on).fill(typed);
  await on.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
};
async function fill(at: number, keyword: string, on = page): Promise<void> {
  await choose('Geolocation', 'Ger', 'Germany', at, on);
  await field('Keyword', at, on).fill(keyword);
  await choose('Language', 'Engl', 'English', at, on);
}

beforeAll(async () => {
  page = await browser.page();
});

describe('the quick list, signed out', () => {
  it('says at each field what is missing, adds a row only below a complete one, and removes the one that is meant [QL-ROUTE-01, QL-UI-02, QL-RULE-01, QL-MSG-02, QL-MSG-03, QL-MSG-04, QL-MSG-05, QL-MSG-06]', async () => {
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/scan') && sent.push(request.postDataJSON()));
    await page.goto('/quick-list');
    await page.getByRole('heading', { name: 'Quick list' }).waitFor();
    expect(await page.getByRole('group').count()).toBe(1);
    await field('Keyword').focus();
    await field('Keyword').blur();
    await page.getByText('Required', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByText('Please enter keyword', { exact: true }).waitFor();
    expect(await page.getByRole('group').count()).toBe(1);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    for (const said of ['Please select geolocation', 'Please enter keyword', 'Please select language'])
      await page.getByText(said, { exact: true }).waitFor();
    await field('Geolocation').fill('Ind');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Please select geolocation from dropdown first.', { exact: true }).waitFor();
    expect(sent).toEqual([]);
    for (const [at, keyword] of ['first', 'second', 'third'].entries()) {
      if (at > 0) await page.getByRole('button', { name: 'Add row' }).click();
      await fill(at, keyword);
    }
    await page.getByRole('button', { name: 'Remove row 2' }).click();
    await page.route(SCAN, (route) => route.fulfill({ json: [{ message: 'No videos found for these keywords.' }] }));
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'No videos found' }).waitFor();
    const row = { location_code: 2276, language_code: 'en', is_user_registered: 'False' };
    expect(sent).toEqual([
      [
        { ...row, keywords: 'first' },
        { ...row, keywords: 'third' },
      ],
    ]);
    await page.unroute(SCAN);
    await picture(page, 'quick-list');
    const phone = await browser.page({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await phone.goto('/quick-list');
    await phone.getByLabel('Language').first().selectOption('de');
    await phone.getByRole('button', { name: 'Suchen', exact: true }).waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone, 'quick list');
    await picture(phone, 'quick-list-phone');
  });
});
