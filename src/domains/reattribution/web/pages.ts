import type { ReattributionPageId } from '#domains/reattribution/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['reattribution', 'refusals', 'traffic'];
const page = () => withTexts(import('./reattribution-page.tsx'), TEXTS);

export const REATTRIBUTION_PAGE_COMPONENTS: PageComponents<ReattributionPageId> = {
  'reattribution-install': async () => (await page()).InstallReattributionPage,
  'reattribution-event': async () => (await page()).EventReattributionPage,
};
