import { slice } from '#platform/contract/slice.ts';
import { DIVE_PAGE } from './dive-page.ts';
import { EMBED_PAGES } from './embed-pages.ts';
import { BOARD_PAGES } from './pages.ts';

export const ANALYTICS = slice({
  id: 'analytics',
  pages: [...BOARD_PAGES, DIVE_PAGE, ...EMBED_PAGES],
  callsOfAnyPage: true,
});
