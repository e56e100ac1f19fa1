import type { SupplyPageId } from '#domains/supply/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['supply', 'refusals'];

export const SUPPLY_PAGE_COMPONENTS: PageComponents<SupplyPageId> = {
  'supply-files': async () => (await withTexts(import('./files-page.tsx'), TEXTS)).FilesPage,
  'supply-comparison': async () => (await withTexts(import('./comparison-page.tsx'), TEXTS)).ComparisonPage,
};
