import type { EvidencePageId } from '#domains/evidence/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['evidence', 'refusals', 'traffic'];

export const EVIDENCE_PAGE_COMPONENTS: PageComponents<EvidencePageId> = {
  evidence: async () => (await withTexts(import('./evidence-page.tsx'), TEXTS)).EvidencePage,
};
