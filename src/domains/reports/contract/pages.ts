import { type Page, page } from '#platform/contract/page.ts';
import { REPORTS, type ReportId } from './reports.ts';

export interface ReportPage extends Page {
  id: ReportId;
}

/** As far back as the list of events goes. */
export const HISTORY_MONTHS = 12;

/** Of an address of its own each. */
export const REPORT_PAGES: readonly ReportPage[] = REPORTS.map((of) => ({
  ...page({
    id: of.id,
    paths: of.paths,
    title: of.title,
    guard: 'menu',
    historyMonths: HISTORY_MONTHS,
    times: 'package',
    menu: of.menu,
    ...('platform' in of ? { platform: of.platform } : {}),
  }),
  id: of.id,
}));

export const DOWNLOADS_PAGE = page({
  id: 'download-reports',
  paths: ['/download_reports'],
  title: 'Download Reports',
  guard: 'menu',
  historyMonths: 0,
  times: 'reader',
  menu: { category: 'Reports', subCategory: 'Overview', icon: 'file-analytics' },
});

export type ReportPageId = ReportId | (typeof DOWNLOADS_PAGE)['id'];
