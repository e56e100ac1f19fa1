import { slice } from '#platform/contract/slice.ts';
import { mappingAudit, menuAudit, userAudit, viewAudit } from './audit.ts';
import { USER_PAGES } from './pages.ts';

export const USERS = slice({
  id: 'domains/users',
  pages: USER_PAGES,
  audit: [viewAudit, userAudit, mappingAudit, menuAudit],
});
