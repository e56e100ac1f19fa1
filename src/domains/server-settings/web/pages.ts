import type { ServerPageId } from '#domains/server-settings/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const SERVER_PAGE_COMPONENTS: PageComponents<ServerPageId> = {
  'server-settings': () => import('./server-page.tsx').then((m) => m.ServerPage),
};
