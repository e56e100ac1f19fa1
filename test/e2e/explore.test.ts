// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import { numberIn, picture, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

/** Questions nobody foresaw, asked on the screen. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const days = `from=${addDays(today, -28)}&to=${addDays(today, -1)}`;
const address = (asked: string, of = APP): string => `/explore?package=${of}&${days}${asked === '' ? '' : `&${asked}`}`;

const firstRow = (page: Page) => page.getByRole('main').locator('tbody tr').first();
const eventsOf = async (page: Page): Promise<number> =>
  numberIn((await page.getByRole('main').locator('header strong').first().textContent()) ?? '');

it('begins with one row about everything and questions to begin with, and asks what is chosen', async () => {
  const page = await browser.as('customer');
  await page.goto(address(''));
  await firstRow(page).waitFor();
  await picture(page, 'explore-first');
  await page.getByRole('combobox', { name: 'Count by' }).click();
  await page.getByRole('option', { name: 'Publisher', exact: true }).click();
  await page.getByRole('option', { name: 'Hour of the day', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.searchParams.get('by') === 'publisher,hour');
  await expect.poll(() => page.getByRole('main').locator('tbody tr').count()).toBeGreaterThan(20);
  await page.getByText('Pivot', { exact: true }).click();
  await page.getByRole('columnheader', { name: '13:00' }).waitFor();
  await picture(page, 'explore-pivot');
  await page.getByText('Chart', { exact: true }).click();
  await page.locator('[data-chart] canvas').waitFor();
  await picture(page, 'explore-chart');
});

it('leads from a number to exactly the events it counts, with the hour, the fact and the condition as filters there', async () => {
  const page = await browser.as('customer');
  const query = encodeURIComponent(JSON.stringify({ all: [{ field: 'publisher', op: 'known' }] }));
  await page.goto(address(`by=hour,ctit_seconds&measures=total,fraud&kind=install&query=${query}`));
  const link = firstRow(page).getByRole('link').first();
  const counted = numberIn((await link.textContent()) ?? '');
  expect(counted).toBeGreaterThan(0);
  await page.getByText('Publisher present').waitFor();
  await link.click();
  await page.waitForURL((url) => url.pathname === '/traffic/events');
  await expect.poll(() => eventsOf(page)).toBe(counted);
  for (const name of ['Hour of the day', 'Click to install', 'Kind'])
    await page.getByRole('button', { name: `Remove filter ${name}` }).waitFor();
  await picture(page, 'explore-events');
  await page.getByRole('button', { name: 'Remove filter Hour of the day' }).click();
  await expect.poll(() => eventsOf(page)).toBeGreaterThan(counted);
  await page.getByRole('button', { name: 'Take the condition away' }).click();
  await page.waitForURL((url) => !url.searchParams.has('query'));
});

it('takes a condition from the builder and keeps the question in the address', async () => {
  const page = await browser.as('customer');
  await page.goto(address('by=publisher'));
  await firstRow(page).waitFor();
  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Condition', exact: true }).click();
  await panel.getByRole('combobox', { name: 'Field' }).or(panel.getByLabel('Field')).first().click();
  await page
    .getByRole('option', { name: /^Click to install/ })
    .first()
    .click();
  await panel.getByLabel('Comparison').first().click();
  await page.getByRole('option', { name: 'is present' }).click();
  await panel.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('Click to install present').waitFor();
  expect(JSON.parse(new URL(page.url()).searchParams.get('query') ?? '')).toEqual({
    all: [{ field: 'ctit_seconds', op: 'known' }],
  });
});

it('shows a publisher its own alone, without facts to choose and without a condition', async () => {
  const page = await browser.as('publisher');
  await page.goto(address('by=publisher', WEB));
  await firstRow(page).waitFor();
  expect(await page.getByRole('button', { name: 'Condition', exact: true }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Count by' }).click();
  await page.getByRole('option', { name: 'Hour of the day', exact: true }).waitFor();
  expect(await page.getByText('What we found out').count()).toBe(0);
});

it('fits a phone and German, and is accessible', async () => {
  const phone = await browser.as('customer', { viewport: { width: 390, height: 844 } });
  await phone.goto(address('by=publisher,reason'));
  await firstRow(phone).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await picture(phone, 'explore-phone');
  const german = await browser.as('customer', { colorScheme: 'dark' });
  await german.context().addCookies([{ name: 'language', value: 'de', url: new URL(phone.url()).origin }]);
  await german.goto(address('by=weekday,hour&view=pivot&measures=fraud_percentage'));
  await german.getByText('Donnerstag').waitFor();
  await picture(german, 'explore-german-dark');
  await expectAccessible(german);
});
