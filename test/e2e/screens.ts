/** The screens there are, and how a walk looks at one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { PAGES } from '#app/contract/slices.ts';
import { isWhole, sample } from '../support/sample.ts';
import { expectAccessible } from './accessibility.ts';
import { boardReady, expectNoSidewaysScroll, person, picture, textOf, walkTo, withAllSections } from './browser.ts';
import { APP, WEB } from './people.ts';

const boards: ReadonlySet<string> = new Set(BOARD_PAGES.map(({ id }) => id));

export interface Screen {
  id: string;
  url: string;
}

/** What stands for `:id` and `:name` in the address of a page: something there is. */
const PLACES: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  'user-edit': async () => String(person('agency').auth.id),
  'mapping-edit': (page) => firstOf(page, '/api/user/UPM', 'id_'),
  'package-edit': (page) => firstOf(page, '/api/config/package/all', 'id'),
};

async function firstOf(page: Page, path: string, name: string): Promise<string> {
  const answer = await page.request.get(path, { headers: { authorization: person('admin').token } });
  return String((await answer.json()).data[0][name]);
}

const urlOf = async (page: Page, { id, url }: Screen): Promise<string> =>
  url.replace(':id', (await PLACES[id]?.(page)) ?? ':id');

/** Addresses that lead on to another page at once, and have no screen of their own. */
const LEAD_ON: ReadonlySet<string> = new Set(['analytics']);

/** Every page inside the shell. */
export const SCREENS: readonly Screen[] = PAGES.filter(({ id, guard }) => guard !== 'public' && !LEAD_ON.has(id)).map(
  ({ id, paths: [path], platform }) => ({ id, url: `${path}?package=${platform === 'app' ? APP : WEB}` }),
);
/** Screens for those who are not signed in: documents of their own, outside the shell. */
export const OUTSIDE = PAGES.filter(({ guard }) => guard === 'public').map(({ id, paths: [path] }) => ({ id, path }));

/** Boards that stand for all: one of each platform. */
const SHOWN_BOARDS: readonly string[] = ['web-visit', 'app-install'];
/** Pages that are one screen over other values: boards and their second addresses, a page of the documentation per board. */
const isRepeated = ({ id }: Screen): boolean =>
  (boards.has(id) && !SHOWN_BOARDS.includes(id)) ||
  /-(landing|tabular)$/.test(id) ||
  (/^docs-(board|rule|task)-/.test(id) && id !== 'docs-board-web-visit');
const REPEATED = SCREENS.filter(isRepeated);
/** A run looks at a third of them: what they show beside their values is looked at on the pages they repeat. */
export const REPEATED_LOOKED_AT = sample('pages that repeat another one', REPEATED, Math.ceil(REPEATED.length / 3));
export const UNLIKE = SCREENS.filter((screen) => !isRepeated(screen));
export const VISITS: Screen = { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` };

const isPictured = (screen: Screen): boolean => UNLIKE.includes(screen);
export const takePicture = async (page: Page, screen: Screen, named: string): Promise<void> => {
  if (isPictured(screen)) await picture(page, `${screen.id}-${named}`);
};

export async function open(page: Page, { id, url }: Screen): Promise<void> {
  await withAllSections(page);
  await page.goto(url);
  // One page has no title: what it shows brings its own.
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  if (boards.has(id)) await boardReady(page);
}

/** Goes there inside the running application; answers where that is. */
export async function visit(page: Page, screen: Screen): Promise<void> {
  const url = await urlOf(page, screen);
  await walkTo(page, url);
  expect.soft(new URL(page.url()).pathname, screen.id).toBe(url.split('?')[0]);
}

type Scheme = 'light' | 'dark';
interface Look {
  scheme: Scheme;
  rules: 'all' | 'colours';
}

/**
 * Where is looked at what. The scheme is turned in place and changes colours, nothing else; a language changes
 * everything but colours. So English shows a page whole and then its other colours, and German its other words.
 */
const LANGUAGES = ['en', 'de'] as const;
type Language = (typeof LANGUAGES)[number];
const LOOKS: Readonly<Record<Language, readonly Look[]>> = {
  en: [
    { scheme: 'light', rules: 'all' },
    { scheme: 'dark', rules: 'colours' },
  ],
  de: [{ scheme: 'dark', rules: 'all' }],
};

/** Languages a place is looked at in: where a run takes a sample, one that is drawn. */
export const languagesOf = (place: string): readonly Language[] => sample('languages of a page', LANGUAGES, 1, place);

/** A sample is one scheme, which then shows the page whole. */
const looksAt = (place: string, language: Language): readonly Look[] =>
  isWhole
    ? LOOKS[language]
    : sample('schemes of a page', LOOKS[language], 1, place).map((look) => ({ ...look, rules: 'all' }));

/**
 * Looks at what is shown, as it stands, beginning with the scheme it stands in: every turn draws all charts of a board
 * anew.
 */
export async function lookAround(
  page: Page,
  where: string,
  language: Language,
  seen: (scheme: Scheme) => Promise<void> = async () => {},
): Promise<void> {
  const shown = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  const looks = looksAt(where, language).toSorted((a, b) => Number(b.scheme === shown) - Number(a.scheme === shown));
  for (const { scheme, rules } of looks) {
    await turn(page, scheme);
    await expectAccessible(page, `${where} ${scheme} ${language}`, rules);
    await seen(scheme);
  }
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A page as it is walked to: its title, what programs that read to people find, and its width on a phone. */
export async function look(page: Page, screen: Screen, language: Language): Promise<void> {
  await visit(page, screen);
  const title = page.getByRole('heading', { level: 1 });
  // One page has no title: what it shows brings its own.
  if (screen.id !== 'external-embeded')
    await expect.poll(async () => textOf(title), { message: screen.id }).not.toBe('');
  expect.soft(await textOf(title), screen.id).not.toContain('/');
  await lookAround(page, screen.id, language, (scheme) => takePicture(page, screen, `${scheme}-${language}`));
  if (!UNLIKE.includes(screen)) return;
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, screen.id);
  await takePicture(page, screen, '390');
  await page.setViewportSize(WIDE);
}

async function turn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme);
  // A colour half way between two schemes is nobody's.
  await page.evaluate(async () => {
    const under = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(under.map(({ finished }) => finished));
  });
}
