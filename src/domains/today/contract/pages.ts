import { page } from '#platform/contract/page.ts';

/** First in the menu; where signing in leads is prescribed and does not change by it. */
export const TODAY_PAGES = [
  page({
    id: 'today',
    paths: ['/today'],
    title: 'Today',
    guard: 'menu',
    times: 'package',
    historyMonths: 0,
    menu: { category: 'Start', subCategory: '', icon: 'history' },
  }),
] as const;

export type TodayPageId = (typeof TODAY_PAGES)[number]['id'];
