import { slice } from '#platform/contract/slice.ts';
import { trackingAudit } from './audit.ts';
import { TRACKING_PAGES } from './pages.ts';

export const TRACKING = slice({ id: 'domains/tracking', pages: TRACKING_PAGES, audit: [trackingAudit] });
