import { slice } from '#platform/contract/slice.ts';
import { boardAudit } from './audit.ts';
import { BOARDS_PAGE, EXPLORE_PAGE } from './pages.ts';

export const EXPLORE_SLICE = slice({
  id: 'domains/explore',
  pages: [EXPLORE_PAGE, BOARDS_PAGE],
  audit: [boardAudit],
});
