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
  menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'search' },
});

export const BOARDS_PAGE = page({
  id: 'explore-boards',
  paths: ['/explore/boards', '/explore/boards/:id'],
  title: 'Own boards',
  guard: 'menu',
  historyMonths: HISTORY_MONTHS,
  times: 'package',
  menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'layout-dashboard' },
});
