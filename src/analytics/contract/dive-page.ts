import { page } from '#platform/contract/page.ts';

/** One screen of its own: what it shows follows from the step, and its address is the way down. */
export const DIVE_PAGE = page({
  id: 'deep-dive',
  paths: ['/advanced-dashboard'],
  title: 'Advanced Dashboard',
  guard: 'menu',
  historyMonths: 3,
  times: 'package',
  menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'list-tree' },
});
