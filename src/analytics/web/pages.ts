import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { loadTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';

/** Namespaces every board speaks with. */
export const BOARD_TEXTS = ['board', 'fields'];

const boardPage: PageLoader = async () => {
  const [{ BoardPage }] = await Promise.all([import('./board/board-page.tsx'), loadTexts(BOARD_TEXTS)]);
  return BoardPage;
};

/** Every board is the same screen over another value. */
export const ANALYTICS_PAGE_COMPONENTS: PageComponents<string> = Object.fromEntries(
  BOARD_PAGES.map((page) => [page.id, boardPage]),
);
