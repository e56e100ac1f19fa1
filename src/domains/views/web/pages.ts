import type { ViewPageId } from '#domains/views/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const VIEW_PAGE_COMPONENTS: PageComponents<ViewPageId> = {
  'shared-view': async () => (await withTexts(import('./shared-view-page.tsx'), ['views', 'refusals'])).SharedViewPage,
};
