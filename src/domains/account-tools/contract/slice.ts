import { slice } from '#platform/contract/slice.ts';
import { accountToolsAudit } from './audit.ts';
import { ACCOUNT_TOOL_PAGES } from './pages.ts';

export const ACCOUNT_TOOLS = slice({
  id: 'domains/account-tools',
  pages: ACCOUNT_TOOL_PAGES,
  audit: [accountToolsAudit],
});
