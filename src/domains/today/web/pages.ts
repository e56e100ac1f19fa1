import type { TodayPageId } from '#domains/today/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['today', 'sources', 'publisher', 'traffic', 'rule-names', ...REFUSAL_TEXTS];

export const TODAY_PAGE_COMPONENTS: PageComponents<TodayPageId> = {
  today: async () => (await withTexts(import('./today-page.tsx'), TEXTS)).TodayPage,
};
