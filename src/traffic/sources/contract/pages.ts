import { page } from '#platform/contract/page.ts';

export const SOURCE_PAGES = [
  page({
    id: 'sources',
    paths: ['/traffic/sources'],
    title: 'Source verdicts',
    guard: 'menu',
    times: 'package',
    permission: 'event.judge',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'gavel' },
  }),
  page({
    id: 'publisher',
    paths: ['/publisher', '/publisher/:name'],
    title: 'Publisher',
    guard: 'menu',
    times: 'package',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'user-search' },
  }),
] as const;

export type SourcePageId = (typeof SOURCE_PAGES)[number]['id'];
