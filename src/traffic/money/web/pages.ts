import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { MoneyPageId } from '#traffic/money/contract/pages.ts';

export const MONEY_PAGE_COMPONENTS: PageComponents<MoneyPageId> = {
  costs: async () => (await withTexts(import('./costs-page.tsx'), ['money', 'refusals', 'traffic'])).CostsPage,
};
