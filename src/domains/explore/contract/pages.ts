import { page } from '#platform/contract/page.ts';

/** As far back as the list of events goes, where every number leads. */
export const HISTORY_MONTHS = 12;

export const EXPLORE_PAGE = page({
  id: 'explore',
  paths: ['/explore'],
  title: 'Explore',
  guard: 'menu',
  historyMonths: HISTORY_MONTHS,
  times: 'package',
  menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'telescope' },
});
