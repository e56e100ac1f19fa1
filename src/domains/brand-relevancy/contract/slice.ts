import { slice } from '#platform/contract/slice.ts';
import { brandAudit } from './audit.ts';
import { BRAND_RELEVANCY_PAGES } from './pages.ts';

export const BRAND_RELEVANCY = slice({
  id: 'domains/brand-relevancy',
  pages: BRAND_RELEVANCY_PAGES,
  audit: [brandAudit],
});
