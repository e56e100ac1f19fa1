import { DIVE_PAGE } from '#analytics/contract/dive-page.ts';
import { TOPIC_OF_PAGE } from '#analytics/contract/embed-pages.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { loadTexts, withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';

/** Namespaces every board speaks with. */
export const BOARD_TEXTS = ['board', 'fields'];

const boardPage: PageLoader = async () => {
  const [{ BoardPage }] = await Promise.all([import('./board/board-page.tsx'), loadTexts(BOARD_TEXTS)]);
  return BoardPage;
};

const embedPage: PageLoader = async () => (await withTexts(import('./embed/embed-page.tsx'), ['embed'])).EmbedPage;

/** Every board is the same screen over another value. */
export const ANALYTICS_PAGE_COMPONENTS: PageComponents<string> = {
  ...Object.fromEntries(BOARD_PAGES.map((page) => [page.id, boardPage])),
  [DIVE_PAGE.id]: async () =>
    (await withTexts(import('./dive/deep-dive-page.tsx'), [...BOARD_TEXTS, 'dive'])).DeepDivePage,
  analytics: () => import('./embed/first-topic.tsx').then((m) => m.FirstTopic),
  ...Object.fromEntries(Object.keys(TOPIC_OF_PAGE).map((id) => [id, embedPage])),
};
