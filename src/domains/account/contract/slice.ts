import { slice } from '#platform/contract/slice.ts';
import { accountAudit, sessionAudit } from './audit.ts';
import { ACCOUNT_PAGES, ENTRANCE_PAGES, START_PAGES } from './pages.ts';

export const ACCOUNT = slice({
  id: 'domains/account',
  pages: [...START_PAGES, ...ACCOUNT_PAGES, ...ENTRANCE_PAGES],
  callsOfAnyPage: true,
  audit: [sessionAudit, accountAudit],
});
