import { slice } from '#platform/contract/slice.ts';
import { verdictDeliveryAudit } from './audit.ts';
import { VERDICT_DELIVERY_PAGES } from './pages.ts';

export const VERDICT_DELIVERIES = slice({
  id: 'domains/verdict-deliveries',
  pages: VERDICT_DELIVERY_PAGES,
  audit: [verdictDeliveryAudit],
});
