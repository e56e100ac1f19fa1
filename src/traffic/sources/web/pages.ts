import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';
import type { SourcePageId } from '#traffic/sources/contract/pages.ts';

const PUBLISHER_TEXTS = ['publisher', 'sources', 'verdict-changes', 'traffic', 'rule-names', 'why', ...REFUSAL_TEXTS];

export const SOURCE_PAGE_COMPONENTS: PageComponents<SourcePageId> = {
  sources: async () =>
    (await withTexts(import('./decisions/sources-page.tsx'), ['sources', 'traffic', 'rule-names', ...REFUSAL_TEXTS]))
      .SourcesPage,
  publisher: async () => (await withTexts(import('./publisher-page.tsx'), PUBLISHER_TEXTS)).PublisherPage,
};
