import { lazy } from 'react';
import type { ReportPageId } from '#domains/reports/contract/pages.ts';
import { REPORTS } from '#domains/reports/contract/reports.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS } from '#traffic/rules/web/texts.ts';

const TEXTS = ['reports', 'traffic', 'events', 'board', 'fields', ...REFUSAL_TEXTS];

const reportPage: PageLoader = async () => (await withTexts(import('./report-page.tsx'), TEXTS)).ReportPage;

/** The form that schedules a question of Explore, on whose page it opens. */
export const QuestionPanel = lazy(async () => ({
  default: (await withTexts(import('./question-panel.tsx'), TEXTS)).QuestionPanel,
}));

/** Every report is the same screen over another value. */
export const REPORT_PAGE_COMPONENTS: PageComponents<ReportPageId> = {
  ...(Object.fromEntries(REPORTS.map(({ id }) => [id, reportPage])) as PageComponents<(typeof REPORTS)[number]['id']>),
  'download-reports': async () => (await withTexts(import('./downloads-page.tsx'), TEXTS)).DownloadsPage,
};
