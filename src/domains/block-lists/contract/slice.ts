import { slice } from '#platform/contract/slice.ts';
import { blockAudit, feedAudit } from './audit.ts';
import { BLOCK_PAGES } from './pages.ts';

export const BLOCK_LISTS = slice({ id: 'domains/block-lists', pages: BLOCK_PAGES, audit: [blockAudit, feedAudit] });
