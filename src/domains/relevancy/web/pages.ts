import type { RelevancyPublicPageId } from '#domains/relevancy/contract/public-pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['scan', 'ui', 'errors'];

/** Also without the shell, by `start-tools.tsx`. */
export const RELEVANCY_PUBLIC_PAGE_COMPONENTS: PageComponents<RelevancyPublicPageId> = {
  'quick-list': async () => (await withTexts(import('./public/quick-list-page.tsx'), TEXTS)).QuickListPage,
};
