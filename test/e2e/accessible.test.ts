import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expectAccessible, useBrowser } from './browser.ts';
import { COLOUR_RULES, IN_GERMAN, look, open, SCREENS, turn, VISITS } from './screens.ts';

const browser = useBrowser();

describe('no page breaks WCAG 2.2 AA, light, in English', { timeout: 60_000 }, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
    await open(page, VISITS);
  });

  it.each(SCREENS)('$id', async (screen) => {
    await look(page, screen, 'light');
    // The others are seen dark in German, with every rule.
    if (IN_GERMAN.includes(screen)) return;
    await turn(page, 'dark');
    await expectAccessible(page, `${screen.id} dark`, COLOUR_RULES);
    await turn(page, 'light');
  });
});
