import type { VerdictDeliveryPageId } from '#domains/verdict-deliveries/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const VERDICT_DELIVERY_PAGE_COMPONENTS: PageComponents<VerdictDeliveryPageId> = {
  'verdict-deliveries': () => import('./deliveries-page.tsx').then((m) => m.DeliveriesPage),
};
