import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const ADMIN = { name: 'Ada Admin', email: 'ada@adsieve.example', password: 'a long enough password' };

/** Where pictures for people go; looked at, not compared. */
const PICTURES = '.tmp/pictures';

/** One Chromium for this file. Pages that log an error or break the content-security policy fail the test that opened them. */
export function useBrowser() {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const troubles: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ARGUMENTS,
    });
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
  });
  return {
    base: () => inject('base'),
    troubles,
    async page(options: BrowserContextOptions = {}): Promise<Page> {
      if (!browser) throw new Error('The browser opens before the first test');
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        baseURL: inject('base'),
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|is not defined|Cannot read/.test(message.text()))
          troubles.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
    async picture(page: Page, name: string): Promise<void> {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    },
  };
}

/** Fills the sign-in form like a person, human check included. */
export async function signIn(page: Page, person: { email: string; password: string }, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email', { exact: false }).first().fill(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await passHumanCheck(page);
  await page.locator('button[type=submit]').click();
  await page.getByRole('navigation').first().waitFor({ timeout: 20_000 });
}

export async function passHumanCheck(page: Page): Promise<void> {
  await page.locator('altcha-widget input[type=checkbox]').first().check();
  await page.waitForFunction(
    () => document.querySelector('altcha-widget')?.getAttribute('data-state') !== 'verifying',
    undefined,
    { timeout: 20_000 },
  );
}

/** No violation of WCAG 2.2 A and AA on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(
    violations.map((v) => ({ id: v.id, where: v.nodes.map((node) => node.target.join(' ')).slice(0, 3) })),
  ).toEqual([]);
}

/** Nothing sticks out sideways: the page itself never scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wide, shown } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(shown);
}
