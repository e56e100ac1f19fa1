import { page } from '#platform/contract/page.ts';

export const EXPLORER_PAGES = [
  page({
    id: 'events',
    paths: ['/traffic/events'],
    title: 'Events',
    guard: 'menu',
    times: 'package',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'list-search' },
  }),
] as const;

export type ExplorerPageId = (typeof EXPLORER_PAGES)[number]['id'];
