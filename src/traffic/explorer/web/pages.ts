import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { ExplorerPageId } from '#traffic/explorer/contract/pages.ts';
import { REFUSAL_TEXTS, WHY_TEXTS } from '#traffic/rules/web/texts.ts';

export const EXPLORER_PAGE_COMPONENTS: PageComponents<ExplorerPageId> = {
  events: async () =>
    (await withTexts(import('./events-page.tsx'), [...WHY_TEXTS, ...REFUSAL_TEXTS, 'events', 'whitelist'])).EventsPage,
};
