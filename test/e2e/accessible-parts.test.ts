import { describe, expect, inject, it } from 'vitest';
import { sample } from '../support/sample.ts';
import { expectAccessible } from './accessibility.ts';
import { openEvent, useBrowser } from './browser.ts';
import { WEB } from './people.ts';
import { languagesOf, lookAround, OUTSIDE, open, VISITS } from './screens.ts';

const browser = useBrowser();

const outside = [...OUTSIDE, { id: 'sign-in', path: '/' }, { id: 'error', path: '/error' }];

describe('no screen before signing in breaks WCAG 2.2 AA, light or dark', { timeout: 60_000 }, () => {
  it.each(outside.flatMap((screen) => languagesOf(screen.id).map((language) => ({ ...screen, language }))))(
    '$id: $language',
    async ({ id, path, language }) => {
      const page = await browser.page();
      await page.context().addCookies([{ name: 'language', value: language, url: inject('base') }]);
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.lang), id).toBe(language);
      await lookAround(page, id, language);
    },
  );
});

const MENUS = [
  { menu: /^Compare/, path: `/web/dashboard/visit?package=${WEB}` },
  { menu: 'Download', path: `/web/dashboard/visit?package=${WEB}` },
  { menu: 'Decide on all', path: `/traffic/events?package=${WEB}` },
  { menu: 'Export', path: `/traffic/events?package=${WEB}` },
  { menu: /^Actions for/, path: '/management/user' },
];
const SCHEMES = ['light', 'dark'] as const;

describe('open menus break nothing', { timeout: 120_000 }, () => {
  it.each(
    MENUS.flatMap((each) =>
      sample('schemes of a menu', SCHEMES, 1, String(each.menu)).map((colorScheme) => ({ ...each, colorScheme })),
    ),
  )('$menu of $path, $colorScheme, whichever item is lit', async ({ menu, path, colorScheme }) => {
    const page = await browser.as('admin', { colorScheme });
    await page.goto(path);
    await page.getByRole('button', { name: menu }).first().click();
    const items = page.getByRole('menu').locator('[data-menu-item]');
    for (const item of [items.first(), items.nth(1)]) {
      await item.waitFor();
      await item.focus();
      await expectAccessible(page, `${path}: ${menu}`);
    }
  });
});

describe('what opens on a page', { timeout: 180_000 }, () => {
  it('breaks nothing either: the sign-in form with its faults, calendar, filters, an event', async () => {
    const out = await browser.page();
    await out.goto('/');
    await out.locator('altcha-widget').waitFor();
    await out.locator('button[type=submit]').click();
    await lookAround(out, 'sign-in', 'en');

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
    await openEvent(page);
    await page.getByRole('region', { name: 'Why this verdict' }).waitFor();
    await lookAround(page, 'event', 'en');
  });
});
