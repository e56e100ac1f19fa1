import { textFile } from 'virtual:texts';
import { chosenLocale } from '#platform/web/i18n/locales.ts';
import { SHELL_TEXTS } from './shell-texts.ts';

/** Namespaces of a board; its module would bring the page registry along. */
const BOARD_TEXTS = ['board', 'fields'];

/** Boards and what leads to them: the screens almost every visit begins with. */
const isBoard = (path: string): boolean => path === '/' || path.includes('dashboard');

/**
 * Fetches texts and code of the first screen beside the shell's own code. Everything here is asked for again by who
 * needs it and then comes from the browser's module map.
 */
export function warmUp(path: string): void {
  const ignore = (): void => undefined;
  const namespaces = [...SHELL_TEXTS, ...(isBoard(path) ? BOARD_TEXTS : [])];
  for (const name of namespaces) textFile(name, chosenLocale()).catch(ignore);
  if (isBoard(path)) import('#analytics/web/board/board-page.tsx').catch(ignore);
  else import('./later-pages.ts').catch(ignore);
}
