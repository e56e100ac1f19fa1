import type { AlertPageId } from '#domains/alerts/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const alerts = () => import('./alerts-page.tsx').then((m) => m.AlertsPage);

export const ALERT_PAGE_COMPONENTS: PageComponents<AlertPageId> = {
  alerts,
  'app-alerts': alerts,
  'alert-inbox': () => import('./inbox-page.tsx').then((m) => m.InboxPage),
};
