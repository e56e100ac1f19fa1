import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { publicTexts } from '#traffic/rules/server/public-texts.ts';
import { RULE_TEXTS } from '#traffic/rules/server/rule-texts.ts';
import { boardReady, expectNoSidewaysScroll, openEvent, person, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';
import { open, VISITS } from './screens.ts';

const browser = useBrowser();

describe('small and other screens', () => {
  // No page scrolls sideways: the walks of accessible.test.ts look at each.
  it('at 390 pixels the menu opens by its button and closes by following a link', async () => {
    const page = await browser.as('admin', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await open(page, VISITS);
    await expectNoSidewaysScroll(page, VISITS.id);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'White list', exact: true }).waitFor();
    await picture(page, 'menu-390');
    await drawer.getByRole('link', { name: 'White list', exact: true }).click();
    await page.waitForURL(/white-list/);
    await expect.poll(() => drawer.count()).toBe(0);
    const out = await browser.page({ viewport: { width: 390, height: 844 } });
    await out.goto('/');
    await out.locator('altcha-widget').waitFor();
    await expectNoSidewaysScroll(out, 'sign-in');
    await picture(out, 'sign-in-390');
  });

  it('at 390 pixels a table shows what is looked for before anybody moves it sideways', async () => {
    const page = await browser.as('admin', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const inView = async (table: RegExp): Promise<string[]> => {
      const heads = page.getByRole('table', { name: table }).getByRole('columnheader');
      await heads.first().waitFor();
      return heads.evaluateAll((all) =>
        all
          .filter((head) => head.getBoundingClientRect().right <= innerWidth)
          .map((head) => head.querySelector('button')?.textContent?.trim() || (head.textContent ?? '').trim())
          .filter((text) => text !== ''),
      );
    };
    await page.goto(`/traffic/events?package=${WEB}&kind=click`);
    expect(await inView(/^Single events/)).toEqual(['Verdict', 'Reason', 'Publisher', 'Cost']);
    await picture(page, 'events-first-390');
    await page.goto(`/publisher?package=${WEB}`);
    expect(await inView(/^Publishers of the chosen days/)).toEqual(['Publisher', 'Fraud %', 'Money at risk']);
    await picture(page, 'publishers-first-390');
  });

  it('the layout changes at 544, 768, 992 and 1200 pixels, and nothing sticks out on either side [LAY-CONST-08]', async () => {
    const page = await browser.as('admin');
    await open(page, VISITS);
    const tiles = page.locator('main section[aria-label="Total"]').locator('..');
    const title = page.getByRole('banner').getByRole('heading', { level: 1 });
    const seen: unknown[][] = [];
    for (const width of [543, 544, 767, 768, 991, 992, 1199, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(200);
      await expectNoSidewaysScroll(page, `${width}`);
      seen.push([
        await tiles.evaluate((each) => getComputedStyle(each).columnGap === '10px'),
        await title.evaluate((each) => getComputedStyle(each).whiteSpace === 'normal'),
        await page.getByRole('navigation', { name: 'Main menu' }).isVisible(),
        await page.getByText('Ctrl K', { exact: true }).isVisible(),
      ]);
    }
    // Figures move together on a phone, the title wraps, the menu goes into a drawer, the hint of a key goes.
    const [phone, small, middle, large, wide] = [
      [true, true, false, false],
      [false, true, false, false],
      [false, false, false, false],
      [false, false, true, false],
      [false, false, true, true],
    ];
    expect(seen).toEqual([phone, small, small, middle, middle, large, large, wide]);
  });

  it('an open event does not make the page wider than the window', async () => {
    const page = await browser.as('admin');
    await open(page, { id: 'events', url: `/traffic/events?package=${WEB}&verdict=fraud` });
    await openEvent(page);
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
    const ofRules = publicTexts(RULE_TEXTS.de)['rule-names'];
    for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.en.json')) continue;
      // Names of rules have one file per language on the server, of which the build takes these.
      const theirs =
        entry.name === 'rule-names.en.json' ? ofRules : read(entry.parentPath, entry.name.replace('.en.', '.de.'));
      for (const [key, text] of Object.entries(read(entry.parentPath, entry.name))) {
        german.add(theirs[key] ?? '');
        if (theirs[key] !== text && !text.includes('{{') && text.length > 3) found.add(text);
      }
    }
    return new Set([...found].filter((text) => !german.has(text)));
  }

  it('are six, on the sign-in form, in the menu and in a form, and no key is missing [I18N-UI-01]', async () => {
    const out = await browser.page();
    const inside = await browser.as('agency');
    const said: Record<string, Set<string>> = { button: new Set(), menu: new Set(), form: new Set() };
    for (const locale of LOCALE_CODES) {
      for (const page of [out, inside])
        await page.context().addCookies([{ name: 'language', value: locale, url: inject('base') }]);
      await out.goto('/');
      await out.locator('button[type=submit]').waitFor();
      await inside.goto('/user-profile');
      await inside.getByText(person('agency').email).waitFor();
      said.button?.add(await textOf(out.locator('button[type=submit]')));
      said.menu?.add((await inside.getByRole('navigation').allInnerTexts()).join());
      said.form?.add((await inside.getByRole('main').allInnerTexts()).join());
      for (const page of [out, inside]) {
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
        const text = (await page.locator('body').allInnerTexts()).join();
        // Keys are words with underscores; places in a text stand in braces.
        expect(text.match(/\b[a-z]+(_[a-z]+)+\b|\{\{/g), locale).toBeNull();
      }
    }
    for (const [what, texts] of Object.entries(said)) expect([what, texts.size]).toEqual([what, LOCALE_CODES.length]);
  });

  it('switch in the user menu, and German leaves no English on the visit board', async () => {
    const page = await browser.as('admin');
    await open(page, VISITS);
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
    await page.getByRole('dialog', { name: 'User menu' }).getByText('Dark', { exact: true }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.getByText(person('agency').email).waitFor();
    expect(await background()).toBe(dark);
  });
});
