import type { DisputePageId } from '#domains/disputes/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['disputes', 'refusals', 'traffic'];

export const DISPUTE_PAGE_COMPONENTS: PageComponents<DisputePageId> = {
  disputes: async () => (await withTexts(import('./disputes-page.tsx'), TEXTS)).DisputesPage,
};
