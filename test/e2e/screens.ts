/** The screens there are, and how a walk looks at one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { PAGES } from '#app/contract/pages.ts';
import { boardReady, expectAccessible, picture, walkTo } from './browser.ts';
import { APP, WEB } from './people.ts';

const boards: ReadonlySet<string> = new Set(BOARD_PAGES.map(({ id }) => id));

/** Pages that are one screen over other values: a second address of a board, a page of the documentation per board. */
const isRepeated = (id: string): boolean =>
  /-(landing|tabular)$/.test(id) || (/^docs-(board|rule|task)-/.test(id) && id !== 'docs-board-web-visit');

export interface Screen {
  id: string;
  url: string;
}

export const SCREENS: readonly Screen[] = PAGES.filter(({ id, guard }) => guard !== 'public' && !isRepeated(id)).map(
  ({ id, paths: [path], platform }) => ({ id, url: `${path}?package=${platform === 'app' ? APP : WEB}` }),
);
/** Screens for those who are not signed in: documents of their own, outside the shell. */
export const OUTSIDE = PAGES.filter(({ guard }) => guard === 'public').map(({ id, paths: [path] }) => ({ id, path }));
/** Boards are one screen over other values: one of each platform stands for them where only words or colours change. */
export const FEW = SCREENS.filter(({ id }) => !boards.has(id) || id === 'web-visit' || id === 'app-install');
/** Looked at light in English and dark in German, with every rule each time. */
export const IN_GERMAN = FEW.filter(({ id }) => !id.startsWith('docs-'));
export const VISITS: Screen = { id: 'web-visit', url: `/web/dashboard/visit?package=${WEB}` };

/** Rules about colours: the only ones that can come out otherwise in the dark. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
export const isPictured = ({ id }: Screen): boolean => id === 'web-visit' || !boards.has(id);

export async function open(page: Page, { id, url }: Screen): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  if (boards.has(id)) await boardReady(page);
}

export async function look(page: Page, screen: Screen, named: string): Promise<void> {
  await walkTo(page, screen.url);
  expect.soft(new URL(page.url()).pathname, screen.id).toBe(screen.url.split('?')[0]);
  await expectAccessible(page, `${screen.id} ${named}`);
  if (isPictured(screen)) await picture(page, `${screen.id}-${named}`);
}

export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme);
}
