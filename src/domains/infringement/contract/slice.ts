import { slice } from '#platform/contract/slice.ts';
import { adAudit, couponAudit, domainAudit } from './audit.ts';
import { INFRINGEMENT_PAGES } from './pages.ts';

export const INFRINGEMENT = slice({
  id: 'domains/infringement',
  pages: INFRINGEMENT_PAGES,
  audit: [adAudit, domainAudit, couponAudit],
});
