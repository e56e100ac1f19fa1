import { slice } from '#platform/contract/slice.ts';
import { blockAudit, feedAudit, standingAudit } from './audit.ts';
import { BLOCK_PAGES } from './pages.ts';

export const BLOCK_LISTS = slice({
  id: 'domains/block-lists',
  pages: BLOCK_PAGES,
  audit: [blockAudit, standingAudit, feedAudit],
});
