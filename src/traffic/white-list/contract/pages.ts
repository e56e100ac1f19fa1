import { page } from '#platform/contract/page.ts';

export const WHITE_LIST_PAGES = [
  page({
    id: 'white-list',
    paths: ['/traffic/white-list'],
    title: 'White list',
    guard: 'menu',
    times: 'package',
    permission: 'event.judge',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'shield-check' },
  }),
] as const;

export type WhiteListPageId = (typeof WHITE_LIST_PAGES)[number]['id'];
