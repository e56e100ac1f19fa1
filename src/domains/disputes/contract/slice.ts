import { slice } from '#platform/contract/slice.ts';
import { disputeAudit } from './audit.ts';
import { DISPUTE_LINK_PAGES, DISPUTE_PAGES } from './pages.ts';

export const DISPUTES = slice({
  id: 'domains/disputes',
  pages: [...DISPUTE_PAGES, ...DISPUTE_LINK_PAGES],
  audit: [disputeAudit],
});
