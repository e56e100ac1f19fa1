// @long walks all pages
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { languagesOf, look, open, UNLIKE, VISITS } from './screens.ts';

const browser = useBrowser();

describe('every page has a title, breaks neither WCAG 2.2 AA nor its content-security policy, and does not scroll sideways at 390 pixels, in German [LAY-GAP-02]', {
  timeout: 60_000,
}, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
    await page.context().addCookies([{ name: 'language', value: 'de', url: inject('base') }]);
    await open(page, VISITS);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  // Every other page is looked at in English; in a whole run these are, too.
  it.each(UNLIKE.filter(({ id }) => languagesOf(id).includes('de')))('$id', async (screen) => {
    await look(page, screen, 'de');
  });
});
