import type { PublisherPageId } from '#domains/publishers/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['publishers', 'rules', ...REFUSAL_TEXTS];
const configuration = () => withTexts(import('./configuration/configuration-pages.tsx'), TEXTS);

const listPage = async () =>
  (await withTexts(import('./configuration/configurations-page.tsx'), TEXTS)).ConfigurationsPage;
const addPage = async () => (await configuration()).AddConfigurationPage;
const viewPage = async () => (await configuration()).ConfigurationPage;

export const PUBLISHER_PAGE_COMPONENTS: PageComponents<PublisherPageId> = {
  'publisher-configurations': listPage,
  'publisher-configuration-add': addPage,
  'publisher-configuration': viewPage,
  'app-publisher-configurations': listPage,
  'app-publisher-configuration-add': addPage,
  'app-publisher-configuration': viewPage,
  publishers: async () =>
    (await withTexts(import('./register/publishers-page.tsx'), ['publishers', 'refusals'])).PublishersPage,
  'meta-campaign': async () =>
    (await withTexts(import('./register/meta-campaigns-page.tsx'), ['publishers', 'refusals'])).MetaCampaignsPage,
};
