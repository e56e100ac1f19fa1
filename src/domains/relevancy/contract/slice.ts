import { slice } from '#platform/contract/slice.ts';
import { relevancyAudit } from './audit.ts';
import { RELEVANCY_PAGES } from './pages.ts';
import { RELEVANCY_PUBLIC_PAGES } from './public-pages.ts';

export const RELEVANCY = slice({
  id: 'domains/relevancy',
  pages: [...RELEVANCY_PAGES, ...RELEVANCY_PUBLIC_PAGES],
  audit: [relevancyAudit],
});
