import { slice } from '#platform/contract/slice.ts';
import { reportAudit } from './audit.ts';
import { DOWNLOADS_PAGE, REPORT_PAGES } from './pages.ts';

export const REPORTS_SLICE = slice({
  id: 'domains/reports',
  pages: [...REPORT_PAGES, DOWNLOADS_PAGE],
  audit: [reportAudit],
});
