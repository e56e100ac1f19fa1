import { slice } from '#platform/contract/slice.ts';
import { BOARD_PAGES } from './pages.ts';

export const ANALYTICS = slice({
  id: 'analytics',
  pages: BOARD_PAGES,
});
