import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';

const boardPage: PageLoader = () => import('./board/board-page.tsx').then((module) => module.BoardPage);

/** Every board is the same screen over another value. */
export const ANALYTICS_PAGE_COMPONENTS: PageComponents<string> = Object.fromEntries(
  BOARD_PAGES.map((page) => [page.id, boardPage]),
);
