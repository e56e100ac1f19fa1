import { lazy } from 'react';
import type { RelevancyPageId } from '#domains/relevancy/contract/pages.ts';
import type { RelevancyPublicPageId } from '#domains/relevancy/contract/public-pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['scan', 'ui', 'errors'];

const OWN_TEXTS = [...TEXTS, 'video-lists', 'refusals'];

/** The scan for a package, also for a tab of another page: the same rows, the same call, the same table (BH-RULE-09). */
export const OwnScan = lazy(async () => ({
  default: (await withTexts(import('./lists/own-scan.tsx'), OWN_TEXTS)).OwnScan,
}));

/** Also without the shell, by `start-tools.tsx`. */
export const RELEVANCY_PUBLIC_PAGE_COMPONENTS: PageComponents<RelevancyPublicPageId> = {
  'quick-list': async () => (await withTexts(import('./public/quick-list-page.tsx'), TEXTS)).QuickListPage,
  'relevancy-demo': async () => (await withTexts(import('./public/demo-page.tsx'), TEXTS)).DemoPage,
  pricing: async () => (await withTexts(import('./public/pricing-page.tsx'), TEXTS)).PricingPage,
};

export const RELEVANCY_PAGE_COMPONENTS: PageComponents<RelevancyPageId> = {
  'youtube-relevancy': async () => (await withTexts(import('./relevancy-page.tsx'), OWN_TEXTS)).relevancyPage(OwnScan),
  'video-catalogue': async () => (await withTexts(import('./catalogue-page.tsx'), ['scan', 'refusals'])).CataloguePage,
};
