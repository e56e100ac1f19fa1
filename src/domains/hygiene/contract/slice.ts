import { slice } from '#platform/contract/slice.ts';
import { hygieneAudit } from './audit.ts';
import { HYGIENE_PAGES } from './pages.ts';
import { HYGIENE_PUBLIC_PAGES } from './public-pages.ts';

export const HYGIENE = slice({
  id: 'domains/hygiene',
  pages: [...HYGIENE_PAGES, ...HYGIENE_PUBLIC_PAGES],
  audit: [hygieneAudit],
});
