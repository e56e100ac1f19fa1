import type { IntegrityPageId } from '#domains/integrity/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['integrity', 'refusals', 'traffic'];

const rules = async () => (await withTexts(import('./rules-page.tsx'), TEXTS)).RulesPage;
const places = async () => (await withTexts(import('./places-page.tsx'), [...TEXTS, 'map'])).PlacesPage;
const test = async () => (await withTexts(import('./test-page.tsx'), TEXTS)).TestPage;
const links = async () => (await withTexts(import('./links-page.tsx'), TEXTS)).LinksPage;
const report = async () => (await withTexts(import('./report-page.tsx'), TEXTS)).ReportPage;
const forms = () => withTexts(import('./acquisition-form-page.tsx'), TEXTS);

export const INTEGRITY_PAGE_COMPONENTS: PageComponents<IntegrityPageId> = {
  'click-integrity-places': places,
  'click-integrity-test': test,
  'click-integrity-rules': rules,
  'click-integrity-links': links,
  'click-integrity-report': report,
  'impression-integrity-places': places,
  'impression-integrity-test': test,
  'impression-integrity-rules': rules,
  'impression-integrity-links': links,
  'impression-integrity-report': report,
  'acquisition-rules': rules,
  'acquisition-rule-add': async () => (await forms()).AcquisitionAddPage,
  'acquisition-rule-edit': async () => (await forms()).AcquisitionEditPage,
};
