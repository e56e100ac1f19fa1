import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { figure, numberIn, person, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** The way from all that was flagged down to who brought it, against the same events in the list. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const RANGE = { from: addDays(today, -28), to: addDays(today, -1) };

/** Flagged events by the list, with the same conditions as the address of the dive. */
async function listed(page: Page): Promise<number> {
  const query = new URLSearchParams({ package_name: WEB, fromDate: RANGE.from, toDate: RANGE.to });
  for (const verdict of ['suspect', 'fraud']) query.append('verdict', verdict);
  const { searchParams } = new URL(page.url());
  for (const step of ['reason_group', 'reason', 'publisher'])
    for (const value of searchParams.getAll(step)) query.append(step, value);
  const answer = await page.request.get(`/api/traffic/events?${query}`, {
    headers: { authorization: person('agency').token },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()).total;
}

/** Numbers of the rows on the screen, and of the row below them that holds the whole. */
async function numbersOf(page: Page): Promise<{ rows: number[]; whole: number }> {
  const cells = await page
    .locator('main table tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td, th')[1]?.textContent ?? ''));
  const foot = await page.locator('main table tfoot tr').first().locator('td, th').nth(1).textContent();
  return { rows: cells.map(numberIn), whole: numberIn(foot ?? '') };
}

it('goes down from category to sub-category to publisher with numbers that stay the same, and back by its address [WEB-ROUTE-15]', async () => {
  const page = await browser.as('agency');
  await page.goto(`/advanced-dashboard?package=${WEB}&from=${RANGE.from}&to=${RANGE.to}`);
  expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Advanced Dashboard');
  const addresses: string[] = [];
  for (const title of ['By category', 'By sub-category', 'By publisher']) {
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    const flagged = await listed(page);
    expect(flagged).toBeGreaterThan(0);
    expect(await figure(page, 'Flagged')).toBe(flagged);
    expect((await figure(page, 'Fraud')) + (await figure(page, 'Suspect'))).toBe(flagged);
    const { rows, whole } = await numbersOf(page);
    expect(whole).toBe(flagged);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(flagged);
    await picture(page, `deep-dive-${addresses.length}`);
    addresses.push(page.url());
    const first = page.locator('main table tbody tr').first();
    const [down = 0] = rows;
    await first.getByRole('link').first().click();
    await page.waitForURL((url) => url.href !== addresses.at(-1));
    await expect.poll(() => figure(page, 'Flagged')).toBe(down);
  }
  // By the way above and by the browser's own.
  await page.goBack();
  expect(page.url()).toBe(addresses[2]);
  const way = page.getByRole('navigation', { name: 'Way down' });
  await way.getByRole('link', { name: 'Everything flagged' }).click();
  await page.getByRole('heading', { name: 'By category', exact: true }).waitFor();
  expect(page.url()).toBe(addresses[0]);
});

it('leads from a number of a dive to exactly as many events', async () => {
  const page = await browser.as('agency');
  await page.goto(`/advanced-dashboard?package=${WEB}&from=${RANGE.from}&to=${RANGE.to}&reason_group=net`);
  await page.getByRole('heading', { name: 'By sub-category', exact: true }).waitFor();
  const link = page.locator('main table tbody tr').first().getByRole('link').nth(1);
  const count = numberIn(await textOf(link));
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/traffic/events'),
    link.click(),
  ]);
  const { total }: { total: number } = await answer.json();
  expect(total).toBe(count);
});
