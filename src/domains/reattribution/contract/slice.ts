import { slice } from '#platform/contract/slice.ts';
import { reattributionAudit } from './audit.ts';
import { REATTRIBUTION_PAGES } from './pages.ts';

export const REATTRIBUTION = slice({
  id: 'domains/reattribution',
  pages: REATTRIBUTION_PAGES,
  audit: [reattributionAudit],
});
