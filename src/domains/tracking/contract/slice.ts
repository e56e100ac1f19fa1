import { slice } from '#platform/contract/slice.ts';
import { trackingAudit } from './audit.ts';

export const TRACKING = slice({ id: 'domains/tracking', pages: [], audit: [trackingAudit] });
