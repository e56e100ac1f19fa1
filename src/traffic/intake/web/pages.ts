import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { IntakePageId } from '#traffic/intake/contract/pages.ts';

export const INTAKE_PAGE_COMPONENTS: PageComponents<IntakePageId> = {
  import: async () =>
    (await withTexts(import('./import-page.tsx'), ['import', 'refusals', 'traffic', 'rule-names'])).ImportPage,
};
