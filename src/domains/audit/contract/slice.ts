import { slice } from '#platform/contract/slice.ts';
import { exportAudit } from './audit.ts';
import { AUDIT_PAGES } from './pages.ts';

export const AUDIT = slice({
  id: 'domains/audit',
  pages: AUDIT_PAGES,
  audit: [exportAudit],
});
