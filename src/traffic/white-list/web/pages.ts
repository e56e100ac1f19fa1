import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';
import type { WhiteListPageId } from '#traffic/white-list/contract/pages.ts';

export const WHITE_LIST_PAGE_COMPONENTS: PageComponents<WhiteListPageId> = {
  'white-list': async () =>
    (await withTexts(import('./white-list-page.tsx'), ['whitelist', ...REFUSAL_TEXTS])).WhiteListPage,
};
