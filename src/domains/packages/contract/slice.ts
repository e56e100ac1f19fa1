import { slice } from '#platform/contract/slice.ts';
import { packageAudit } from './audit.ts';
import { PACKAGE_PAGES } from './pages.ts';

export const PACKAGES = slice({
  id: 'domains/packages',
  pages: PACKAGE_PAGES,
  audit: [packageAudit],
});
