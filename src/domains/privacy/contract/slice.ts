import { slice } from '#platform/contract/slice.ts';
import { privacyAudit } from './audit.ts';
import { PRIVACY_PAGES } from './pages.ts';

export const PRIVACY = slice({
  id: 'domains/privacy',
  pages: PRIVACY_PAGES,
  audit: [privacyAudit],
});
