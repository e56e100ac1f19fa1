import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { look, open, SCREENS, VISITS } from './screens.ts';

const browser = useBrowser();

describe('no page breaks WCAG 2.2 AA or its content-security policy, light and dark, in English', {
  timeout: 60_000,
}, () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
    await open(page, VISITS);
  });

  it.each(SCREENS)('$id', async (screen) => {
    await look(page, screen, 'en');
  });
});
