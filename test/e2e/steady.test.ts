// @drawn a journey that no requirement names
import { expect, it } from 'vitest';
import { boardReady, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();

/** What a reader feels as a jump; Google calls 0.1 good. */
const MOST_SHIFT = 0.02;

it('nothing jumps while boards and the list of events come', async () => {
  const page = await browser.as('admin', { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of [`/web/dashboard/visit?package=${WEB}`, `/app/dashboard/install?package=${APP}`]) {
    await page.goto(path);
    await boardReady(page);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted')), path).toBeLessThan(MOST_SHIFT);
  }
  const events = `/traffic/events?package=${WEB}`;
  await page.goto(events);
  await page.locator('main tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted')), events).toBeLessThan(MOST_SHIFT);
});

it.each([
  [1440, 900],
  [390, 844],
])('figures come where the outline of the page has them, %i wide', async (width, height) => {
  const page = await browser.as('admin', { viewport: { width, height } });
  const place = (elements: (Element | null)[]) =>
    elements.map((element) => {
      const { x, y, width: wide } = element?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, wide].map(Math.round);
    });
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/assets\/shell-[^/]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/web/dashboard/click?package=${WEB}`, { waitUntil: 'commit' });
  await page.locator('#outline p').first().waitFor();
  const outlined = await page.locator('#outline p').evaluateAll(place);
  expect(outlined).toHaveLength(7);
  release();
  await boardReady(page);
  expect(await page.locator('main [data-tiles] > *').evaluateAll(place)).toEqual(outlined);
});

it('an empty form says plainly what is missing, in the words of its labels and never of the validator', async () => {
  const page = await browser.as('admin');
  await page.goto('/management/user/add');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Save and invite' }).click();
  await main.getByText('Name is missing').waitFor();
  await main.getByText('E-mail is missing').waitFor();
  expect(await main.textContent()).not.toMatch(/too small|expected|invalid input/i);
  await main.getByRole('textbox', { name: 'Name' }).fill('A');
  await main.getByText('At least 2 characters').waitFor();
});

it('settings name what is blind and that no mail server is set, before anything else', async () => {
  const page = await browser.as('admin');
  await page.goto('/management/server');
  const main = page.getByRole('main');
  await main.getByText(/lists? (is|are) empty, (its|their) detectors are blind/).waitFor();
  await main.getByText('No mail server is set: codes and invitations').waitFor();
  expect(await main.getByText('Nothing needs attention.').count()).toBe(0);
});
