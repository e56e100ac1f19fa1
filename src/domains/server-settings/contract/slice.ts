import { slice } from '#platform/contract/slice.ts';
import { serverAudit } from './audit.ts';
import { SERVER_PAGES } from './pages.ts';

export const SERVER_SETTINGS = slice({
  id: 'domains/server-settings',
  pages: SERVER_PAGES,
  audit: [serverAudit],
});
