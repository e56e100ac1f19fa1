import { page } from '#platform/contract/page.ts';

/** Tools for anybody. Loaded without the shell by `start-tools.tsx`, unless the menu of who is signed in has them (NAV-GAP-06). */
export const RELEVANCY_PUBLIC_PAGES = [
  page({ id: 'quick-list', paths: ['/quick-list'], title: 'Quick list', guard: 'public', historyMonths: 0 }),
  page({
    id: 'relevancy-demo',
    paths: ['/relevancy-demo'],
    title: 'Relevancy demo',
    guard: 'public',
    historyMonths: 0,
  }),
  page({ id: 'pricing', paths: ['/pricing'], title: 'Pricing', guard: 'public', historyMonths: 0 }),
] as const;

export type RelevancyPublicPageId = (typeof RELEVANCY_PUBLIC_PAGES)[number]['id'];
