import type { WhiteListingPageId } from '#domains/white-listing/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['white-listing', 'whitelist', ...REFUSAL_TEXTS];
const forms = () => withTexts(import('./rule-pages.tsx'), TEXTS);

const listPage = async () => (await withTexts(import('./rules-page.tsx'), TEXTS)).WhiteListingPage;
const addPage = async () => (await forms()).AddRulePage;
const editPage = async () => (await forms()).EditRulePage;

export const WHITE_LISTING_PAGE_COMPONENTS: PageComponents<WhiteListingPageId> = {
  'white-listing': listPage,
  'white-listing-add': addPage,
  'white-listing-edit': editPage,
  'app-white-listing': listPage,
  'app-white-listing-add': addPage,
  'app-white-listing-edit': editPage,
};
