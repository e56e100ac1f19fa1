import { page } from '#platform/contract/page.ts';

export const COLLECTOR_PAGES = [
  page({
    id: 'live',
    paths: ['/traffic/live'],
    title: 'Live traffic',
    guard: 'menu',
    times: 'package',
    permission: 'import.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Sources', icon: 'bolt' },
  }),
] as const;

export type CollectorPageId = (typeof COLLECTOR_PAGES)[number]['id'];
