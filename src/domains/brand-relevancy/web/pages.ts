import type { BrandRelevancyPageId } from '#domains/brand-relevancy/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['requirements', 'refusals'];
const form = () => withTexts(import('./requirements/requirement-form-pages.tsx'), TEXTS);

export const BRAND_RELEVANCY_PAGE_COMPONENTS: PageComponents<BrandRelevancyPageId> = {
  'brand-acknowledgement': async () =>
    (await withTexts(import('./outputs/acknowledgement-page.tsx'), TEXTS)).AcknowledgementPage,
  'brand-dashboard': async () => (await withTexts(import('./outputs/dashboard-page.tsx'), TEXTS)).BrandDashboardPage,
  'brand-downloads': async () => (await withTexts(import('./outputs/downloads-page.tsx'), TEXTS)).BrandDownloadsPage,
  'brand-requirements': async () =>
    (await withTexts(import('./requirements/requirements-page.tsx'), TEXTS)).RequirementsPage,
  'brand-requirement-add': async () => (await form()).AddRequirementPage,
  'brand-requirement-edit': async () => (await form()).EditRequirementPage,
  'brand-keywords': async () => (await withTexts(import('./requirements/keywords-page.tsx'), TEXTS)).KeywordsPage,
};
