import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { CollectorPageId } from '#traffic/collector/contract/pages.ts';

export const COLLECTOR_PAGE_COMPONENTS: PageComponents<CollectorPageId> = {
  live: async () =>
    (await withTexts(import('./live-page.tsx'), ['live', 'refusals', 'traffic', 'rule-names'])).LivePage,
};
