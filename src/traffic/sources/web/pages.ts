import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { SourcePageId } from '#traffic/sources/contract/pages.ts';

export const SOURCE_PAGE_COMPONENTS: PageComponents<SourcePageId> = {
  publisher: async () =>
    (await withTexts(import('./publisher-page.tsx'), ['publisher', 'verdict-changes', 'traffic', 'rule-names']))
      .PublisherPage,
};
