import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { TrafficPageId } from '#traffic/contract/pages.ts';

export const TRAFFIC_PAGE_COMPONENTS: PageComponents<TrafficPageId> = {
  events: () => import('./events/events-page.tsx').then((m) => m.EventsPage),
  import: () => import('./import/import-page.tsx').then((m) => m.ImportPage),
  'white-list': () => import('./white-list/white-list-page.tsx').then((m) => m.WhiteListPage),
  rules: () => import('./rules/rules-page.tsx').then((m) => m.RulesPage),
  'rules-history': () => import('./rules/history-page.tsx').then((m) => m.RulesHistoryPage),
  publisher: () => import('./publisher/publisher-page.tsx').then((m) => m.PublisherPage),
};
