import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { boardReady, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** Ways to pages a person may not open, while answers and code take their time. */
const browser = useBrowser();
const BOARD = '/web/dashboard/visit';
const EVENTS = '/traffic/events';

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

it('a second step to a closed page, while the first is still led away, is led away too [NAV-RULE-05]', async () => {
  const page = await browser.as('publisher');
  // The first page of their menu is one whose code is not there yet.
  await page.route('**/api/user/menu', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: data.filter((entry: { route: string }) => entry.route === EVENTS) } });
  });
  await page.goto('/user-profile');
  await page.getByText('publisher@adsieve.example').waitFor();
  let held = 0;
  await page.route(/events-page/, async (route) => {
    held += 1;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  for (const path of ['/traffic/import', '/traffic/import', '/management/user']) {
    await goTo(page, path);
    await page.getByText(`${path} was not found or is not open to you.`).first().waitFor();
  }
  expect(held).toBeGreaterThan(0);
  await page.waitForURL((url) => url.pathname === EVENTS);
  await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor();
  await page.getByRole('main').getByRole('table').waitFor();
});

it('back to a page that has been closed meanwhile leads on from there: a publisher to their own first page', async () => {
  const page = await browser.as('publisher');
  await page.goto(`${BOARD}?package=${WEB}`);
  await boardReady(page);
  await page.evaluate(() => history.pushState(null, '', '/management/user'));
  await page.evaluate(() => history.pushState(null, '', '/user-profile'));
  await page.goBack();
  await page.getByText('/management/user was not found or is not open to you.').waitFor();
  await page.waitForURL((url) => url.pathname === '/publisher');
  // A page that is called as one of theirs in a part of its address (`/report`) is theirs no more than others.
  for (const path of ['/reconcilation/report', '/reconcilation/report-add', '/reconcilation/invoices']) {
    await goTo(page, path);
    await page.getByText(`${path} was not found or is not open to you.`).first().waitFor();
    await page.waitForURL((url) => url.pathname === '/publisher');
  }
});

it('an address with a package that is not open to the person says so and shows another under its own name', async () => {
  const page = await browser.as('customer');
  await page.goto(`${BOARD}?package=somebody.elses.example`);
  // Read while it stands: on a slow machine it is gone before the board is there.
  const notice = /somebody\.elses\.example was not found or is not open to you\. You see /;
  const said = await textOf(page.locator('[role=status]').filter({ hasText: notice }).first());
  await boardReady(page);
  expect(new URL(page.url()).searchParams.get('package')).toBe(WEB);
  const shown = await page.getByLabel('Package').first().inputValue();
  expect(shown).not.toBe('');
  expect(said).toContain(shown);
});
