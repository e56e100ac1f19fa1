// @long walks all pages
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { languagesOf, look, open, REPEATED_LOOKED_AT, UNLIKE, VISITS } from './screens.ts';

const browser = useBrowser();

/** A page over other values differs in nothing a language changes. */
const inEnglish = [...UNLIKE.filter(({ id }) => languagesOf(id).includes('en')), ...REPEATED_LOOKED_AT];

describe('every page has a title, breaks neither WCAG 2.2 AA nor its content-security policy, and does not scroll sideways at 390 pixels, in English [LAY-GAP-02]', {
  timeout: 60_000,
}, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
    await open(page, VISITS);
  });

  it.each(inEnglish)('$id', async (screen) => {
    await look(page, screen, 'en');
  });
});
