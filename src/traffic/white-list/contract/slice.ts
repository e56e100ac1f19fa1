import { slice } from '#platform/contract/slice.ts';
import { whiteListAudit } from './audit.ts';
import { WHITE_LIST_PAGES } from './pages.ts';

export const WHITE_LIST = slice({
  id: 'traffic/white-list',
  pages: WHITE_LIST_PAGES,
  audit: [whiteListAudit],
});
