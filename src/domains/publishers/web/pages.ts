import type { PublisherPageId } from '#domains/publishers/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['publishers', 'rules', ...REFUSAL_TEXTS];
const configuration = () => withTexts(import('./configuration/configuration-pages.tsx'), TEXTS);

export const PUBLISHER_PAGE_COMPONENTS: PageComponents<PublisherPageId> = {
  'publisher-configurations': async () =>
    (await withTexts(import('./configuration/configurations-page.tsx'), TEXTS)).ConfigurationsPage,
  'publisher-configuration-add': async () => (await configuration()).AddConfigurationPage,
  'publisher-configuration': async () => (await configuration()).ConfigurationPage,
  publishers: async () =>
    (await withTexts(import('./register/publishers-page.tsx'), ['publishers', 'refusals'])).PublishersPage,
  'meta-campaign': async () =>
    (await withTexts(import('./register/meta-campaigns-page.tsx'), ['publishers', 'refusals'])).MetaCampaignsPage,
};
