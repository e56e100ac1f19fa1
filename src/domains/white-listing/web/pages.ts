import type { WhiteListingPageId } from '#domains/white-listing/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['white-listing', 'whitelist', ...REFUSAL_TEXTS];
const forms = () => withTexts(import('./rule-pages.tsx'), TEXTS);

export const WHITE_LISTING_PAGE_COMPONENTS: PageComponents<WhiteListingPageId> = {
  'white-listing': async () => (await withTexts(import('./rules-page.tsx'), TEXTS)).WhiteListingPage,
  'white-listing-add': async () => (await forms()).AddRulePage,
  'white-listing-edit': async () => (await forms()).EditRulePage,
};
