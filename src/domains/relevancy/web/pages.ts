import { lazy } from 'react';
import type { RelevancyPageId } from '#domains/relevancy/contract/pages.ts';
import type { RelevancyPublicPageId } from '#domains/relevancy/contract/public-pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['scan', 'ui', 'errors'];

/** The scan, also for a tab of another page: the same rows, the same call, the same table (BH-RULE-09). */
export const ScanPanel = lazy(async () => ({
  default: (await withTexts(import('./scan/scan-panel.tsx'), TEXTS)).ScanPanel,
}));

/** Also without the shell, by `start-tools.tsx`. */
export const RELEVANCY_PUBLIC_PAGE_COMPONENTS: PageComponents<RelevancyPublicPageId> = {
  'quick-list': async () => (await withTexts(import('./public/quick-list-page.tsx'), TEXTS)).QuickListPage,
  'relevancy-demo': async () => (await withTexts(import('./public/demo-page.tsx'), TEXTS)).DemoPage,
  pricing: async () => (await withTexts(import('./public/pricing-page.tsx'), TEXTS)).PricingPage,
};

export const RELEVANCY_PAGE_COMPONENTS: PageComponents<RelevancyPageId> = {
  'youtube-relevancy': async () => (await withTexts(import('./relevancy-page.tsx'), TEXTS)).relevancyPage(ScanPanel),
  'video-catalogue': async () => (await withTexts(import('./catalogue-page.tsx'), ['scan', 'refusals'])).CataloguePage,
};
