import type { BlockPageId } from '#domains/block-lists/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['blocks', 'refusals'];

export const BLOCK_PAGE_COMPONENTS: PageComponents<BlockPageId> = {
  'block-list': async () => (await withTexts(import('./block-list-page.tsx'), TEXTS)).BlockListPage,
  'block-feeds': async () => (await withTexts(import('./feeds-page.tsx'), TEXTS)).FeedsPage,
};
