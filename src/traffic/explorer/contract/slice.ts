import { slice } from '#platform/contract/slice.ts';
import { eventAudit } from './audit.ts';
import { EXPLORER_PAGES } from './pages.ts';

export const EXPLORER = slice({
  id: 'traffic/explorer',
  pages: EXPLORER_PAGES,
  audit: [eventAudit],
});
