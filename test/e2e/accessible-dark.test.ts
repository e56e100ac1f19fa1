import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, useBrowser } from './browser.ts';
import { WEB } from './people.ts';
import { COLOUR_RULES, IN_GERMAN, look, OUTSIDE, open, VISITS } from './screens.ts';

const browser = useBrowser();

describe('no page breaks WCAG 2.2 AA, dark, in German', { timeout: 60_000 }, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin', { colorScheme: 'dark' });
    await page.context().addCookies([{ name: 'language', value: 'de', url: inject('base') }]);
    await open(page, VISITS);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  it.each(IN_GERMAN)('$id', async (screen) => {
    await look(page, screen, 'dark-german');
  });
});

describe('no screen before signing in breaks WCAG 2.2 AA', { timeout: 60_000 }, () => {
  it.each(OUTSIDE)('$id', async ({ id, path }) => {
    const out = await browser.page();
    await out.goto(path);
    await out.getByRole('heading').first().waitFor();
    await out.waitForLoadState('networkidle');
    await expectAccessible(out, `${id} light`);
    await out.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(out, `${id} dark`, COLOUR_RULES);
  });
});

describe('what opens on a page', { timeout: 180_000 }, () => {
  it('breaks nothing either: the sign-in form with its faults, the error page, calendar, filters, an event', async () => {
    const out = await browser.page();
    await out.goto('/');
    await out.locator('altcha-widget').waitFor();
    await out.locator('button[type=submit]').click();
    await expectAccessible(out, 'sign-in');
    await out.goto('/error');
    await out.getByText('OOPS!').waitFor();
    await expectAccessible(out, 'error');

    const page = await browser.as('admin');
    await open(page, VISITS);
    await page.getByRole('button', { name: /Date range/ }).click();
    await page.getByRole('dialog').getByRole('table').first().waitFor();
    await expectAccessible(page, 'calendar');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Advance Search' });
    await drawer.getByRole('button', { name: 'Channels' }).click();
    await drawer.getByRole('checkbox').first().waitFor();
    await expectAccessible(page, 'filters');
    await open(page, { id: 'events', url: `/traffic/events?package=${WEB}&verdict=fraud` });
    await page.locator('main tbody tr').first().dblclick();
    await page.getByRole('region', { name: 'Why this verdict' }).waitFor();
    await expectAccessible(page, 'event');
  });
});
