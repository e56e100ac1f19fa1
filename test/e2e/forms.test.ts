import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { sample } from '../support/sample.ts';
import { openEvent, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** What every form says about texts that may not stand in it and about fields that were left empty. */
const browser = useBrowser();
const TWELVE = [...'#$^{}<>;?\\`~'];

interface Form {
  name: string;
  path: string;
  /** Fills what is needed besides `field` and answers the form itself. */
  open: (page: Page) => Promise<Locator>;
  /** A field for words, by its label. */
  field: RegExp;
  save: RegExp;
  /** Whether the field may be left empty. */
  optional?: boolean;
}

const inMain = async (page: Page): Promise<Locator> => {
  const form = page.locator('main form').first();
  await form.waitFor();
  return form;
};
const inPanel = async (page: Page): Promise<Locator> => {
  const form = page.getByRole('dialog').locator('form');
  await form.waitFor();
  return form;
};
async function anEvent(page: Page): Promise<void> {
  await openEvent(page);
  await page.getByRole('region', { name: 'Why this verdict' }).waitFor();
}

const FORMS: readonly Form[] = [
  {
    name: 'a new user',
    path: '/management/user/add',
    open: async (page) => {
      const form = await inMain(page);
      await form.getByLabel('E-mail').fill('nobody.new@adsieve.example');
      return form;
    },
    field: /^Name/,
    save: /^Save/,
  },
  {
    name: 'a new package',
    path: '/management/package/add',
    open: async (page) => {
      const form = await inMain(page);
      await form.getByLabel(/^Name/).fill('forms.example');
      return form;
    },
    field: /^Title/,
    save: /^Save/,
  },
  {
    name: 'a package',
    path: '/management/package',
    open: async (page) => {
      // Tests beside this one make packages too: it need not be on the first page.
      await page.getByRole('searchbox', { name: 'Search by title, name or domain' }).fill('Nothing Yet');
      await page.getByRole('link', { name: 'Nothing Yet' }).click();
      return inMain(page);
    },
    field: /^Title/,
    save: /^Save/,
  },
  {
    name: 'an entry of the menu',
    path: '/management/user/menu',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add entry' }).click();
      const form = await inPanel(page);
      await form.getByLabel(/^Category/).fill('Own');
      await form.getByLabel(/^(Route|Address|Path)/).fill('/docs');
      return form;
    },
    field: /^Title/,
    save: /^Save/,
  },
  {
    name: 'an API token',
    path: `/management/token?package_name=${WEB}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Make a token' }).first().click();
      const form = await inPanel(page);
      const of = form.getByRole('combobox', { name: 'Package' });
      if ((await of.inputValue()) === '') {
        await of.fill('Linden');
        await page.getByRole('option', { name: /Linden/ }).click();
      }
      return form;
    },
    field: /^Name/,
    save: /token$/,
  },
  {
    name: 'the own profile',
    path: '/user-profile',
    open: inMain,
    field: /^Name/,
    save: /^Save/,
  },
  {
    name: 'an entry of the white list',
    path: `/traffic/white-list?package=${WEB}`,
    open: async (page) => {
      await page.getByRole('button', { name: /^Add/ }).first().click();
      const form = await inPanel(page);
      await form.getByLabel(/^Value/).fill('192.0.2.77');
      return form;
    },
    field: /^Reason/,
    save: /^White-list it$/,
  },
  {
    name: 'a decision about an event',
    path: `/traffic/events?package=${WEB}`,
    open: async (page) => {
      await anEvent(page);
      await page
        .getByRole('button', { name: /^Mark as (fraud|clean)/ })
        .first()
        .click();
      const form = page.getByRole('dialog').locator('form').first();
      await form.waitFor();
      return form;
    },
    field: /^Why/,
    save: /^Mark/,
  },
];

/** Writes that came through. */
function written(page: Page): string[] {
  const done: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'GET' && response.ok()) done.push(new URL(response.url()).pathname);
  });
  return done;
}

describe.each(FORMS)('$name', ({ path, open, field, save, optional }) => {
  it('refuses each of the twelve characters on the screen, leaves what was typed and saves nothing [VAL-RULE-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(path);
    const form = await open(page);
    const done = written(page);
    const input = form.getByLabel(field).first();
    const message = form.getByText(FORBIDDEN_CHARACTERS_MESSAGE, { exact: false }).first();
    for (const character of sample('characters refused by a form', TWELVE, 4, path)) {
      const text = `some${character}words`;
      await input.fill(text);
      await form.getByRole('button', { name: save }).last().click();
      await message.waitFor();
      expect(await input.inputValue()).toBe(text);
    }
    await page.waitForLoadState('networkidle');
    expect(done).toEqual([]);
  });

  it.skipIf(optional)('says that a needed field is empty, and saves nothing [VAL-GAP-02]', async () => {
    const page = await browser.as('admin');
    await page.goto(path);
    const form = await open(page);
    const done = written(page);
    const input = form.getByLabel(field).first();
    expect(await input.evaluate((each) => each.hasAttribute('required') || each.ariaRequired === 'true')).toBe(true);
    await input.fill('');
    await form.getByRole('button', { name: save }).last().click();
    await expect.poll(() => input.evaluate((each) => each.getAttribute('aria-invalid'))).toBe('true');
    expect(done).toEqual([]);
  });
});
