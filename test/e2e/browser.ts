import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { SECTIONS } from '#analytics/contract/section.ts';
import type { Person, PersonKey } from './people.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where pictures for people go; looked at, not compared, so a build server takes none. */
const PICTURES = process.env.CI === 'true' ? undefined : '.tmp/pictures';

export const person = (key: PersonKey): Person => inject('people')[key];

/**
 * Of this worker, for all its files: it ends with the process. Nobody sees anything of others, whose contexts are their
 * own.
 */
let launched: Promise<Browser> | undefined;

async function theBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ARGUMENTS,
  });
  return launched;
}

/** Pages for a file. `troubles` gathers what no page may ever do: throw, or break the content-security policy. */
export function useBrowser() {
  let browser: Browser | undefined;
  let testing = false;
  const contexts: { ofTest: BrowserContext[]; ofFile: BrowserContext[] } = { ofTest: [], ofFile: [] };
  const troubles: string[] = [];
  beforeAll(async () => {
    browser = await theBrowser();
  });
  beforeEach(() => {
    testing = true;
  });
  // Boards left open go on asking and drawing beside the next test; what a file opens before its tests it keeps.
  afterEach(async () => {
    testing = false;
    for (const context of contexts.ofTest.splice(0)) await context.close();
  });
  afterAll(async () => {
    for (const context of contexts.ofFile) await context.close();
    expect(troubles).toEqual([]);
  });
  const open = async (options: BrowserContextOptions): Promise<Page> => {
    if (!browser) throw new Error('The browser opens before the first test');
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      baseURL: inject('base'),
      acceptDownloads: true,
      // Nothing is learnt by waiting for what slides; tests of motion ask for it.
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': addressOfFile() },
      ...options,
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(reportViolations);
    (testing ? contexts.ofTest : contexts.ofFile).push(context);
    const page = await context.newPage();
    listen(page, troubles);
    return page;
  };
  return {
    troubles,
    /** A page nobody is signed in on. */
    page: (options: BrowserContextOptions = {}): Promise<Page> => open(options),
    /** A page with the stored session of a person; `keep` adds further stored keys. */
    as: (key: PersonKey, options: BrowserContextOptions = {}, keep: Record<string, unknown> = {}): Promise<Page> =>
      open({ ...options, storageState: sessionOf(person(key), keep) }),
    /** Another tab of the same browser. */
    async tab(page: Page): Promise<Page> {
      const other = await page.context().newPage();
      listen(other, troubles);
      return other;
    },
  };
}

/**
 * An address of the network for examples, by the file that runs: limits count by network, and files run side by side.
 */
function addressOfFile(): string {
  const path = basename(expect.getState().testPath ?? '');
  const sum = [...path].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 65_521, 7);
  return `198.18.${sum >> 8}.${sum & 255}`;
}

/**
 * In the page: not every violation is written to the console by the browser (what is caught is not), and these all are.
 */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
  });
}

function listen(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|is not defined|Cannot read/.test(message.text()))
      troubles.push(`${page.url()}: ${message.text()}`);
  });
}

/** Values are JSON in base64, as the product stores them (SESS-RULE-01). */
export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
export const decoded = (text: string | null | undefined): unknown =>
  text ? JSON.parse(Buffer.from(text, 'base64').toString('utf8')) : undefined;

function sessionOf({ token, auth, email }: Person, keep: Record<string, unknown>) {
  const now = Date.now();
  const values = { token, auth_data: auth, email, LOGIN_TIME: now, EXPIRED_TIME: now + 3 * 3_600_000, ...keep };
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value: encoded(value) }));
  return { cookies: [], origins: [{ origin: inject('base'), localStorage }] };
}

export const storedValue = async (page: Page, key: string): Promise<unknown> =>
  decoded(await page.evaluate((name) => localStorage.getItem(name), key));

/** Opens one event of the list as people do: by a click on its row, where no link is. */
export const openEvent = (page: Page, at = 0): Promise<void> =>
  page.locator('main tbody tr').nth(at).locator('[data-verdict]').first().click();

export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** Fills the sign-in form like a person, human check included, and sends it; something may be done just before that. */
export async function fillSignIn(
  page: Page,
  who: { email: string; password: string },
  beforeSending?: () => Promise<void>,
): Promise<void> {
  await page.getByLabel('Email').fill(who.email);
  await page.locator('input[name=password]').fill(who.password);
  await passHumanCheck(page);
  await beforeSending?.();
  await page.locator('button[type=submit]').click();
}

export async function passHumanCheck(page: Page): Promise<void> {
  // Ticked only when solved, so this is a click and not a check.
  await page.locator('altcha-widget input[type=checkbox]').first().click();
  await page.locator('altcha-widget').getByText('Verified').waitFor();
}

/** Every widget of a board has its answer: nothing loads, nothing is dimmed. */
export async function boardReady(page: Page): Promise<void> {
  await page.locator('main section').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('main section') !== null &&
      document.querySelector('main [data-drawing]') === null &&
      document.querySelectorAll('main [aria-busy=true], main [role=status][aria-label]').length === 0,
  );
}

/** From now on boards stand there with all their sections open, as for a person who once opened them. */
export const withAllSections = (page: Page): Promise<void> =>
  page.context().addCookies([{ name: 'board_sections', value: SECTIONS.join('.'), url: inject('base') }]);

/** The exact number of a tile such as Total or Fraud. */
export async function figure(page: Page, label: string): Promise<number> {
  const tile = page.locator(`main section[aria-label="${label}"]`);
  await tile.waitFor();
  const value = tile.locator('[title]').first();
  return numberIn((await value.getAttribute('title')) ?? (await textOf(value)));
}

/** What an element says, without the space around it. */
export const textOf = async (element: Locator): Promise<string> => ((await element.textContent()) ?? '').trim();

export const numberIn = (text: string): number => Number(text.replace(/[^\d-]/g, ''));

/** Another package from the shell's list, found by typing its title. */
export async function choosePackage(page: Page, title: string): Promise<void> {
  const field = page.getByLabel('Package').first();
  await field.click();
  await field.fill(title);
  await page.getByRole('option', { name: title, exact: true }).click();
}

/** The card with a heading. */
export const card = (page: Page, title: string): Locator =>
  page
    .locator('main section[aria-labelledby]')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 3 }) });

/**
 * Goes to another screen inside the running application, as its links do: no new document, so a walk over all pages
 * costs what the pages cost. Ready when the new screen stands and nothing on it loads.
 */
export async function walkTo(page: Page, url: string): Promise<void> {
  const path = url.split('?')[0] ?? url;
  const before = await page.title();
  await expect
    .poll(async () => {
      await page.evaluate((to) => {
        document.querySelector('main > *')?.setAttribute('data-left', '');
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, url);
      // The old screen stands until the code of the new one is there. Two screens may share a title, or the element
      // they stand in.
      await page
        .waitForFunction(
          ([was, at]) =>
            location.pathname === at &&
            (document.title !== was || document.querySelector('main > [data-left]') === null),
          [before, path] as const,
          { timeout: 3000 },
        )
        .catch(() => undefined);
      // A screen that writes its days into the address while it is left takes the address back: then once more.
      return new URL(page.url()).pathname;
    })
    .toBe(path);
  await page.locator('main > *').first().waitFor();
  // A card may load for as long as it likes; what is looked at then is the screen as a person sees it meanwhile.
  await page
    .waitForFunction(
      () => document.querySelector('main [aria-busy=true], main [role=status][aria-label]') === null,
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => undefined);
}

/** Nothing sticks out sideways: the page itself never scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  const { wide, shown } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect.soft(wide, where).toBeLessThanOrEqual(shown);
}
