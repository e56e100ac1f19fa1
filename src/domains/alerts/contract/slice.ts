import { slice } from '#platform/contract/slice.ts';
import { alertAudit } from './audit.ts';
import { ALERT_PAGES } from './pages.ts';

export const ALERTS = slice({ id: 'domains/alerts', pages: ALERT_PAGES, audit: [alertAudit] });
