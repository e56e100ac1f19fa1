import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { PAGES } from '#app/contract/pages.ts';
import {
  boardReady,
  expectAccessible,
  expectNoSidewaysScroll,
  person,
  picture,
  useBrowser,
  walkTo,
} from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
const boards: ReadonlySet<string> = new Set(BOARD_PAGES.map(({ id }) => id));

/** Pages that are one screen over other values: a second address of a board, a page of the documentation per board. */
const isRepeated = (id: string): boolean =>
  /-(landing|tabular)$/.test(id) || (/^docs-(board|rule|task)-/.test(id) && id !== 'docs-board-web-visit');
const SCREENS = PAGES.filter(({ id, guard }) => guard !== 'public' && !isRepeated(id)).map(
  ({ id, paths: [path], platform }) => ({ id, url: `${path}?package=${platform === 'app' ? APP : WEB}` }),
);
/** Screens for those who are not signed in: documents of their own, outside the shell. */
const OUTSIDE = PAGES.filter(({ guard }) => guard === 'public').map(({ id, paths: [path] }) => ({ id, path }));
/** Boards are one screen over other values: one of each platform stands for them where only words or colours change. */
const FEW = SCREENS.filter(({ id }) => !boards.has(id) || id === 'web-visit' || id === 'app-install');

async function open(page: Page, { id, url }: { id: string; url: string }): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  if (boards.has(id)) await boardReady(page);
}

/** Rules about colours: the only ones that can come out otherwise in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const isPictured = ({ id }: { id: string }): boolean => id === 'web-visit' || !boards.has(id);
const [START] = SCREENS;

/** Light with every rule, then dark with those about colours, without loading anything again. */
async function look(page: Page, screen: (typeof SCREENS)[number], named: string): Promise<void> {
  await walkTo(page, screen.url);
  expect.soft(new URL(page.url()).pathname, screen.id).toBe(screen.url.split('?')[0]);
  await expectAccessible(page, `${screen.id} ${named} light`);
  if (isPictured(screen)) await picture(page, `${screen.id}-${named}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  await expectAccessible(page, `${screen.id} ${named} dark`, COLOUR_RULES);
  if (isPictured(screen) && named === 'english') await picture(page, `${screen.id}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'light');
}

describe('no page breaks WCAG 2.2 AA, light or dark', { timeout: 60_000 }, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
    if (START) await open(page, START);
  });

  it.each(SCREENS)('in English: $id', async (screen) => {
    await look(page, screen, 'english');
  });

  describe('in German', () => {
    beforeAll(async () => {
      await page.context().addCookies([{ name: 'language', value: 'de', url: inject('base') }]);
      if (START) await open(page, START);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    });

    it.each(FEW.filter(({ id }) => !id.startsWith('docs-')))('$id', async (screen) => {
      await look(page, screen, 'german');
    });
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
    await open(page, { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` });
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

describe('small and other screens', () => {
  it('at 390 pixels no page scrolls sideways, and the menu opens by its button and closes by following a link', async () => {
    const page = await browser.as('admin', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await open(page, { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` });
    for (const screen of FEW) {
      await walkTo(page, screen.url);
      await expectNoSidewaysScroll(page, screen.id);
      if (isPictured(screen)) await picture(page, `${screen.id}-390`);
    }
    await walkTo(page, `/web/dashboard/visit?package=${WEB}`);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'White list' }).waitFor();
    await picture(page, 'menu-390');
    await drawer.getByRole('link', { name: 'White list' }).click();
    await page.waitForURL(/white-list/);
    await expect.poll(() => drawer.count()).toBe(0);
    const out = await browser.page({ viewport: { width: 390, height: 844 } });
    await out.goto('/');
    await out.locator('altcha-widget').waitFor();
    await expectNoSidewaysScroll(out, 'sign-in');
    await picture(out, 'sign-in-390');
  });

  it('nothing sticks out at the widths where the layout changes [LAY-CONST-08]', async () => {
    const page = await browser.as('admin');
    await open(page, { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` });
    const columns: number[] = [];
    for (const width of [543, 544, 767, 768, 991, 992, 1199, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(200);
      await expectNoSidewaysScroll(page, `${width}`);
      columns.push(Number(await page.getByRole('navigation', { name: 'Main menu' }).isVisible()));
    }
    // The menu stands beside the page from lg (992) on, and in a drawer below.
    expect(columns).toEqual([0, 0, 0, 0, 0, 1, 1, 1]);
  });

  it('an open event does not make the page wider than the window', async () => {
    const page = await browser.as('admin');
    await open(page, { id: 'events', url: `/traffic/events?package=${WEB}&verdict=fraud` });
    await page.locator('main tbody tr').first().dblclick();
    await page.getByRole('region', { name: 'Why this verdict' }).waitFor();
    await expectNoSidewaysScroll(page, 'event');
  });
});

describe('languages', () => {
  /** English texts of the product that a German screen must not show: those whose German differs. */
  function englishTexts(): Set<string> {
    const found = new Set<string>();
    const german = new Set<string>();
    const read = (folder: string, name: string): Record<string, string> =>
      JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.en.json')) continue;
      const theirs = read(entry.parentPath, entry.name.replace('.en.', '.de.'));
      for (const [key, text] of Object.entries(read(entry.parentPath, entry.name))) {
        german.add(theirs[key] ?? '');
        if (theirs[key] !== text && !text.includes('{{') && text.length > 3) found.add(text);
      }
    }
    return new Set([...found].filter((text) => !german.has(text)));
  }

  it('switch in the user menu, and German leaves no English on the visit board', async () => {
    const page = await browser.as('admin');
    await open(page, { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` });
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByLabel('Language').selectOption('de');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.keyboard.press('Escape');
    await boardReady(page);
    await page.reload();
    await boardReady(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    const shown = await page.evaluate(() => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push((node.textContent ?? '').trim());
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
      return texts;
    });
    const english = englishTexts();
    expect(english.size).toBeGreaterThan(300);
    expect([...new Set(shown)].filter((text) => english.has(text))).toEqual([]);
    await picture(page, 'web-visit-german');
  });

  it('light and dark follow the choice in the user menu and stay after a reload', async () => {
    const page = await browser.as('agency');
    await page.goto('/user-profile');
    await page.getByText(person('agency').email).waitFor();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.getByText(person('agency').email).waitFor();
    expect(await background()).toBe(dark);
  });
});
