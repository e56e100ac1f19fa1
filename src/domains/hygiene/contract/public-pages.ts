import { page } from '#platform/contract/page.ts';

/** Tools for anybody: two addresses of one page (BH-ROUTE-01, BH-ROUTE-02), and the queue of ads. */
export const HYGIENE_PUBLIC_PAGES = [
  page({
    id: 'brand-hygen',
    paths: ['/brand-hygen', '/brandHygiene'],
    title: 'Brand Hygiene',
    guard: 'public',
    historyMonths: 0,
  }),
  page({
    id: 'adao-processing',
    paths: ['/adao-processing'],
    title: 'Ad processing',
    guard: 'public',
    historyMonths: 0,
  }),
] as const;

export type HygienePublicPageId = (typeof HYGIENE_PUBLIC_PAGES)[number]['id'];
